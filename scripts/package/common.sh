# shellcheck shell=bash
# What the scripts of this folder have in common. Sourced, in the root of the repository.

say() { printf '%s\n' "package: $*" >&2; }
fail() {
  say "$@"
  exit 1
}

# Of the workspace's packages, which all have the same.
version_of_cargo() {
  sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"$/\1/p' Cargo.toml
}

# The newest commit's time, so that the same source gives the same files.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
export SOURCE_DATE_EPOCH

# The oldest C library that packages run with: that of Debian 11 and Ubuntu 20.04.
# shellcheck disable=SC2034
oldest_glibc=2.31

# The machine as the kernel and Rust call it, and as Debian and images do.
machine=$(uname -m)
case "$machine" in
  x86_64) architecture=amd64 ;;
  aarch64) architecture=arm64 ;;
  *) fail "packages are made on x86_64 and aarch64, and this is $machine" ;;
esac
# shellcheck disable=SC2034
readonly machine architecture

# An archive of what is in a folder, the same whoever makes it: "archive FOLDER NAME...", to standard output.
archive() {
  tar --create --directory "$1" --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" \
    --format=gnu "${@:2}"
}
