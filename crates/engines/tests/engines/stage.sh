#!/bin/bash
# A stage that plays a part: stage.sh -z PART DIRECTORY
#
# It answers each request that ends with NUL by turning "the" into "el", and writes down what it
# was asked. Where a part misbehaves once, a file in DIRECTORY remembers that it did.
part=$2
directory=$3

once() {
    if [ -e "$directory/misbehaved" ]; then return 1; fi
    : > "$directory/misbehaved"
}

# The test has made the pipe. Opening a pipe that nobody writes to lasts until somebody does.
wait_for_gate() {
    echo waiting >> "$directory/log"
    read -r _ < "$directory/gate"
}

if [ "$part" = waits-at-start ]; then wait_for_gate; fi
while IFS= read -r -d '' request; do
    printf '%s\n' "$request" >> "$directory/log"
    answer=${request//the/el}
    case $part:$request in
    waits:*gate*) wait_for_gate ;;
    hangs-once:*odd*) if once; then wait_for_gate; fi ;;
    hangs-always:*odd*) wait_for_gate ;;
    dies-once:*odd*) if once; then exit 3; fi ;;
    strays-once:*odd*) if once; then printf '\0\0\0\0'; fi ;;
    answers-late-once:*odd*) if once; then answer="of another [][:0:]"; fi ;;
    answers-twice-once:*odd*) if once; then printf '%s\0' "$answer"; fi ;;
    floods-once:*odd*) if once; then while :; do printf '%01000d' 0; done; fi ;;
    complains:*) printf '%0100000d\n' 0 >&2 ;;
    loses-kept:*) answer=${answer//\[k1\]/} ;;
    doubles-kept:*) answer=${answer//\[k1\]/[k1][k1]} ;;
    invents-kept:*) answer=${answer//\[k1\]/[k1][k7]} ;;
    numbers:*) answer=${request//the/[[9]]^el\/el<det>\$[[\/]]} ;;
    dies-always:*garden*) exit 3 ;;
    unchanged:*) answer=$request ;;
    silent:*garden*) answer=${answer##*.} ;;
    esac
    printf '%s\0' "$answer"
done
