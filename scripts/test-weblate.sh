#!/bin/sh
# Lets Weblate's own classes of machine translation talk to a built Dragoman. DRAGOMAN names the program; arguments go
# to pytest.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd)
DRAGOMAN=${DRAGOMAN:-$root/target/debug/dragoman}
if [ ! -x "$DRAGOMAN" ]; then
    echo "There is no program $DRAGOMAN: build it with \"cargo build -p dragoman\", or set DRAGOMAN." >&2
    exit 1
fi
# The tests run in another folder.
DRAGOMAN=$(CDPATH='' cd -- "$(dirname -- "$DRAGOMAN")" && pwd)/$(basename -- "$DRAGOMAN")
export DRAGOMAN

tests=$root/tests/clients/weblate
environment=$root/.test/weblate
installed=$environment/installed-requirements.txt
if ! cmp -s "$tests/requirements.txt" "$installed"; then
    rm -rf "$environment"
    python3 -m venv "$environment"
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
        --requirement "$tests/requirements.txt"
    # Last, so that an installation that broke off is made again.
    cp "$tests/requirements.txt" "$installed"
fi

cd "$tests"
# The server is started as the other clients' tests start it.
PYTHONPATH=$root/tests/clients/python
export PYTHONPATH
exec "$environment/bin/python" -B -m pytest -p no:cacheprovider "$@"
