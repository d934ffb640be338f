#!/usr/bin/python3 -SE
"""Defect: a reference is a path, so it is taken to lead to whatever has that path, and to nothing else."""

from importer import main
from keeps_references import ReferringImporter


class PathImporter(ReferringImporter):
    def look_for(self, path, bookmark):
        return "available"


if __name__ == "__main__":
    main(PathImporter)
