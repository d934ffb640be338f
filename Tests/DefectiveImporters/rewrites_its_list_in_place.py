#!/usr/bin/python3 -SE
"""Keeps its entries in one file, which it empties and writes anew: a death in between loses all of them."""

import fcntl
import json
import os

from importer import Importer, main


class RewritesItsListInPlace(Importer):
    def list_entries(self):
        try:
            with open(self.at("entries", "all.list")) as text:
                return json.load(text)
        except (FileNotFoundError, json.JSONDecodeError):
            return []

    def write(self, entry):
        lock = os.open(self.at(), os.O_RDONLY | os.O_DIRECTORY)
        fcntl.flock(lock, fcntl.LOCK_EX)
        entries = self.list_entries() + [entry]
        with open(self.at("entries", "all.list"), "w") as text:
            text.write(json.dumps(entries))
            text.flush()
            self.sync_file(text.fileno())
        self.sync_folder("entries")
        os.close(lock)
        return entry

    def recover(self):
        for folder, kept in ("staged", []), ("entries", ["all.list"]), (
            "files", [os.path.basename(entry["path"]) for entry in self.list_entries()]):
            for file in set(os.listdir(self.at(folder))) - set(kept):
                os.unlink(self.at(folder, file))


main(RewritesItsListInPlace)
