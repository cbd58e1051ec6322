#!/usr/bin/env bash
# "deb.sh BINARY FOLDER [VERSION [SBOM]]": makes the Debian package in FOLDER and prints its path. What it depends on is
# what the program is linked to.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/package/common.sh
. scripts/engine-packages.sh

binary=$1
output=$(realpath "$2")
# A version before the release sorts before it.
version=$(tr - '~' <<<"${3:-$(version_of_cargo)}")
sbom=${4:-}
maintainer=${MAINTAINER:-The Dragoman developers <packages@dragoman.invalid>}

command -v dpkg-deb >/dev/null || fail "dpkg-deb is needed (package dpkg)"
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
root=$work/root
umask 022
# The newest glibc of all: whether the program runs with an old one is for who builds it to say.
libraries=$(scripts/package/check-glibc.sh "$binary" 999)
scripts/package/stage.sh "$binary" /usr "$root" "$sbom"

install -D --mode=0644 deploy/package/dragoman.toml "$root/etc/dragoman/dragoman.toml"
documents=$root/usr/share/doc/dragoman
# With the text of the MIT licence, without its title and whose it is, and with an empty line as Debian writes it. The other
# is on every Debian.
mit=$(sed '1,/^Copyright/d' LICENSE-MIT | sed '/./,$!d; s/^$/./; s/^/ /')
while IFS= read -r line; do
  printf '%s\n' "${line/#@mit@/$mit}"
done <deploy/package/copyright | install --mode=0644 /dev/stdin "$documents/copyright"
rm "$documents"/LICENSE*
# As Debian has them.
gzip --no-name --best "$documents/CHANGELOG.md"
gzip --no-name --best >"$documents/changelog.gz" <<CHANGELOG
dragoman ($version) unstable; urgency=medium

  * What has changed is in CHANGELOG.md.gz beside this file.

 -- $maintainer  $(LC_ALL=C date --utc --rfc-email --date="@$SOURCE_DATE_EPOCH")
CHANGELOG

# Each once, in the order in which they are listed, with commas between.
list() { printf '%s\n' "$@" | awk '!seen[$0]++ { printf "%s%s", comma, $0; comma = ", " }'; }
mapfile -t suggested < <(printf '%s\n' "${scripts_of_the_world[@]}" | grep --invert-match --line-regexp fonts-noto-core)

mkdir "$root/DEBIAN"
# With all files as large as they lie on a disk of small blocks.
size=$(du --apparent-size --summarize --block-size=1024 --exclude=DEBIAN "$root" | cut --fields=1)
cat >"$root/DEBIAN/control" <<CONTROL
Package: dragoman
Version: $version
Architecture: $architecture
Maintainer: $maintainer
Section: web
Priority: optional
Installed-Size: $size
Depends: $libraries, adduser, init-system-helpers (>= 1.56)
Recommends: $(list "${recommended[@]}")
Suggests: $(list "${suggested[@]}")
Description: self-hosted translation server
 Dragoman translates texts and documents, improves texts and detects languages
 on this machine, over the HTTP interface of a cloud service and on pages for
 people. It translates with neural models of the family that Firefox uses,
 which it fetches when a pair is first wanted, and with Apertium where that is
 installed.
 .
 The service listens on 127.0.0.1:8080. Its configuration is in /etc/dragoman
 and its data in /var/lib/dragoman, which purging the package removes.
CONTROL
printf '/etc/dragoman/dragoman.toml\n' >"$root/DEBIAN/conffiles"
install --mode=0755 --target-directory="$root/DEBIAN" deploy/package/postinst deploy/package/prerm deploy/package/postrm
(cd "$root" && find etc usr -type f -print0 | sort --zero-terminated | xargs --null md5sum) >"$root/DEBIAN/md5sums"
# What was written just now has the time of the source, folders too.
find "$root" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +

file=$output/dragoman_${version}_$architecture.deb
# Debian 11 cannot read the compression that Ubuntu's dpkg-deb prefers. A test may want none, which takes no time.
dpkg-deb --root-owner-group "-Z${PACKAGE_COMPRESSION:-xz}" --build "$root" "$file" >/dev/null
printf '%s\n' "$file"
