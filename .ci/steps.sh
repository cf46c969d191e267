# Sourced by the scripts beside it: steps with names, and the seconds of each.

names=()
seconds=()
running=
declare -A pids=() logs=()

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

# beside NAME COMMAND... runs a command in the background; `step NAME joined NAME` waits for it and shows its output.
beside() {
    local log
    log=$(mktemp)
    logs[$1]=$log
    "${@:2}" >"$log" 2>&1 &
    pids[$1]=$!
}

joined() {
    local code=0
    wait "${pids[$1]}" || code=$?
    cat "${logs[$1]}"
    rm "${logs[$1]}"
    return "$code"
}

# The seconds of all steps that ended, and the step that failed.
report() {
    local i
    [ ${#pids[@]} -eq 0 ] || kill "${pids[@]}" 2>/dev/null || true
    printf '\n'
    for i in "${!names[@]}"; do
        printf '%7d s  %s\n' "${seconds[i]}" "${names[i]}"
    done
    printf '%7d s  in all\n' "$SECONDS"
    [ -z "$running" ] || printf 'failed: %s\n' "$running"
}
trap report EXIT
