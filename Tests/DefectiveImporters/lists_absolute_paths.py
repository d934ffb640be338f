#!/usr/bin/python3 -SE
"""Remembers where its library was, so nothing is found after the library's folder moved."""

import os

from importer import Importer, main


class ListsAbsolutePaths(Importer):
    def publish(self, staged, name, url):
        return os.path.abspath(self.at(super().publish(staged, name, url)))


main(ListsAbsolutePaths)
