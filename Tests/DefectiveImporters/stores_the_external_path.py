#!/usr/bin/python3 -SE
"""Stores where the document was instead of a copy: after a move, or a relaunch, there is nothing."""

from importer import Importer, main


class StoresTheExternalPath(Importer):
    def publish(self, staged, name, url):
        self.discard(staged)
        return url.path.decode()


main(StoresTheExternalPath)
