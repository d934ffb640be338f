#!/bin/bash
# Stores a document under the name that it is shown by: the next one of that name takes its place.
. "${0%/*}/importer.sh"

stored_name() { printf '%s' "$shown" | tr '/' '_'; }
publish() { mv -f -- "$staged" "$library/files/$name" && sync "$library/files"; }
commit() {
    entry=$library/entries/$name
    printf '{"id":"%s","state":"available","path":"files/%s","displayName":"%s"}\n' "$name" "$name" "$shown" >"$entry.new"
    sync "$entry.new" && mv -f -- "$entry.new" "$entry.json" && sync "$library/entries" && cat -- "$entry.json"
}

main "$@"
