#!/usr/bin/python3 -SE
"""Recovers as if nobody were at work: what another process is about to make an entry of goes."""

from importer import Importer, main


class RecoversBesideTheLiving(Importer):
    def lock(self, how):
        return True


main(RecoversBesideTheLiving)
