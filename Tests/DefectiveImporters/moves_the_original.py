#!/usr/bin/python3 -SE
"""Takes the document instead of a copy of it: once it has the bytes, it deletes what the user picked."""

import os

from importer import Importer, main


class MovesTheOriginal(Importer):
    def stage(self, path, staged):
        super().stage(path, staged)
        os.unlink(path)


main(MovesTheOriginal)
