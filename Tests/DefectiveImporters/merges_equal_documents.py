#!/usr/bin/python3 -SE
"""Names files by their content, so a document that is imported twice is one file and one entry."""

import hashlib

from importer import Importer, main


class MergesEqualDocuments(Importer):
    def publish(self, staged, name, url):
        with open(staged, "rb") as file:
            self.content = hashlib.sha256(file.read()).hexdigest()
        return super().publish(staged, self.content, url)

    def commit(self, name, path, url, outcome):
        for entry in self.list_entries():
            if entry["id"] == self.content:
                return entry
        return super().commit(self.content, path, url, outcome)


main(MergesEqualDocuments)
