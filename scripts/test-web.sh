#!/bin/sh
# Drives a browser through the pages of a built Dragoman. DRAGOMAN names the program; arguments are the files of tests to
# run, all without. With DRAGOMAN_WEB_PICTURES=folder pictures of every page are left there.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
. "$root/scripts/web-tests.sh"

[ "$#" -gt 0 ] || set -- *.test.js
exec node run.mjs "$@"
