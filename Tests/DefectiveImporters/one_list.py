"""For importers that keep all their entries in one file."""

import json
import os

from importer import Importer


class OneList(Importer):
    def list_entries(self):
        try:
            with open(self.at("entries", "all.list")) as text:
                return json.load(text)
        except (FileNotFoundError, json.JSONDecodeError):
            return []

    def recover(self):
        for folder, kept in ("staged", []), ("entries", ["all.list"]), (
            "files", [os.path.basename(entry["path"]) for entry in self.list_entries()]):
            for file in set(os.listdir(self.at(folder))) - set(kept):
                os.unlink(self.at(folder, file))
