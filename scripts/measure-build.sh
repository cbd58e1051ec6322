#!/usr/bin/env bash
# Prints the figures of docs/development.md: "measure-build.sh [lines] [recompiled] [release] [binary] [tests] [change]", all
# of them without an argument. Builds in folders of its own, from nothing, and leaves them in target/measured: 10 GB, and an hour on
# two processors. Nothing else should run.
set -euo pipefail
cd "$(dirname "$0")/.."

export CARGO_INCREMENTAL=0
folder=$PWD/target/measured

step() { printf '\n==> %s\n' "$*"; }

# Runs a command and says how long it took; what it says goes to a log.
seconds() {
  local what=$1 begin=$EPOCHREALTIME
  shift
  if ! "$@" >"$folder/log" 2>&1; then
    tail --lines=50 "$folder/log" >&2
    printf '%s: failed\n' "$what" >&2
    return 1
  fi
  awk -v what="$what" -v begin="$begin" -v end="$EPOCHREALTIME" \
    'BEGIN { printf "%-60s %7.1f s\n", what, end - begin }'
}

lines() {
  step "Lines of Rust by crate: code with its unit tests, and the tests, benchmarks and examples beside it"
  local crate
  for crate in crates/*; do
    printf '%-14s %7d %7d\n' "$(basename "$crate")" \
      "$(find "$crate/src" -name '*.rs' -exec cat {} + | wc -l)" \
      "$(find "$crate" -name '*.rs' -not -path "$crate/src/*" -exec cat {} + | wc -l)"
  done | awk '{ print; code += $2; beside += $3 } END { printf "%-14s %7d %7d\n", "all", code, beside }'
  printf '%s test binaries with unit tests, %s without\n' \
    "$(test_binaries lib,bin,test)" "$(test_binaries test)"
}

# How many programs "cargo test" links for targets of these kinds.
test_binaries() {
  cargo metadata --locked --no-deps --format-version 1 | python3 -c '
import json, sys
kinds = set(sys.argv[1].split(","))
targets = [target for package in json.load(sys.stdin)["packages"] for target in package["targets"]]
print(sum(target["test"] and bool(kinds & set(target["kind"])) for target in targets))' "$1"
}

recompiled() {
  step "What a change of each crate recompiles: crates with itself, their lines in src, and the share of all"
  cargo metadata --locked --no-deps --format-version 1 | python3 -c '
import json, pathlib, sys

packages = json.load(sys.stdin)["packages"]
folder = {package["name"]: pathlib.Path(package["manifest_path"]).parent for package in packages}
built_from = {
    package["name"]: {one["name"] for one in package["dependencies"] if one["kind"] != "dev"} for package in packages
}
lines = {
    name: sum(len(file.read_bytes().splitlines()) for file in (path / "src").rglob("*.rs"))
    for name, path in folder.items()
}
rows = []
for name in folder:
    changed, more = set(), {name}
    while more:
        changed |= more
        more = {user for user, of in built_from.items() if of & changed} - changed
    rows.append((sum(lines[one] for one in changed), len(changed), folder[name].name))
for count, crates, name in sorted(rows, reverse=True):
    print(f"{name:14} {crates:3} {count:7} {100 * count / sum(lines.values()):5.1f} %")'
}

release() {
  step "The release binary from nothing (cargo build --locked --release --package dragoman)"
  cargo fetch --locked --quiet
  rm -rf "$folder/release"
  CARGO_TARGET_DIR=$folder/release seconds "build, from nothing" \
    cargo build --locked --offline --release --package dragoman --timings
  echo "what each crate took: $folder/release/cargo-timings/cargo-timing.html"
  binary
}

binary() {
  step "The release binary by section, in bytes"
  local program=$folder/release/release/dragoman
  if [ ! -e "$program" ]; then
    echo "measure-build.sh: build it first: measure-build.sh release" >&2
    return 1
  fi
  printf '%-20s %12d\n' "the file" "$(stat --format=%s "$program")"
  size --format=sysv --radix=10 "$program" | awk '$2 > 100000 && $1 ~ /^\./ { printf "%-20s %12d\n", $1, $2 }'
}

tests() {
  step "The gate (make test)"
  # What it installs is not what is measured.
  scripts/install.sh test
  cargo fetch --locked --quiet
  rm -rf "$folder/debug"
  export CARGO_TARGET_DIR=$folder/debug
  local what
  for what in "from nothing" "built before"; do
    seconds "make test, $what" make --no-print-directory test
    # How long after the beginning each of its steps began.
    grep '^==> ' "$folder/log"
  done
  seconds "make test-fast, the first time" make --no-print-directory test-fast
  seconds "make test-fast, built before" make --no-print-directory test-fast
  export -n CARGO_TARGET_DIR
}

# Makes a file newer, which is what a change of one line is for the compiler.
change() {
  step "After a change of one line in a crate: its own build and tests, and the whole program in the profile of the tests"
  local crate
  export CARGO_TARGET_DIR=$folder/debug
  cargo fetch --locked --quiet
  seconds "the program is built before" cargo build --locked --offline --package dragoman
  for crate in service language text domain documents engines http; do
    # Built with the features that the crate has by itself.
    seconds "$crate: built before" cargo test --locked --offline --package "dragoman-$crate" --no-run
    touch "crates/$crate/src/lib.rs"
    seconds "$crate: build and run its tests" cargo test --locked --offline --package "dragoman-$crate"
    touch "crates/$crate/src/lib.rs"
    seconds "$crate: cargo build --package dragoman" cargo build --locked --offline --package dragoman
  done
  export -n CARGO_TARGET_DIR
}

mkdir -p "$folder"
grep --max-count=1 'model name' /proc/cpuinfo || true
printf '%s processors, %s\n' "$(nproc)" "$(rustc --version)"
if [ "$#" -eq 0 ]; then set -- lines recompiled release tests change; fi
for what in "$@"; do
  case "$what" in
    lines | recompiled | release | binary | tests | change) "$what" ;;
    *)
      echo "usage: measure-build.sh [lines] [recompiled] [release] [binary] [tests] [change]" >&2
      exit 2
      ;;
  esac
done
