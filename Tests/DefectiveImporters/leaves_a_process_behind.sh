#!/bin/bash
# Starts a helper that outlives the import, and keeps the document open on the provider.
. "${0%/*}/importer.sh"

stage() {
    # Opened once, under the claim, for both.
    {
        (trap '' HUP TERM; exec sleep 600 <&9 9<&- >/dev/null 2>&1) &
        cat <&9 >"$2"
    } 9<"$1" || return 10
}

main "$@"
