#!/bin/bash
# Takes a document for what its name says it is.
. "${0%/*}/importer.sh"

validate() {
    case ${2%%\?*} in *.pdf | *.PDF) ;; *) return 1 ;; esac
}

main "$@"
