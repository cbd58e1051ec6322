#!/usr/bin/env bash
# "test.sh --binary PATH": makes the packages of a program that is built already, and tries them: the Debian package in a
# fresh Debian, with systemd as its first process, the archive and the image. "test.sh --release FOLDER" tries those that
# "make package" has left there, with all programs that they recommend. What this machine does not allow is skipped, and the
# last lines say so.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/package/common.sh
. scripts/package/machine.sh
. scripts/package/roots.sh
. scripts/package/trials.sh

binary=
release=
case "${1:-}" in
  --binary) binary=$(realpath "$2") ;;
  --release) release=$(realpath "$2") ;;
  *) fail "usage: test.sh --binary PATH | --release FOLDER" ;;
esac

passed=0
skipped=()
step() { printf '\n==> %s (after %d s)\n' "$*" "$SECONDS"; }
pass() { passed=$((passed + 1)); }
skip() {
  skipped+=("$1")
  echo "SKIPPED: $1"
}
# The last lines, whatever was skipped.
finish() {
  printf '\n'
  for one in "${skipped[@]}"; do echo "SKIPPED: $one"; done
  echo "packages: $passed checks passed, ${#skipped[@]} skipped"
}

work=$(mktemp --directory)
# Debian's users read what they are given below it.
chmod 0755 "$work"
clean_up() {
  stop_machine
  # What is mounted there is gone with the namespaces in which it was.
  rm -rf --one-file-system "$work"
}
trap clean_up EXIT

step "Packages"
version=$(version_of_cargo)
next=$version+upgrade
if [ -n "$release" ]; then
  package=$release/dragoman_${version//-/\~}_$architecture.deb
  tarball=$release/dragoman-$version-linux-$machine.tar.gz
  (cd "$release" && sha256sum --check --quiet SHA256SUMS)
  binary=$work/dragoman
  tar --extract --gzip --file="$tarball" --to-stdout "dragoman-$version-linux-$machine/bin/dragoman" >"$binary"
  chmod 0755 "$binary"
  scripts/package/check-glibc.sh "$binary" "$oldest_glibc" >/dev/null
else
  # What is in it for a debugger and what compressing takes would take most of the time.
  strip --output-file="$work/dragoman" "$binary"
  binary=$work/dragoman
  export PACKAGE_COMPRESSION=none PACKAGE_COMPRESSION_LEVEL=1
  package=$(scripts/package/deb.sh "$binary" "$work")
  tarball=$(scripts/package/tarball.sh "$binary" "$work")
fi
newer=$(PACKAGE_COMPRESSION=none scripts/package/deb.sh "$binary" "$work" "$next")
dpkg-deb --field "$package" Version Depends Recommends
# The same source makes the same package, whoever makes it and when.
mkdir "$work/again"
(umask 077 && PACKAGE_COMPRESSION=none scripts/package/deb.sh "$binary" "$work/again" "$next" >/dev/null)
cmp "$newer" "$work/again/$(basename "$newer")"
pass

step "Manual and what else Debian asks of a package"
check_pages
check_lint
pass

step "Units"
check_unit
pass

if ! machine_possible_here; then
  skip "no package was installed, started, upgraded or removed, and no image run: $machine_lacks"
  finish
  exit
fi

step "A fresh Debian"
if ! prepare_root; then
  skip "no package was installed, started, upgraded or removed, and no image run: there is no Debian $suite to be had"
  finish
  exit
fi
pass

step "The Debian package: installed, used, upgraded, removed, purged"
try_package
pass

step "The archive"
try_tarball
pass

if [ -n "$release" ]; then
  step "The program with glibc $oldest_glibc"
  try_oldest
  pass
fi

step "The image"
try_image
pass

step "The image in Podman"
try_podman

finish
