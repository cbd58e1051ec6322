#!/usr/bin/env bash
# "image.sh DEB FOLDER [PACKAGE...]": makes an image of containers in FOLDER and prints its path, out of Debian's packages,
# the Debian package of Dragoman and the PACKAGEs that are to be beside it, without a registry and without an engine of
# containers. Both "docker load" and "podman load" take it. Whoever is not root needs user namespaces and subordinate ids.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/package/common.sh

package=$(realpath "$1")
output=$(realpath "$2")
shift 2
release=${DEBIAN_RELEASE:-bookworm}
# The number by which deploy/kubernetes knows the user.
user=10001

command -v mmdebstrap >/dev/null || fail "mmdebstrap is needed (Debian package mmdebstrap)"
# As a container finds it: 0.1.0~rc.1 is no name that a registry takes.
version=$(dpkg-deb --field "$package" Version | tr '~' '-')
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT
# Where somebody else than this user installs it.
chmod 0755 "$work"
cp "$package" "$work/dragoman.deb"

# mmdebstrap gives the folder to its hooks.
# shellcheck disable=SC2016
install_package='chroot "$1" apt-get install --quiet=2 --yes --no-install-recommends /tmp/dragoman.deb >/dev/null'
# shellcheck disable=SC2016
clean_up='rm -rf "$1"/tmp/dragoman.deb "$1"/etc/dragoman "$1"/etc/systemd/system/*.wants/dragoman.service \
  "$1"/var/lib/systemd/deb-systemd-helper-* "$1"/var/log/* "$1"/etc/*-'

# A Debian that is there already, as an archive, or one that is fetched.
if [ -n "${DEBIAN_ROOT:-}" ]; then
  # shellcheck disable=SC2016
  base=(--variant=custom --skip=update --skip=output/dev --setup-hook="tar --extract --preserve-permissions --file='$DEBIAN_ROOT' --directory=\"\$1\"")
else
  base=(
    --variant=apt --skip=output/dev --components=main --aptopt='APT::Install-Recommends "false"'
    --include="$(IFS=, && echo "ca-certificates,adduser${*:+,$*}")"
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/doc/*'
    --dpkgopt='path-include=/usr/share/doc/*/copyright'
  )
fi

# The user first, so that the package finds its number. The package's unit and configuration are for machines: an image is
# configured from outside. What is left of the installation would differ from one time to the other.
mmdebstrap --quiet --architectures="$architecture" "${base[@]}" \
  --customize-hook="chroot \"\$1\" groupadd --gid $user dragoman" \
  --customize-hook="chroot \"\$1\" useradd --uid $user --gid $user --home-dir /var/lib/dragoman --no-create-home \
    --shell /usr/sbin/nologin dragoman" \
  --customize-hook="copy-in '$work/dragoman.deb' /tmp" \
  --customize-hook="$install_package" --customize-hook="$clean_up" \
  "$release" "$work/layer.tar" >&2

file=$output/dragoman-$version-image-$architecture.tar
python3 -B scripts/package/image.py "$work/layer.tar" "$work/image" --architecture "$architecture" --version "$version" --user "$user" \
  --created "$SOURCE_DATE_EPOCH" --level "${PACKAGE_COMPRESSION_LEVEL:-6}"
archive "$work/image" blobs index.json manifest.json oci-layout >"$file"
printf '%s\n' "$file"
