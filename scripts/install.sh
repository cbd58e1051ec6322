#!/usr/bin/env bash
# Installs what a verb of the Makefile needs and the machine lacks: "install.sh run", "install.sh test",
# "install.sh package" or "install.sh weblate". Without apt-get, or without the right to use it, it says what it skipped and
# goes on: the server starts without engines, and the tests say what they miss.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/engine-packages.sh
. scripts/node.sh

build_tools=(build-essential pkg-config)
for_the_example=(ca-certificates curl)
for_tests=(chromium procps python3 python3-aiosmtpd python3-venv)
# Several machines: their database, a proxy before them, and what reads their alerts.
for_machines=(haproxy postgresql prometheus)
# Packages: a Debian of their own to be tried in, and what reads them.
for_packages=(binutils lintian man-db mmdebstrap skopeo)
# What pip builds for Weblate, which measures texts with Pango; Python's own headers belong to it.
for_weblate=(gir1.2-pango-1.0 libcairo2-dev libgirepository1.0-dev python3 python3-dev python3-venv)
# For the tests of the pages, unless another one of these is there: then its npm is, too.
node=(nodejs npm)
kept_node_version=22

cargo_deny_version=0.20.2

say() { printf '%s\n' "install: $*" >&2; }

# What is not installed, and what to do instead.
skip() {
  say "$1, so nothing was installed. Dragoman works without, for fewer languages."
  say "For all of them, $2"
}

missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query --show --showformat '${db:Status-Status}\n' "$package" 2>/dev/null \
      | grep --quiet --line-regexp installed || printf '%s\n' "$package"
  done
}

# As root, or through sudo.
as_root() {
  if [ "$(id -u)" -eq 0 ]; then "$@"; else sudo "$@"; fi
}

apt_install() {
  as_root env DEBIAN_FRONTEND=noninteractive \
    apt-get install --quiet=2 --yes --no-install-recommends "$@" >/dev/null
}

install_packages() {
  local missing package
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    skip "there is no apt-get here" "install the like of these with your system's own tool: $*"
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  if [ "${#missing[@]}" -eq 0 ]; then
    return
  fi
  if [ "$(id -u)" -ne 0 ]; then
    local by_hand="have an administrator run: apt-get install --no-install-recommends ${missing[*]}"
    if ! command -v sudo >/dev/null; then
      skip "only root may install packages, and there is no sudo" "$by_hand"
      return
    fi
    # Asked once: each command below would ask again.
    if ! sudo --validate; then
      skip "only root may install packages, and sudo refuses" "$by_hand"
      return
    fi
  fi
  say "installing ${missing[*]}"
  as_root apt-get update --quiet=2 || say "apt-get update failed; trying with the lists that are here"
  if ! apt_install "${missing[@]}"; then
    # One that this release lacks must not keep the others away.
    for package in "${missing[@]}"; do
      apt_install "$package" || say "not installed: $package"
    done
  fi
}

require_rust() {
  # Where rustup puts it, in a shell that was not started anew since.
  PATH="$PATH:$HOME/.cargo/bin"
  if ! command -v cargo >/dev/null; then
    say "a Rust toolchain is needed; https://rustup.rs says how to get one"
    exit 1
  fi
}

# With what was installed, or with what was there.
require_compiler() {
  if ! command -v cc >/dev/null; then
    say "a C compiler is needed (cc), such as gcc or clang; then run this again"
    exit 1
  fi
}

# Debian 12 has an older one, whose npm has this one.
install_node() {
  has_node || install_packages "${node[@]}"
  if ! has_node && command -v npm >/dev/null; then
    say "installing Node.js $kept_node_version below $kept_node"
    npm install --prefix "$kept_node" --no-audit --no-fund --loglevel=error "node@$kept_node_version" >/dev/null || true
  fi
  has_node || say "Node.js $oldest_node or newer with npm is needed for the tests of the pages; https://nodejs.org has it"
}

install_cargo_deny() {
  if ! cargo deny --version 2>/dev/null | grep --quiet --fixed-strings "$cargo_deny_version"; then
    say "building cargo-deny $cargo_deny_version"
    cargo install --quiet --locked --no-default-features --version "$cargo_deny_version" cargo-deny
  fi
}

case "${1:-}" in
  run)
    require_rust
    install_packages "${build_tools[@]}" "${apertium[@]}" "${dictionaries[@]}" "${office[@]}" "${recognition[@]}" \
      "${scripts_of_the_world[@]}" "${for_the_example[@]}"
    require_compiler
    ;;
  test)
    require_rust
    install_packages "${build_tools[@]}" "${apertium[@]}" "${dictionaries[@]}" "${office[@]}" "${recognition[@]}" \
      "${for_the_example[@]}" "${for_tests[@]}" "${for_machines[@]}" "${for_packages[@]}"
    require_compiler
    install_node
    install_cargo_deny
    ;;
  package)
    require_rust
    install_packages "${build_tools[@]}" "${for_packages[@]}" python3 python3-venv
    require_compiler
    ;;
  weblate)
    require_rust
    install_packages "${build_tools[@]}" "${apertium[@]}" "${for_weblate[@]}"
    require_compiler
    ;;
  *)
    say "usage: install.sh run|test|package|weblate"
    exit 2
    ;;
esac
