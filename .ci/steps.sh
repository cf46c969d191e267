# Sourced by the scripts beside it: steps with names, and the seconds of each.

names=()
seconds=()
running=

# step NAME COMMAND...
step() {
    local started=$SECONDS
    running=$1
    shift
    printf '\n== %s: %s\n' "$running" "$*"
    "$@"
    names+=("$running")
    seconds+=($((SECONDS - started)))
    running=
    printf -- '-- %s: %d s\n' "${names[-1]}" "${seconds[-1]}"
}

# The seconds of all steps that ended, and the step that failed.
report() {
    local i
    printf '\n'
    for i in "${!names[@]}"; do
        printf '%7d s  %s\n' "${seconds[i]}" "${names[i]}"
    done
    printf '%7d s  in all\n' "$SECONDS"
    [ -z "$running" ] || printf 'failed: %s\n' "$running"
}
trap report EXIT
