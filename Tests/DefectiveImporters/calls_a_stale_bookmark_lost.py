#!/usr/bin/python3 -SE
"""Defect: a bookmark that is stale is thrown away, though it resolved."""

from importer import main
from keeps_references import ReferringImporter


class StaleImporter(ReferringImporter):
    def state(self, resolved, mount, path):
        return "unavailable" if resolved["stale"] else super().state(resolved, mount, path)


if __name__ == "__main__":
    main(StaleImporter)
