#!/usr/bin/env bash
# Compares what is linked in with the known security advisories (RustSec). The database is a git
# repository of its own: "check-advisories.sh" brings it up to date and is a step of every release;
# "check-advisories.sh --if-there" makes no connection and skips the check where there is none.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo_home=${CARGO_HOME:-$HOME/.cargo}
PATH="$PATH:$cargo_home/bin"
# Where cargo-deny and cargo-audit keep the database.
databases=("$cargo_home"/advisory-dbs/advisory-db-*/crates)

case "${1:-}" in
  "") offline=() stale=() ;;
  --if-there)
    if [ ! -d "${databases[0]}" ]; then
      echo "skipped: there is no database of advisories; \"make check-advisories\" gets it, and must pass before a release"
      exit 0
    fi
    offline=(--offline) stale=(--no-fetch --stale)
    ;;
  *)
    echo "usage: check-advisories.sh [--if-there]" >&2
    exit 2
    ;;
esac

cargo deny --locked "${offline[@]}" check advisories

# It reads the same database, and finds besides what is wrong with packages that deny.toml leaves out,
# such as those for other systems.
if cargo audit --version >/dev/null 2>&1; then
  if [ "${#stale[@]}" -eq 0 ] || [ -d "$cargo_home/advisory-db/crates" ]; then
    cargo audit --deny warnings "${stale[@]}"
  fi
elif [ "${#offline[@]}" -eq 0 ]; then
  echo "cargo-audit is not installed; \"cargo install --locked cargo-audit\" brings it" >&2
  exit 1
fi
