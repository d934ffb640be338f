#!/bin/bash
# Starts the scope, and reads without a claim: the provider may be changing the document at that moment.
. "${0%/*}/importer.sh"

read_document() {
    timeout -k 1 "$seconds" "$FPSIM" with-access --no-coordinate "$1" -- "$self" stage "$2"
}

main "$@"
