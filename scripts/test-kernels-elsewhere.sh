#!/usr/bin/env bash
# The tests of the kernels on instruction sets that this machine may not have: x86 interpreted by Miri,
# which also checks every memory access, and aarch64 emulated by QEMU. Not part of "make test": Miri
# takes a quarter of an hour.
#
# Needs a nightly toolchain with miri (rustup component add miri --toolchain nightly), the target
# aarch64-unknown-linux-gnu, and of Debian the packages qemu-user and gcc-aarch64-linux-gnu.
set -euo pipefail
cd "$(dirname "$0")/.."

step() { printf '\n==> %s\n' "$*"; }

# Miri has as many features as the compiler is told; a set must not imply a faster one, which would
# then be tested instead.
miri() {
    step "Miri: $1"
    RUSTFLAGS="$2" MIRIFLAGS=-Zmiri-disable-isolation \
        cargo +nightly miri test -p dragoman-kernels --test kernels -- --nocapture "${@:3}"
}

# Tests that reach every kernel between them and end within minutes.
tests=(ties instruction_sets a_cache_of_keys numbers_that_are_none a_layer_is_exactly activated_results
    normalised a_recurrent_step an_embedding logits the_greatest)

miri "portable" "" "${tests[@]}"
miri "AVX2" "-Ctarget-feature=+avx2,+fma" "${tests[@]}"
# The interpreter knows these dot products by the name of the AVX-512 extension only. Without
# AVX-512 BW the wider kernels are not chosen.
miri "AVX-VNNI" "-Ctarget-feature=+avx2,+fma,+avxvnni,+avx512vnni,+avx512vl" "${tests[@]}"
miri "AVX512-VNNI" "-Ctarget-feature=+avx2,+fma,+avx512f,+avx512bw,+avx512vl,+avx512vnni" "${tests[@]}"

step "QEMU: NEON, with matrix products, with dot products and with neither"
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER="qemu-aarch64 -cpu max -L /usr/aarch64-linux-gnu"
cargo test --target aarch64-unknown-linux-gnu -p dragoman-kernels --test kernels -- --nocapture

step "Intrinsics are inlined"
cargo build --release -p dragoman-kernels --example limits
calls=$(objdump -d -C "${CARGO_TARGET_DIR:-target}/release/examples/limits" |
    grep -E 'call.*core_arch::x86::(avx|fma|sse|ssse)' || true)
if [ -n "$calls" ]; then
    printf 'An intrinsic is called, so some function around it was not compiled for it:\n%s\n' "$calls"
    exit 1
fi
