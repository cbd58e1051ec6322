#!/bin/sh
# Makes the tables of crates/variants/data from the dictionaries of OpenCC, which Cargo fetches. The
# version is pinned, so they are the same each time.
set -eu

cd "$(dirname "$0")"
cargo fetch --quiet
dictionaries=$(cargo metadata --format-version 1 |
    python3 -c 'import json, os, sys
for package in json.load(sys.stdin)["packages"]:
    if package["name"] == "ferrous-opencc":
        print(os.path.join(os.path.dirname(package["manifest_path"]), "assets", "dictionaries"))')
cargo run --quiet --release -- "$dictionaries" ../../crates/variants/data
