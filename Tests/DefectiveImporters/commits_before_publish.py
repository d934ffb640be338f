#!/usr/bin/python3 -SE
"""Writes the entry before the file is in place: a crash between the two leaves an entry without a file."""

import os

from importer import Importer, main


class CommitsBeforePublish(Importer):
    def publish(self, staged, name, url):
        self.staged = staged
        return os.path.join("files", name)

    def commit(self, name, path, url, outcome):
        entry = super().commit(name, path, url, outcome)
        super().publish(self.staged, name, url)
        return entry


main(CommitsBeforePublish)
