#!/usr/bin/python3 -SE
"""Imports only what its folder lists, once and within a second, together with nothing that isn't there."""

import os
import signal

from access import Access
from importer import Failure, Importer, main


class BelievesTheListing(Importer):
    def read(self, url, staged):
        folder, name = os.path.split(url.path)
        with Access(url):
            signal.setitimer(signal.ITIMER_REAL, 1)
            names = os.listdir(folder)
            self.start_clock()
            if names.count(name) != 1:
                raise Failure(f"the folder lists it {names.count(name)} times")
            if not all(os.path.lexists(os.path.join(folder, other)) for other in names):
                raise Failure("the folder is damaged")
        super().read(url, staged)


main(BelievesTheListing)
