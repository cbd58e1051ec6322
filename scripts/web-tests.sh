# Read by the scripts that drive a browser, which set root: makes sure of the program and of what the tests need, and goes
# to their folder.

DRAGOMAN=${DRAGOMAN:-$root/target/debug/dragoman}
if [ ! -x "$DRAGOMAN" ]; then
    echo "There is no program $DRAGOMAN: build it with \"cargo build -p dragoman\", or set DRAGOMAN." >&2
    exit 1
fi
# The tests run in another folder.
DRAGOMAN=$(CDPATH='' cd -- "$(dirname -- "$DRAGOMAN")" && pwd)/$(basename -- "$DRAGOMAN")
export DRAGOMAN

. "$root/scripts/node.sh"
if ! has_node; then
    echo "The tests of the pages need Node.js $oldest_node or newer with npm on the path: run \"scripts/install.sh test\"." >&2
    exit 1
fi

cd "$root/tests/web"
installed=node_modules/installed-package-lock.json
if ! cmp -s package-lock.json "$installed"; then
    npm ci --ignore-scripts --no-audit --no-fund --loglevel=error
    # Last, so that an installation that broke off is made again.
    cp package-lock.json "$installed"
fi
