# shellcheck shell=bash disable=SC2154
# What is tried with the packages. Sourced by test.sh, which sets what is used here: binary, package, newer, tarball, release,
# version and work.

# Every page of the manual can be read, and every command has one.
check_pages() {
  local pages=$work/pages page said command
  "$binary" manual "$pages" >/dev/null
  for command in serve keys-create doctor; do
    [ -e "$pages/dragoman-$command.1" ] || fail "there is no page dragoman-$command(1)"
  done
  if ! command -v man >/dev/null; then
    skip "the manual was not read by man (Debian package man-db)"
    return
  fi
  for page in "$pages"/*.1; do
    said=$(LC_ALL=C.UTF-8 MANROFFSEQ='' MANWIDTH=80 man --warnings --local-file --ditroff --encoding=UTF-8 "$page" 2>&1 >/dev/null \
      | grep --invert-match 'cannot adjust line' || true)
    [ -z "$said" ] || fail "$page: $said"
  done
  echo "$(find "$pages" -name '*.1' | wc --lines) pages"
}

# Lintian finds nothing but what is meant so: no page for dragoman-admin, no bug that the package closes, libraries linked
# in, and lines of the manual that cannot be made full. It reads the program for half a minute, so only that of a release.
check_lint() {
  if [ -z "$release" ]; then
    return
  elif ! command -v lintian >/dev/null; then
    skip "the package was not read by lintian"
    return
  fi
  lintian --allow-root --fail-on=error,warning \
    --suppress-tags=initial-upload-closes-no-bugs,no-manual-page,embedded-library,groff-message "$package"
}

# The unit is one that systemd understands, and lets the service do little: 0 is nothing, 100 everything.
check_unit() {
  local unit=$work/units/dragoman.service said
  if ! command -v systemd-analyze >/dev/null; then
    skip "the unit was not given to systemd-analyze"
    return
  fi
  mkdir --parents "$work/units"
  dpkg-deb --fsys-tarfile "$package" | tar --extract --to-stdout ./usr/lib/systemd/system/dragoman.service \
    | sed 's|^ExecStart=[^ ]*|ExecStart=/bin/true|; s|^Documentation=.*||' >"$unit"
  said=$(systemd-analyze verify "$unit" 2>&1 || true)
  [ -z "$said" ] || fail "$said"
  systemd-analyze security --offline=true --threshold=20 --no-pager "$unit" | tail --lines=1
}

# What is installed beside the server: all that is recommended only for a release, which takes minutes to fetch.
beside_it() {
  . scripts/engine-packages.sh
  if [ -n "$release" ]; then
    printf '%s\n' "${recommended[@]}"
  else
    printf '%s\n' apertium apertium-eng-spa hunspell hunspell-de-de tesseract-ocr tesseract-ocr-eng fonts-dejavu ca-certificates
  fi
}

# Makes the Debian in which the package is tried: everything that it may want is there already, since no network is.
prepare_root() {
  local beside
  mapfile -t beside < <(beside_it)
  debian=$(kept_root "$suite" systemd systemd-sysv adduser init-system-helpers "${beside[@]}") || return 1
  root=$work/debian
  mkdir "$root"
  tar --extract --preserve-permissions --file="$debian" --directory="$root"
  echo "$(du --summarize --si "$root" | cut --fields=1), $(sed -n 's/^PRETTY_NAME=//p' "$root/etc/os-release")"
}

# Asks the server, whose network is that of a process: "ask PROCESS KEY PATH CURL-ARGUMENT...".
ask() {
  nsenter --target "$1" --net -- curl --silent --show-error --fail-with-body --max-time 60 \
    --header "Authorization: Service-Auth-Key $2" "http://127.0.0.1:8080$3" "${@:4}"
}

# It answers, and Apertium works beside it.
translates() {
  local answer
  answer=$(ask "$1" "$2" /v2/translate --data-urlencode 'text=The house is green and the garden is big.' --data source_lang=EN \
    --data target_lang=ES) || {
    echo "$answer" >&2
    return 1
  }
  grep --quiet 'La casa es verde' <<<"$answer" || fail "the translation is: $answer"
}

characters_used() { ask "$1" "$2" /v2/usage | sed 's/.*"character_count": *\([0-9]*\).*/\1/'; }

# Which of the sandbox's protections the machine lacks itself, so that no package can have them.
lacking_here() { DRAGOMAN_MODELS__OFFLINE=true "$binary" doctor --data-dir "$work/nothing" 2>&1 | grep 'nothing keeps them from' || true; }

# What the unit lets the service do is enough for the programs beside it: doctor starts each, with the same rights.
doctor_as_service() {
  local unit=/run/systemd/system/dragoman-doctor.service said
  inside sed --expression 's|^ExecStart=\(.*\) serve$|ExecStart=\1 doctor|' --expression 's/^Type=.*/Type=oneshot/' \
    --expression '/^Restart/d' --expression '/^\[Service\]/a StandardOutput=file:/run/doctor' /usr/lib/systemd/system/dragoman.service \
    | inside tee "$unit" >/dev/null
  inside systemctl daemon-reload
  inside systemctl start dragoman-doctor.service || fail "doctor has failed: $(inside cat /run/doctor)"
  said=$(inside cat /run/doctor)
  grep --invert-match '^missing' <<<"$said"
  for expected in "$@"; do
    grep --quiet --extended-regexp "^ok .*$expected" <<<"$said" || fail "doctor does not say \"$expected\""
  done
}

service_is() { [ "$(inside systemctl is-active dragoman.service)" = "$1" ]; }
first_key() { inside sed -n 's/^ *API key: *//p' /var/lib/dragoman/first-keys.txt; }
install_package() {
  cp "$1" "$root/var/cache/package.deb"
  inside apt-get install --quiet=2 --yes --no-install-recommends /var/cache/package.deb
}

# All that a package may have left in the machine.
files_of_machine() { find "$root" -xdev \( -path "$root/var/log" -o -path "$root/var/cache" -o -path "$root/var/lib/dpkg" -o -path "$root/var/lib/apt" \) -prune -o -printf '%P\n' | sort; }

try_package() {
  local sandbox=required why key made used process
  start_machine "$root" "$work/console"
  files_of_machine >"$work/before"

  # Before the installation, which starts the service.
  why=$(lacking_here)
  if [ -n "$why" ]; then
    skip "the sandbox of helper programs is not complete on this machine: $why"
    sandbox=available
  fi
  inside install --directory --mode=0755 /etc/dragoman
  printf "DRAGOMAN_ENGINES__SANDBOX='%s'\nDRAGOMAN_MODELS__OFFLINE='true'\n" "$sandbox" \
    | inside install --mode=0600 /dev/stdin /etc/dragoman/secrets.env

  install_package "$package"
  # With engines.sandbox "required" it starts only with every protection.
  eventually "the service takes requests" inside dragoman-admin health
  service_is active
  [ "$(inside systemctl is-enabled dragoman.service)" = enabled ]
  [ "$(inside stat --format='%U:%G %a' /var/lib/dragoman)" = "dragoman:dragoman 750" ]
  [ "$(inside stat --format='%U:%G %a' /etc/dragoman/dragoman.toml)" = "root:dragoman 640" ]
  key=$(first_key)
  translates "$machine_process" "$key"
  doctor_as_service "are kept from" "Apertium translates" "dictionaries for .*de" "Tesseract recognises" \
    ${release:+"LibreOffice converts"}

  # As an administrator.
  made=$(inside dragoman-admin keys create --label upgrade --json | sed -n 's/.*"key": *"\([^"]*\)".*/\1/p')
  [ -n "$made" ] || fail "dragoman-admin has made no key"
  translates "$machine_process" "$made"
  used=$(characters_used "$machine_process" "$key")
  echo '# changed by the administrator' >>"$root/etc/dragoman/dragoman.toml"
  process=$(inside systemctl show --property=MainPID --value dragoman.service)

  # The same program as a newer package: what is stored is brought up to date by the program itself, which has tests of its own.
  install_package "$newer"
  eventually "the upgraded service takes requests" inside dragoman-admin health
  [ "$process" != "$(inside systemctl show --property=MainPID --value dragoman.service)" ] || fail "the upgrade has not restarted the service"
  [ "$(inside dpkg-query --show --showformat='${Version}' dragoman)" = "$(dpkg-deb --field "$newer" Version)" ]
  [ "$used" = "$(characters_used "$machine_process" "$key")" ] || fail "the upgrade has changed what was counted"
  translates "$machine_process" "$made"
  grep --quiet 'changed by the administrator' "$root/etc/dragoman/dragoman.toml"

  inside apt-get remove --quiet=2 --yes dragoman
  service_is inactive || service_is unknown || fail "the service is $(inside systemctl is-active dragoman.service) after the package was removed"
  [ -e "$root/var/lib/dragoman/dragoman.db" ] || [ -n "$(find "$root/var/lib/dragoman" -name '*.db' -o -name '*.sqlite*')" ] || fail "removing has removed data"
  [ -e "$root/etc/dragoman/dragoman.toml" ] && inside getent passwd dragoman >/dev/null
  # Whoever installs it again finds everything.
  install_package "$newer"
  eventually "the service that was installed again takes requests" inside dragoman-admin health
  translates "$machine_process" "$made"

  inside apt-get purge --quiet=2 --yes dragoman
  [ ! -e "$root/var/lib/dragoman" ] && [ ! -e "$root/etc/dragoman" ] || fail "purging has left data or configuration"
  ! inside getent passwd dragoman && ! inside getent group dragoman || fail "purging has left the user"
  files_of_machine | grep --invert-match --extended-regexp '^(etc/(passwd|group|shadow|gshadow)-|run/|tmp/|dev/|proc/|sys/)' \
    | comm -13 "$work/before" - >"$work/left"
  [ ! -s "$work/left" ] || fail "purging has left: $(cat "$work/left")"
}

# On a system without packages, as docs/installation.md says.
try_tarball() {
  local key
  tar --extract --gzip --file="$tarball" --strip-components=1 --no-same-owner --directory="$root/usr/local"
  inside install -D --mode=0644 /usr/local/share/doc/dragoman/examples/dragoman.sysusers.conf /etc/sysusers.d/dragoman.conf
  inside systemd-sysusers
  inside install -D --mode=0640 --group=dragoman /usr/local/share/doc/dragoman/examples/dragoman.toml /etc/dragoman/dragoman.toml
  printf "DRAGOMAN_MODELS__OFFLINE='true'\n" | inside install --mode=0600 /dev/stdin /etc/dragoman/secrets.env
  inside systemctl daemon-reload
  inside systemctl enable --now dragoman.service
  eventually "the service of the archive takes requests" inside dragoman-admin health
  key=$(first_key)
  translates "$machine_process" "$key"
  [ "$(inside dragoman --version)" = "dragoman $version" ]
  inside systemctl stop dragoman.service
}

# The program of a release with the oldest C library that it is for, that of Debian 11, and with a model in place of Apertium.
try_oldest() {
  local old=$work/oldest archive
  if ! archive=$(kept_root bullseye ca-certificates); then
    skip "the program was not run with glibc $oldest_glibc: there is no Debian 11 to be had"
    return
  fi
  mkdir "$old"
  tar --extract --preserve-permissions --file="$archive" --directory="$old"
  cp --recursive testdata/nmt/ende "$old/srv/ende"
  install --mode=0755 "$binary" "$old/usr/local/bin/dragoman"
  grep "PRETTY_NAME" "$old/etc/os-release"
  # The devices and processes of a machine, which goes with the namespace.
  # shellcheck disable=SC2016
  unshare --mount --pid --fork --net bash -euo pipefail -c '
    mount --make-rprivate /
    mount --types proc proc "$1/proc"
    mount --bind /dev "$1/dev"
    old() { chroot "$1" env --ignore-environment PATH=/usr/local/bin:/usr/bin:/bin DRAGOMAN_DATA__FOLDER=/srv/data DRAGOMAN_MODELS__OFFLINE=true "${@:2}"; }
    old "$1" ldd --version | sed --quiet 1p
    mkdir "$1/srv/data"
    old "$1" dragoman models import /srv/ende --from en --to de
    old "$1" dragoman translate --from en --to de "The teacher forgot the cat in Vienna."
    old "$1" dragoman doctor | grep --invert-match "^missing"
  ' oldest "$old"
}

# Runs the image's program as an engine of containers would, short of its filter of system calls: "begin_container ROOT
# CONFIGURATION DATA". The root is read-only, the user has no rights, /tmp is in memory.
begin_container() {
  cat <<'BEGIN'
import json, os, socket, struct, subprocess, sys, fcntl
root, configuration, data = sys.argv[1:]
config = json.load(open(configuration))["config"]
def mount(*arguments):
    subprocess.run(["mount", *arguments], check=True)
mount("--make-rprivate", "/")
mount("--bind", root, root)
mount("--bind", data, root + config["WorkingDir"])
# An engine makes them as well.
os.makedirs(root + "/dev", exist_ok=True)
mount("--types", "tmpfs", "--options", "mode=755", "tmpfs", root + "/dev")
for device in ("null", "zero", "full", "random", "urandom"):
    open(f"{root}/dev/{device}", "a").close()
    mount("--bind", f"/dev/{device}", f"{root}/dev/{device}")
mount("--types", "proc", "proc", root + "/proc")
mount("--types", "tmpfs", "--options", "mode=1777,size=512m", "tmpfs", root + "/tmp")
mount("--options", "remount,bind,ro", root)
# The loopback is down in a new network.
with socket.socket() as any_socket:
    fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh22x", b"lo", 1))
os.chroot(root)
os.chdir(config["WorkingDir"])
user, group = config["User"].split(":")
drop = ["setpriv", "--reuid", user, "--regid", group, "--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "--no-new-privs"]
environment = dict(pair.split("=", 1) for pair in config["Env"])
environment |= {name: value for name, value in os.environ.items() if name.startswith("DRAGOMAN_")}
command = json.loads(os.environ.get("COMMAND", "null")) or config["Entrypoint"] + config["Cmd"]
os.execve("/usr/bin/setpriv", [*drop, "--", *command], environment)
BEGIN
}

try_image() {
  local folder=$work/image configuration key starter process sandbox=required said
  if [ -n "$release" ]; then
    image=$release/dragoman-$version-image-$architecture.tar
  else
    # Of what is kept, so that nothing is fetched anew.
    image=$(DEBIAN_ROOT=$debian scripts/package/image.sh "$package" "$work")
  fi
  if command -v skopeo >/dev/null; then
    skopeo inspect --config --raw "docker-archive:$image" | grep '"Healthcheck"' >/dev/null || fail "the image has no health check"
    # It compares every digest.
    skopeo --insecure-policy copy --quiet "oci-archive:$image" "dir:$work/copied"
    rm -r "$work/copied"
  else
    skip "the image was not read by skopeo"
  fi
  mkdir "$folder" "$folder/root" "$folder/data"
  tar --extract --file="$image" --directory="$folder"
  # As Docker finds its parts.
  read -r configuration layer < <(python3 -c 'import json, sys; [one] = json.load(open(sys.argv[1])); print(one["Config"], one["Layers"][0])' "$folder/manifest.json")
  tar --extract --gzip --preserve-permissions --file="$folder/$layer" --directory="$folder/root"
  chown 10001:10001 "$folder/data"
  [ -z "$(lacking_here)" ] || sandbox=available

  begin_container >"$work/container.py"
  # shellcheck disable=SC2016
  DRAGOMAN_ENGINES__SANDBOX=$sandbox DRAGOMAN_MODELS__OFFLINE=true DRAGOMAN_SERVER__LISTEN=0.0.0.0:8080 DRAGOMAN_SERVER__BEHIND_PROXY=true \
    unshare --mount --pid --fork --kill-child --net --uts --ipc python3 -B "$work/container.py" \
    "$folder/root" "$folder/$configuration" "$folder/data" >"$work/container" 2>&1 &
  starter=$!
  # As its engine asks, in the same namespaces.
  in_container() {
    nsenter --target "$process" --all --root -- setpriv --reuid 10001 --regid 10001 --clear-groups --inh-caps=-all \
      --bounding-set=-all --no-new-privs env --chdir=/var/lib/dragoman --ignore-environment DRAGOMAN_DATA__FOLDER=/var/lib/dragoman \
      DRAGOMAN_SERVER__MONITORING_LISTEN=0.0.0.0:8081 DRAGOMAN_ENGINES__SANDBOX="$sandbox" DRAGOMAN_MODELS__OFFLINE=true "$@"
  }
  container_answers() { process=$(pgrep --parent "$starter") && in_container /usr/bin/dragoman health; }
  eventually "the container takes requests" container_answers || {
    cat "$work/container" >&2
    return 1
  }
  [ "$(stat --format='%u' "/proc/$process")" = 10001 ] || fail "the container's process is not of the user 10001"
  ! in_container /bin/sh -c 'echo > /usr/written' 2>/dev/null || fail "the container's root can be written to"
  key=$(sed -n 's/^ *API key: *//p' "$folder/data/first-keys.txt")
  translates "$process" "$key"
  said=$(in_container /usr/bin/dragoman doctor) || fail "doctor has failed in the container: $said"
  grep --invert-match '^missing' <<<"$said"
  kill -TERM "$process"
  wait "$starter" || fail "the container ended with $?"
}

# The image in Podman, with its filter of system calls: the arguments are the archive, the image's name, a folder for all that
# Podman keeps, and engines.sandbox.
podman_trial() {
  cat <<'TRIAL'
set -euo pipefail
image=$1 name=$2 place=$3 sandbox=$4
mount --make-rprivate /
# Podman's runtimes refuse both generations of groups at the same time; here it is to use none.
umount --recursive /sys/fs/cgroup
mount --types cgroup2 cgroup2 /sys/fs/cgroup
engine() { podman --root "$place/storage" --runroot "$place/run" --tmpdir "$place/tmp" --cgroup-manager cgroupfs --events-backend none "$@"; }
engine load --quiet --input "$image"
limits=$(ulimit -Hn)
engine run --detach --name trial --read-only --tmpfs /tmp --network none --cgroups disabled --cap-drop ALL --security-opt no-new-privileges \
  --ulimit "nofile=$limits:$limits" --ulimit nproc=4096:4096 --volume trial:/var/lib/dragoman --log-driver none \
  --env DRAGOMAN_ENGINES__SANDBOX="$sandbox" --env DRAGOMAN_MODELS__OFFLINE=true "$name" >/dev/null
trap 'engine rm --force --time 10 trial >/dev/null' EXIT
end=$((SECONDS + 120))
until engine exec trial dragoman health; do
  [ "$SECONDS" -lt "$end" ] || { echo "it never took requests" >&2; exit 1; }
  sleep 0.5
done
process=$(engine inspect --format '{{.State.Pid}}' trial)
grep --extended-regexp '^(Seccomp|NoNewPrivs|CapEff|Uid):' "/proc/$process/status"
key=$(engine exec trial sed -n 's/^ *API key: *//p' first-keys.txt)
nsenter --target "$process" --net curl --silent --show-error --fail-with-body --header "Authorization: Service-Auth-Key $key" \
  --data-urlencode 'text=The house is green and the garden is big.' --data source_lang=EN --data target_lang=ES \
  http://127.0.0.1:8080/v2/translate | grep --quiet 'La casa es verde'
engine exec trial dragoman doctor | grep --invert-match '^missing'
TRIAL
}

# With an engine, where there is one. What it refuses here may be this machine's, so that it is not the image that fails.
try_podman() {
  local why sandbox=required
  if ! command -v podman >/dev/null; then
    skip "no engine of containers has run the image (Debian package podman)"
    return
  fi
  mkdir "$work/podman"
  [ -z "$(lacking_here)" ] || sandbox=available
  podman_trial >"$work/podman.sh"
  unshare --mount --cgroup bash "$work/podman.sh" "$image" "localhost/dragoman:$(basename "$image" | sed 's/^dragoman-\(.*\)-image-.*/\1/')" \
    "$work/podman" "$sandbox"
}
