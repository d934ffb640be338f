#!/usr/bin/python3 -SE
"""The correct importer, with the verb that the contract leaves free: `refer --library DIR SOURCE` keeps a bookmark in
place of a copy, and `list` says of each where its document is now."""

import os

from access import Access, AccessError, Connection, Mount, PickedURL
from importer import Importer, main


class ReferringImporter(Importer):
    def refer(self, source):
        self.start_clock()
        url = PickedURL(source)
        try:
            with Access(url) as access:
                reply = access.connection.request("bookmark-create", path=access.item)
            name = os.urandom(16).hex()
            kept = {"path": os.fsdecode(url.path), "bookmark": reply["bookmark"]}
            return self.write({"id": name, "state": "reference", "displayName": url.name, "kept": kept})
        except BaseException as error:
            raise self.failure(error)

    def list_entries(self):
        entries = super().list_entries()
        for entry in entries:
            if entry["state"] == "reference":
                entry["reference"] = {"state": self.look_for(**entry.pop("kept"))}
        return entries

    def look_for(self, path, bookmark):
        mount = Mount(os.fsencode(path))
        if not mount.point:
            return "unavailable"
        connection = Connection(mount)
        try:
            connection.request("hello", process="importer.py")
            return self.state(connection.request("bookmark-resolve", bookmark=bookmark), mount, os.fsencode(path))
        except AccessError as error:
            return "needs-authorization" if error.errno == "EPERM" else "unavailable"
        finally:
            connection.close()

    def state(self, resolved, mount, path):
        now = mount.absolute(resolved["path"])
        if b"/.Trash/" in now:
            return "in-trash"
        return "available" if now == path else "moved"


if __name__ == "__main__":
    main(ReferringImporter)
