#!/usr/bin/python3 -SE
"""Reports its own deadline as if the user had cancelled, so nobody is told that the provider is at fault."""

from importer import Cancelled, Importer, TimedOut, main


class CallsATimeoutACancel(Importer):
    def failure(self, error):
        return super().failure(Cancelled() if isinstance(error, TimedOut) else error)


main(CallsATimeoutACancel)
