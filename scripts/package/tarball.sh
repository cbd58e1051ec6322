#!/usr/bin/env bash
# "tarball.sh BINARY FOLDER [VERSION [SBOM]]": makes the archive for any Linux with glibc in FOLDER and prints its path. It
# unpacks into /usr/local.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/package/common.sh

binary=$1
output=$(realpath "$2")
name=dragoman-${3:-$(version_of_cargo)}-linux-$machine
sbom=${4:-}

work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
umask 022
scripts/package/stage.sh "$binary" /usr/local "$work/root" "$sbom"
mv "$work/root/usr/local" "$work/$name"
# What is put into /etc by hand, and the user by systemd-sysusers.
examples=$work/$name/share/doc/dragoman/examples
install -D --mode=0644 --target-directory="$examples" deploy/package/dragoman.toml deploy/systemd/dragoman.sysusers.conf
sed --in-place 's|/usr/share/doc|/usr/local/share/doc|' "$examples/dragoman.toml"
# The place where zsh looks below /usr/local.
mv "$work/$name/share/zsh/vendor-completions" "$work/$name/share/zsh/site-functions"

file=$output/$name.tar.gz
archive "$work" "$name" | gzip --no-name "-${PACKAGE_COMPRESSION_LEVEL:-9}" >"$file"
printf '%s\n' "$file"
