#!/usr/bin/env bash
# "stage.sh BINARY PREFIX FOLDER [SBOM]": lays out in FOLDER what every package has, for an installation below PREFIX, such
# as /usr or /usr/local: the program, its man pages and completions, the unit, the user and the documentation. The program
# itself writes what is made from its command line.
set -euo pipefail
cd "$(dirname "$0")/../.."
. scripts/package/common.sh

binary=$(realpath "$1")
prefix=$2
folder=$3
sbom=${4:-}
to=$folder$prefix
# Rights as they are here, whoever makes the package.
umask 022

install -D --mode=0755 "$binary" "$to/bin/dragoman"
install -D --mode=0755 deploy/systemd/dragoman-admin "$to/sbin/dragoman-admin"

"$binary" manual "$to/share/man/man1" >/dev/null
# Whoever looks for a command finds the page that has it.
gzip --no-name --best "$to"/share/man/man1/*.1
completions() { install -D --mode=0644 /dev/stdin "$to/share/$2" < <("$binary" completions "$1"); }
completions bash bash-completion/completions/dragoman
completions zsh zsh/vendor-completions/_dragoman
completions fish fish/vendor_completions.d/dragoman.fish

# What a service may do is written once, for the copies of several machines.
hardening=$(sed -n '/^# Memory and processors/,/^\[Install\]/p' deploy/systemd/dragoman-interface.service | sed '$d')
[ "$(wc --lines <<<"$hardening")" -gt 20 ] || fail "dragoman-interface.service has no part about what it may do"
install -D --mode=0644 /dev/stdin "$to/lib/systemd/system/dragoman.service" < <(
  while IFS= read -r line; do
    case "$line" in
      '@hardening@') printf '%s\n' "$hardening" ;;
      *) printf '%s\n' "${line//@prefix@/$prefix}" ;;
    esac
  done <deploy/package/dragoman.service
)

documents=$to/share/doc/dragoman
install -D --mode=0644 --target-directory="$documents" README.md CHANGELOG.md SECURITY.md LICENSE LICENSE-MIT LICENSE-APACHE \
  dragoman.default.toml
for pages in docs docs/architecture docs/from; do
  install -D --mode=0644 --target-directory="$documents/$pages" "$pages"/*.md
done
if [ -n "$sbom" ]; then
  install --mode=0644 "$sbom" "$documents/dragoman.cdx.json"
fi
