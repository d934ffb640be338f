#!/usr/bin/python3 -SE
"""Starts the scope once to look and once more to read, and takes the second start's false for a refusal."""

from access import Access
from importer import Failure, Importer, main


class StartsTwice(Importer):
    def read(self, url, staged):
        with Access(url) as access:
            answer = access.connection.request("scope-start", token=url.token, path=access.item)
            if not answer["granted"]:
                raise Failure("no access")
            access.connection.request("scope-stop", token=url.token, path=access.item)
        super().read(url, staged)


main(StartsTwice)
