#!/usr/bin/python3 -SE
"""Reads until no more comes and takes that for the document."""

from importer import Importer, main


class TakesAShortCopyForWhole(Importer):
    def check_length(self, count, before):
        pass

    def validate(self, staged, url):
        return "imported"


main(TakesAShortCopyForWhole)
