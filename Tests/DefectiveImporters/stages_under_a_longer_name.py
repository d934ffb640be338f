#!/usr/bin/python3 -SE
"""Stages a document under its own name with a few letters before it."""

import os

from importer import Importer, main


class LongerName(Importer):
    def read(self, url, staged):
        longer = self.at("staged", "part-" + url.name)
        super().read(url, longer)
        os.rename(longer, staged)


main(LongerName)
