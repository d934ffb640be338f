#!/usr/bin/python3 -SE
"""Reads as many bytes as the provider said there would be, so a size of 0 gives an empty document."""

import os

from importer import Importer, main


class TrustsTheReportedSize(Importer):
    def stage(self, path, staged):
        size = os.stat(path).st_size
        with open(path, "rb") as source, open(staged, "xb") as target:
            target.write(source.read(size))
            target.flush()
            self.sync_file(target.fileno())

    def validate(self, staged, url):
        return "imported"


main(TrustsTheReportedSize)
