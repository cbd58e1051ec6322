#!/usr/bin/env bash
# Installs what a verb of the Makefile needs and the machine lacks: "install.sh run" or
# "install.sh test". Without apt-get, or without the right to use it, it says what it skipped and
# goes on: the server starts without engines, and the tests say what they miss.
set -euo pipefail
cd "$(dirname "$0")/.."

build_tools=(build-essential pkg-config)
apertium=(
  apertium apertium-eng-spa apertium-eng-cat apertium-fra-cat apertium-cat-ita apertium-por-cat
  apertium-spa-cat apertium-fr-es apertium-spa-ita apertium-es-pt apertium-es-ro apertium-swe-dan
  apertium-dan-nor apertium-swe-nor apertium-rus-ukr
)
for_tests=(curl procps python3 python3-venv)

cargo_deny_version=0.20.2

say() { printf '%s\n' "install: $*" >&2; }

missing_packages() {
  local package
  for package in "$@"; do
    dpkg-query --show --showformat '${db:Status-Status}\n' "$package" 2>/dev/null \
      | grep --quiet --line-regexp installed || printf '%s\n' "$package"
  done
}

install_packages() {
  local missing as_root=()
  if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
    say "there is no apt-get here, so this was skipped: $*"
    say "install the like of it by hand; \"dragoman doctor\" says what is missing"
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  if [ "${#missing[@]}" -eq 0 ]; then
    return
  fi
  if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null; then
      say "only root may install packages, and there is no sudo; skipped: ${missing[*]}"
      return
    fi
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  if ! { "${as_root[@]}" apt-get update --quiet=2 \
    && "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
      apt-get install --quiet=2 --yes --no-install-recommends "${missing[@]}" >/dev/null; }; then
    say "apt-get failed; not installed: $(missing_packages "$@" | paste --serial --delimiters ' ')"
  fi
}

require_rust() {
  if ! command -v cargo >/dev/null; then
    say "a Rust toolchain is needed; https://rustup.rs says how to get one"
    exit 1
  fi
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
    install_packages "${build_tools[@]}" "${apertium[@]}"
    ;;
  test)
    require_rust
    install_packages "${build_tools[@]}" "${apertium[@]}" "${for_tests[@]}"
    install_cargo_deny
    ;;
  *)
    say "usage: install.sh run|test"
    exit 2
    ;;
esac
