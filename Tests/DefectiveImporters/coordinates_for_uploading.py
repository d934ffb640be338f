#!/usr/bin/python3 -SE
"""Asks for a snapshot as for an upload, where a plain coordinated read would do."""

import access
from importer import Importer, main


class Uploading(access.Connection):
    def request(self, operation, **parameters):
        for intent in parameters.get("intents", []):
            intent["options"] = ["for-uploading"]
        return super().request(operation, **parameters)


access.Connection = Uploading
main(Importer)
