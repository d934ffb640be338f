#!/usr/bin/python3 -SE
"""Takes a cancelled selection for a finished one."""

from importer import Importer, main


class AddsTheCancelled(Importer):
    def import_document(self, source, cancel=False):
        return super().import_document(source, cancel=False)


main(AddsTheCancelled)
