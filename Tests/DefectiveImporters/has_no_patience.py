#!/usr/bin/python3 -SE
"""Gives up after a third of a second, however much of the document has come."""

import signal

from importer import Importer, main


class HasNoPatience(Importer):
    def start_clock(self):
        signal.signal(signal.SIGALRM, self.time_is_up)
        signal.setitimer(signal.ITIMER_REAL, 0.33, 1)


main(HasNoPatience)
