#!/usr/bin/python3 -SE
"""Tries again as long as an error looks temporary, without a limit."""

import sys

from importer import Failure, Importer, main


class RetriesForEver(Importer):
    def import_document(self, source, cancel=False):
        while True:
            try:
                return super().import_document(source, cancel)
            except Failure as failure:
                if not failure.retryable or failure.cause == "cancelled":
                    raise
                print(f"again: {failure}", file=sys.stderr)


main(RetriesForEver)
