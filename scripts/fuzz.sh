#!/usr/bin/env bash
# Feeds the filters of documents with damaged and hostile files, each target for so many seconds, and says
# what was found: "fuzz.sh [seconds [target...]]". See fuzz/README.md.
set -euo pipefail
cd "$(dirname "$0")/../fuzz"

documents=(docx html xliff idml mif xlsx pptx xml dita json srt txt)
seconds=${1:-60}
targets=("${@:2}")
if [ "${#targets[@]}" -eq 0 ]; then targets=("${documents[@]}"); fi

# What one input may take: seconds, and MiB for the whole process.
timeout=10
memory=1024
largest=12288

host=$(rustc +nightly -vV | sed -n 's/^host: //p')
programs=target/$host/release

step() { printf '\n==> %s\n' "$*"; }

step "Building"
# No code in the filters is unsafe: a sanitizer would find nothing and take half of the speed.
if [ -z "${FUZZ_BUILT:-}" ]; then
    for target in "${targets[@]}"; do
        cargo +nightly fuzz build --sanitizer none "$target"
    done
fi
python3 seeds.py seeds "${targets[@]}"

found=()
for target in "${targets[@]}"; do
    step "$target for $seconds seconds"
    mkdir -p "corpus/$target" "artifacts/$target"
    "$programs/$target" "corpus/$target" "seeds/$target" -dict="seeds/$target.dict" \
        -artifact_prefix="artifacts/$target/" -max_total_time="$seconds" -timeout="$timeout" \
        -rss_limit_mb="$memory" -max_len="$largest" -verbosity=1 -print_final_stats=1 \
        -use_value_profile=1 \
        >"artifacts/$target.log" 2>&1 || found+=("$target")
    grep --extended-regexp '^#[0-9]+.*(INITED|DONE|RELOAD)|panicked|^==.*ERROR|Test unit written|SUMMARY|^stat::|^[^#]*assert' \
        "artifacts/$target.log" | tail -n 14 || true
done

if [ "${#found[@]}" -gt 0 ]; then
    step "Something was found in: ${found[*]}; the inputs are in fuzz/artifacts"
    exit 1
fi
step "Nothing was found"
