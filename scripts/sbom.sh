#!/usr/bin/env bash
# Writes what the release binary is made of, as a software bill of materials in CycloneDX form
# (JSON, 1.5), to target/sbom/dragoman.cdx.json: "sbom.sh [TARGET]", such as aarch64-unknown-linux-gnu.
set -euo pipefail
cd "$(dirname "$0")/.."

cyclonedx_version=0.5.9

PATH="$PATH:${CARGO_HOME:-$HOME/.cargo}/bin"
target=${1:-$(rustc -vV | sed -n 's/^host: //p')}
folder=${CARGO_TARGET_DIR:-target}/sbom

if ! cargo cyclonedx --version 2>/dev/null | grep --quiet --fixed-strings "$cyclonedx_version"; then
  echo "sbom: building cargo-cyclonedx $cyclonedx_version" >&2
  cargo install --quiet --locked --version "$cyclonedx_version" cargo-cyclonedx
fi

# It writes beside the manifest of every crate of the workspace.
draft=sbom-draft
trap 'rm -f crates/*/"$draft.json" stand-ins/*/"$draft.json"' EXIT

# The time of the commit, so that the same source gives the same file.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct) cargo cyclonedx --quiet --manifest-path crates/cli/Cargo.toml \
  --format json --spec-version 1.5 --no-build-deps --target "$target" \
  --override-filename "$draft"
mkdir -p "$folder"
cargo tree --locked --package dragoman --edges normal --target "$target" --prefix none --format '{p}' \
  | python3 scripts/sbom.py "crates/cli/$draft.json" >"$folder/dragoman.cdx.json"
echo "$folder/dragoman.cdx.json"
