#!/usr/bin/env bash
# Feeds the readers of foreign files with damaged and hostile ones, each target for so many seconds, and says
# what was found: "fuzz.sh [seconds [target...]]". See fuzz/README.md. Not part of "make test", where every target has a
# short run without a fuzzer (crates/fuzzing/tests).
#
# Needs a nightly toolchain and cargo-fuzz.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"

seconds=${1:-60}
targets=("${@:2}")
if [ "${#targets[@]}" -eq 0 ]; then
    for program in fuzz_targets/*.rs; do targets+=("$(basename "$program" .rs)"); done
fi

# What one input may take, in seconds and in MiB for the whole process, and how long it may be in bytes.
timeout=10
memory=1024
longest=12288

host=$(rustc +nightly --version --verbose | sed -n 's/^host: //p')
programs=${CARGO_TARGET_DIR:-target}/$host/release

step() { printf '\n==> %s\n' "$*"; }

step "Building"
# None of this code is unsafe but a few kernels: a sanitizer would find nothing and take half of the speed.
for target in "${targets[@]}"; do
    cargo +nightly fuzz build --fuzz-dir . --sanitizer none "$target"
done
cargo run --quiet --locked --manifest-path ../Cargo.toml --package dragoman-fuzzing --example seeds -- \
    seeds "${targets[@]}"

found=()
for target in "${targets[@]}"; do
    step "$target for $seconds seconds"
    mkdir -p "corpus/$target" "artifacts/$target"
    log=artifacts/$target.log
    if "$programs/$target" "corpus/$target" "seeds/$target" -dict="seeds/$target.dict" \
        -artifact_prefix="artifacts/$target/" -max_total_time="$seconds" -timeout="$timeout" \
        -rss_limit_mb="$memory" -max_len="$longest" >"$log" 2>&1; then
        grep '^#.*DONE' "$log"
    else
        found+=("$target")
        grep --after-context=2 --extended-regexp 'panicked|ERROR: libFuzzer|Test unit written' "$log" || tail "$log"
    fi
done

if [ "${#found[@]}" -gt 0 ]; then
    step "Something was found in ${found[*]}; the inputs are in fuzz/artifacts"
    exit 1
fi
step "Nothing was found"
