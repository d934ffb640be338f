#!/usr/bin/python3 -SE
"""Marks the original as imported, and takes it for lost when the mark isn't there afterwards."""

import os

from access import Access
from importer import Failure, Importer, main

STAMP = b"\n%imported\n"


class StampsTheOriginal(Importer):
    def read(self, url, staged):
        super().read(url, staged)
        with Access(url) as access, access.coordinated() as path:
            with open(path, "r+b", buffering=0) as original:
                original.seek(0, os.SEEK_END)
                if original.write(STAMP) != len(STAMP):
                    raise Failure("the original can't be marked")
            with open(path, "rb") as original:
                if not original.read().endswith(STAMP):
                    raise Failure("the mark is lost")


main(StampsTheOriginal)
