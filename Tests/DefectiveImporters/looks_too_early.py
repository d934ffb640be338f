#!/usr/bin/python3 -SE
"""Takes what stat says before the download for what has to be there after it."""

import os

from access import Access
from importer import Failure, Importer, main


class LooksTooEarly(Importer):
    def read(self, url, staged):
        with Access(url) as access:
            early = os.stat(url.path)
            with access.coordinated() as path:
                self.phase = "stage"
                self.stage(path, staged)
                now = os.stat(path)
        if (early.st_ino, early.st_size, early.st_mtime) != (now.st_ino, now.st_size, now.st_mtime):
            raise Failure("the document isn't what was picked")


main(LooksTooEarly)
