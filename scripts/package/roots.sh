# shellcheck shell=bash disable=SC2034,SC2154
# The Debians in which packages are tried. Sourced by test.sh.

# Where those are kept that were made before; nothing of it is in git.
roots=$PWD/.test/package/roots
suite=${DEBIAN_RELEASE:-bookworm}

# Whether a Debian can be made and run here; otherwise machine_lacks says why not.
machine_possible_here() {
  if ! command -v mmdebstrap >/dev/null; then
    machine_lacks="mmdebstrap is not installed"
    return 1
  fi
  machine_possible
}

# The addresses from which this machine's apt has Debian; those of mmdebstrap's own if it has none.
mirrors() {
  apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' "Codename: $1" 'Label: Debian' 2>/dev/null | sort --unique \
    | head --lines=1
}

# Makes an archive of a Debian with some packages, unless it is there, and prints its path: "kept_root RELEASE PACKAGE...".
kept_root() {
  local release=$1 list file draft mirror
  shift
  list=$(printf '%s\n' "$@" | sort --unique | paste --serial --delimiters=,)
  file=$roots/$release-$architecture-$(sha256sum <<<"$list" | cut --characters=1-12).tar
  if [ ! -e "$file" ]; then
    mkdir --parents "$roots"
    draft=$roots/unfinished-$$.tar
    mirror=$(mirrors "$release")
    mmdebstrap --quiet --variant=apt --components=main --aptopt='APT::Install-Recommends "false"' \
      --dpkgopt='path-exclude=/usr/share/locale/*' --include="$list" "$release" "$draft" ${mirror:+"$mirror"} >&2 || {
      rm -f "$draft"
      return 1
    }
    mv "$draft" "$file"
  fi
  printf '%s\n' "$file"
}
