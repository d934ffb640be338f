#!/usr/bin/python3 -SE
"""Opens the composed form of a name, whichever of the two it has."""

import os
import unicodedata

from importer import Importer, main


class NormalizesNames(Importer):
    def read(self, url, staged):
        url.path = os.fsencode(unicodedata.normalize("NFC", os.fsdecode(url.path)))
        super().read(url, staged)


main(NormalizesNames)
