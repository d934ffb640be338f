#!/usr/bin/python3 -SE
"""Takes a start that answers false for a refusal."""

from access import Access
from importer import Failure, Importer, main


class InsistsOnAScope(Importer):
    def read(self, url, staged):
        with Access(url) as access:
            if not access.started:
                raise Failure("no access")
        super().read(url, staged)


main(InsistsOnAScope)
