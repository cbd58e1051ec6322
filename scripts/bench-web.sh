#!/bin/sh
# Measures the pages of a built Dragoman in a browser: what they weigh, and what they add to the time of a translation.
# DRAGOMAN names the program.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/web-tests.sh"

exec node bench.mjs "$@"
