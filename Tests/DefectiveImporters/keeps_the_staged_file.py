#!/usr/bin/python3 -SE
"""Leaves the staged file when an import fails, and nothing removes it at the next launch."""

import os

from importer import Importer, main


class KeepsTheStagedFile(Importer):
    def discard(self, staged):
        if os.path.lexists(staged):
            os.rename(staged, self.at("files", "." + os.path.basename(staged)))

    def recover(self):
        pass


main(KeepsTheStagedFile)
