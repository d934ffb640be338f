#!/bin/bash
# A correct importer in bash that keeps the contract of `fpsim importer-check`, with coreutils and qpdf.
#
#     importer.sh import --library DIR [--cancel] SOURCE
#     importer.sh list --library DIR
#     importer.sh recover --library DIR
#
# `"$FPSIM" with-access SOURCE -- command` starts the scope, coordinates a read, runs the command with the document's
# path in FPSIM_ITEM, and stops both. A library holds `staged/ID` (on its way), `files/ID` (in place) and
# `entries/ID.json`, whose rename into place is the commit; `recover` undoes whatever came before one, unless an import is
# under way, which holds `lock`.
#
# The defective importers beside this file each replace one function.

fail() { # PHASE CAUSE RETRYABLE
    printf '{"phase":"%s","cause":"%s","retryable":%s}\n' "$1" "$2" "$3" >&2
    exit 1
}

# JSON text on one line: quotes and backslashes escaped, control characters shown as '?', bytes that are no UTF-8 left out.
json_text() { tr '[:cntrl:]' '?' | iconv -c -f UTF-8 -t UTF-8 | sed 's/[\\"]/\\&/g'; }

# The name in a picked URL: its last component, percent-decoded.
display_name() {
    local name=${1%%\?*}
    name=${name##*/}
    name=${name//\\/%5C}
    printf '%b' "${name//%/\\x}" | json_text
}

# What must be the same before and after the copy: identity, length and time.
look() { stat -L -c '%i %s %Y %F' -- "$1"; }

# Runs with access: copies, and proves that the copy is whole.
stage() { # FROM TO
    before=$(look "$1") || return 10
    case $before in *regular*) ;; *) return 11 ;; esac
    cat -- "$1" >"$2" || return 10
    [ "$(stat -c %s -- "$2")" = "$(echo "$before" | cut -d' ' -f2)" ] || return 12
    [ "$(look "$1")" = "$before" ] && cmp -s -- "$1" "$2" || return 12
}

validate() { # FILE URL
    head -c 1024 -- "$1" | grep -qa '%PDF-' || return 1
    timeout -k 1 10 qpdf --show-npages "$1" >/dev/null 2>&1
    [ $? -eq 0 ] || [ $? -eq 3 ]
}

read_document() { # URL STAGED
    timeout -k 1 "$seconds" "$FPSIM" with-access "$1" -- "$self" stage "$2"
}

# A name that is the importer's own, whatever the document is called.
stored_name() { od -An -N16 -tx1 /dev/urandom | tr -d ' \n'; }

publish() { mv -n -- "$staged" "$library/files/$name" && sync "$library/files"; }

commit() {
    entry=$library/entries/$name
    printf '{"id":"%s","state":"available","path":"files/%s","displayName":"%s"}\n' "$name" "$name" "$shown" >"$entry.new"
    sync "$entry.new" && mv -n -- "$entry.new" "$entry.json" && sync "$library/entries" && cat -- "$entry.json"
}

discard() { rm -f -- "$staged"; }

reject() {
    discard
    fail "$@"
}

import() {
    exec 9>>"$library/lock"
    flock -s 9
    shown=$(display_name "$source")
    name=$(stored_name)
    staged=$library/staged/$name
    read_document "$source" "$staged"
    case $? in
    0) ;;
    11) reject stage "the item is no document" false ;;
    12) reject stage "the document changed, or not all of it came" true ;;
    124 | 137) reject coordinate "the provider didn't answer in time" true ;;
    125) reject coordinate "the provider refused" true ;;
    *) reject stage "the document can't be read" true ;;
    esac
    sync "$staged" || reject stage "the copy can't be made durable" true
    validate "$staged" "$source" || reject validate "the content is no PDF, or damaged" false
    [ -z "$cancel" ] || reject validate cancelled true
    publish || reject publish "the document can't be put in place" true
    commit || fail commit "the entry can't be written" true
}

list() {
    for entry in "$library"/entries/*.json; do
        [ ! -e "$entry" ] || cat -- "$entry"
    done
}

recover() {
    exec 9>>"$library/lock"
    # Somebody is at work: the next launch looks again.
    flock -xn 9 || return 0
    rm -f -- "$library"/staged/* "$library"/entries/*.new
    for file in "$library"/files/*; do
        [ -e "$library/entries/${file##*/}.json" ] || rm -f -- "$file"
    done
}

main() {
    verb=$1
    shift
    # Inside with-access: this script again, as the command that copies.
    if [ "$verb" = stage ]; then
        stage "$FPSIM_ITEM" "$1"
        exit
    fi
    self=$0 cancel= source=
    seconds=${FPSIM_BOUND:-30}
    seconds=$(awk "BEGIN { print ${seconds%s} / 2 }")
    while [ $# -gt 0 ]; do
        case $1 in
        --library) library=$2 && shift ;;
        --cancel) cancel=yes ;;
        *) source=$1 ;;
        esac
        shift
    done
    mkdir -p -- "$library/staged" "$library/files" "$library/entries"
    case $verb in
    import | list | recover) "$verb" ;;
    *) exit 64 ;;
    esac
}

[ "${0##*/}" != importer.sh ] || main "$@"
