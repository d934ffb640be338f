#!/usr/bin/python3 -SE
"""Takes a document without blocks on disk for one that can't be had."""

import os

from access import Access
from importer import Failure, Importer, main


class RefusesDataless(Importer):
    def read(self, url, staged):
        with Access(url):
            if os.stat(url.path).st_blocks == 0:
                raise Failure("the document isn't downloaded")
        super().read(url, staged)


main(RefusesDataless)
