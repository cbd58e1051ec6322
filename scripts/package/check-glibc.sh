#!/usr/bin/env bash
# "check-glibc.sh BINARY [OLDEST]": says on standard output which libraries of the system a program needs, as the "Depends"
# of Debian, and fails if one is not part of every system with glibc, or if a symbol is newer than OLDEST (2.31).
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/package/common.sh

binary=$1
oldest=${2:-$oldest_glibc}
command -v readelf >/dev/null || fail "readelf is needed (Debian package binutils)"

# Weak symbols are no needs: the program asks whether they are there.
versions=$(readelf --version-info --wide "$binary" | sed -n 's/.*Name: \(GLIBC_[0-9.]*\|GLIBC_PRIVATE\|GLIBC_ABI[^ ]*\).*/\1/p' | sort --unique --version-sort)
[ -n "$versions" ] || fail "$binary names no version of glibc: it is linked to another C library, or to none"
newest=$(grep --extended-regexp --only-matching '[0-9.]+$' <<<"$versions" | sort --version-sort | tail --lines=1)
if grep --quiet --extended-regexp 'PRIVATE|ABI' <<<"$versions"; then
  fail "$binary needs $(grep --extended-regexp 'PRIVATE|ABI' <<<"$versions" | tr '\n' ' '), which is not the same in every glibc"
fi
if [ "$(printf '%s\n' "$newest" "$oldest" | sort --version-sort | tail --lines=1)" != "$oldest" ]; then
  readelf --dyn-syms --wide "$binary" | grep --fixed-strings "@GLIBC_$newest" >&2 || true
  fail "$binary needs glibc $newest, and is to run with $oldest"
fi

depends="libc6 (>= $newest)"
while IFS= read -r library; do
  case "$library" in
    libc.so.6 | libm.so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1 | libresolv.so.2 | libutil.so.1) ;;
    ld-linux-x86-64.so.2 | ld-linux-aarch64.so.1) ;;
    # Of the compiler, and on every system that has one that Debian calls installed.
    libgcc_s.so.1) depends="$depends, libgcc-s1" ;;
    *) fail "$binary needs $library, which a system need not have" ;;
  esac
done < <(readelf --dynamic --wide "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p')
say "$binary needs glibc $newest; $(readelf --dynamic --wide "$binary" | sed -n 's/.*(NEEDED).*\[\(.*\)\]$/\1/p' | tr '\n' ' ')"
printf '%s\n' "$depends"
