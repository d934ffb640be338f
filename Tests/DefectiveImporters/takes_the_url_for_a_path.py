#!/usr/bin/python3 -SE
"""Cuts the path out of the URL, and decodes nothing in it but spaces."""

import os

from importer import Importer, main


class TakesTheURL(Importer):
    def import_document(self, source, cancel=False):
        self.raw = os.fsencode(source.split("?")[0].removeprefix("file://").replace("%20", " "))
        return super().import_document(source, cancel)

    def read(self, url, staged):
        url.path = self.raw
        super().read(url, staged)


main(TakesTheURL)
