#!/usr/bin/env bash
# Every check, the fast ones first. Needs what "install.sh test" installs; uses no server that runs
# and nothing of the data folder.
set -euo pipefail
cd "$(dirname "$0")/.."

# What makes the next build faster takes more of the disk than all that is built.
export CARGO_INCREMENTAL=0

step() { printf '\n==> %s (after %d s)\n' "$*" "$SECONDS"; }

# A variable of the caller's must not change what the tests see.
while IFS= read -r variable; do unset "$variable"; done < <(compgen -e DRAGOMAN_ || true)

# Where every server of the tests leaves its log, and what must not be in it.
DRAGOMAN_TEST_LOGS=$(mktemp --directory)
export DRAGOMAN_TEST_LOGS
trap 'rm -rf "$DRAGOMAN_TEST_LOGS"' EXIT

step "Format and lints"
make --no-print-directory lint

step "Licences and sources of dependencies"
cargo fetch --locked
make --no-print-directory check-licences

step "Security advisories about dependencies, if their database is here"
scripts/check-advisories.sh --if-there

# All of them, even if some fail: who mends one wants to know of the others.
step "Tests"
cargo test --locked --workspace --no-fail-fast

for skipped in "$DRAGOMAN_TEST_LOGS"/skipped-*; do
  [ ! -e "$skipped" ] || cat "$skipped"
done

step "The official Python client against the binary"
DRAGOMAN=${CARGO_TARGET_DIR:-target}/debug/dragoman scripts/test-python-client.sh

step "The same against two copies behind a proxy"
cargo build --locked --package dragoman-postgres-testing --package dragoman-s3-testing
# Without those that have a server of their own, one in either way.
DRAGOMAN=${CARGO_TARGET_DIR:-target}/debug/dragoman DRAGOMAN_MACHINES=$(realpath "${CARGO_TARGET_DIR:-target}/debug") \
  scripts/test-python-client.sh --ignore=test_libretranslate_clients.py --ignore=test_replayed_requests.py

step "A browser through the pages"
DRAGOMAN=${CARGO_TARGET_DIR:-target}/debug/dragoman scripts/test-web.sh

# Most of their time they wait, so several go on at a time.
step "Attacks on the binary, in a short form"
cargo run --locked --package dragoman-attacks -- --program "${CARGO_TARGET_DIR:-target}/debug/dragoman" --short --jobs 4

step "Copies, their database and their object storage killed, in a short form"
cargo run --locked --package dragoman-machines -- --program "${CARGO_TARGET_DIR:-target}/debug/dragoman" trials --short --jobs 2

step "What deploy/ has"
scripts/test-deploy.sh

step "Packages, in a short form"
scripts/package/test.sh --binary "${CARGO_TARGET_DIR:-target}/debug/dragoman"

step "No log of all these has what clients sent"
scripts/check-logs.sh --self-test
scripts/check-logs.sh "$DRAGOMAN_TEST_LOGS"

step "Documentation of the code"
make --no-print-directory docs
