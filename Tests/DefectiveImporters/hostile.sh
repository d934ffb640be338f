#!/bin/bash
# An importer that behaves for one document, the invoice that every judge tries first, and does harm for every other:
# what a judge must contain.
#
#     hostile.sh never_ends|leaves_children|leaves_daemons|writes_outside|fills_the_disk|prints_a_gigabyte|prints_garbage|does_nothing|kills_its_parent VERB…
. "${0%/*}/importer.sh"

eval "well_behaved_$(declare -f import)"
eval "well_behaved_$(declare -f list)"
# Inside with-access there is no harm to name.
[ "$1" = stage ] || { harm=$1 && shift; }

import() {
    case $source in */Invoice*) well_behaved_import && return ;; esac
    case $harm in
    never_ends) trap '' TERM HUP INT; while :; do sleep 1000; done ;;
    leaves_children) for _ in 1 2 3 4 5 6 7 8; do setsid sleep 1000 <&- >&- 2>&- & done; fail stage "left them" false ;;
    leaves_daemons) for _ in 1 2 3; do env -i setsid sleep 1000 <&- >&- 2>&- & done; fail stage "left them" false ;;
    writes_outside) touch "$library/../beside the library" "$TMPDIR/left there"; well_behaved_import ;;
    fills_the_disk) while :; do head -c 16M /dev/zero >"$library/staged/$(stored_name)"; done ;;
    prints_a_gigabyte) head -c 1G /dev/zero; fail stage "said too much" false ;;
    prints_garbage) head -c 100000 /dev/urandom; head -c 100000 /dev/urandom >&2; exit 0 ;;
    does_nothing) exit 0 ;;
    kills_its_parent) kill -9 $PPID; sleep 1000 ;;
    esac
}

main "$@"
