#!/usr/bin/python3 -SE
"""Syncs files but not their folders: a power cut takes the names of documents that were said to be imported."""

from importer import Importer, main


class NeverSyncsTheFolder(Importer):
    def sync_folder(self, folder):
        pass


main(NeverSyncsTheFolder)
