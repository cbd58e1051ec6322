#!/usr/bin/env bash
# "all.sh [BINARY]": a release build that runs with old systems, or one that is there already, and all packages of it, into
# target/package: the Debian package, the archive, the image, the bill of materials and checksums. The compiler of C and the linker are Zig's, which know the symbols
# that each glibc has; they come from PyPI.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/package/common.sh
. scripts/engine-packages.sh

output=${CARGO_TARGET_DIR:-target}/package
tools=$PWD/.test/package/tools
target=$machine-unknown-linux-gnu

# Builds the program against the old glibc, and says where it is.
build() {
  if ! cmp --silent scripts/package/requirements.txt "$tools/installed-requirements.txt"; then
    say "installing cargo-zigbuild and Zig below .test/package"
    rm -rf "$tools"
    python3 -m venv "$tools"
    "$tools/bin/python" -m pip install --quiet --disable-pip-version-check --requirement scripts/package/requirements.txt
    # Last, so that an installation that broke off is made again.
    cp scripts/package/requirements.txt "$tools/installed-requirements.txt"
  fi
  say "building for glibc $oldest_glibc"
  PATH=$tools/bin:$PATH cargo zigbuild --locked --release --package dragoman --target "$target.$oldest_glibc"
  binary=${CARGO_TARGET_DIR:-target}/$target/release/dragoman
}

binary=${1:-}
[ -n "$binary" ] || build
scripts/package/check-glibc.sh "$binary" "$oldest_glibc" >/dev/null

# Nothing of an earlier time is published with it.
rm -rf "$output"
mkdir -p "$output"
version=$(version_of_cargo)
bill=$output/dragoman-$version-$architecture.cdx.json
cp "$(scripts/sbom.sh "$target")" "$bill"
package=$(scripts/package/deb.sh "$binary" "$output" "$version" "$bill")
scripts/package/tarball.sh "$binary" "$output" "$version" "$bill" >/dev/null
scripts/package/image.sh "$package" "$output" "${recommended[@]}" >/dev/null
(cd "$output" && sha256sum -- * >SHA256SUMS.new && mv SHA256SUMS.new SHA256SUMS)
ls -l "$output" >&2
