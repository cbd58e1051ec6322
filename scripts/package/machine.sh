# shellcheck shell=bash disable=SC2034,SC2154
# A machine in namespaces: a folder with a Debian in it, in which systemd is process 1 and the network is a loopback of its
# own. Sourced. Needs root.

# The group of processes in which the machine runs, its first process as it is seen from here, and what started that.
machine_group=
machine_process=
machine_starter=

# What process 1 is started by, in its namespaces: $1 is the folder.
machine_begin() {
  cat <<'BEGIN'
set -euo pipefail
root=$1
mount --make-rprivate /
mount --bind "$root" "$root"
mount --types proc proc "$root/proc"
mount --types sysfs --options ro sysfs "$root/sys"
mount --types cgroup2 cgroup2 "$root/sys/fs/cgroup"
mount --types tmpfs --options mode=755 tmpfs "$root/run"
mount --types tmpfs tmpfs "$root/tmp"
mount --types tmpfs --options mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/shm" "$root/dev/pts"
mount --types tmpfs tmpfs "$root/dev/shm"
mount --types devpts --options newinstance,ptmxmode=0666 devpts "$root/dev/pts"
ln --symbolic pts/ptmx "$root/dev/ptmx"
mkdir --parents "$root/mnt/outside"
cd "$root"
pivot_root . mnt/outside
cd /
umount --lazy /mnt/outside
exec env --ignore-environment container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /usr/lib/systemd/systemd
BEGIN
}

# Whether processes may be put into namespaces here, and into a group of their own, which systemd needs. Otherwise
# machine_lacks says why not.
machine_possible() {
  local groups group
  machine_lacks=
  if [ "$(id -u)" -ne 0 ]; then
    machine_lacks="it takes root"
  elif ! unshare --mount --pid --fork --net --uts --ipc --cgroup true 2>/dev/null; then
    machine_lacks="namespaces are not allowed"
  elif ! groups=$(findmnt --noheadings --first-only --types cgroup2 --output TARGET); then
    machine_lacks="no cgroup2 is mounted"
  else
    group=$groups$(sed -n 's/^0:://p' /proc/self/cgroup)/dragoman-test-$$
    if mkdir "$group" 2>/dev/null; then
      machine_group=$group
      return 0
    fi
    machine_lacks="$groups cannot be written to"
  fi
  return 1
}

# Waits until a command succeeds, for a minute at most: "eventually WHAT COMMAND...".
eventually() {
  local what=$1 end=$((SECONDS + 60))
  shift
  until "$@" >/dev/null 2>&1; do
    if [ "$SECONDS" -ge "$end" ]; then
      echo "not within a minute: $what" >&2
      return 1
    fi
    sleep 0.2
  done
}

# Runs a command in the machine.
inside() {
  nsenter --target "$machine_process" --all -- env --chdir=/ --ignore-environment LC_ALL=C.UTF-8 HOME=/root \
    DEBIAN_FRONTEND=noninteractive PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$@"
}
# Process 1 of the machine is the only child of what has started it; at first there may be others.
machine_runs() {
  machine_process=$(pgrep --parent "$machine_starter") && [[ $(inside systemctl is-system-running) =~ ^(running|degraded)$ ]]
}

# Starts the machine whose files are in a folder; its console goes to a file.
start_machine() {
  local root=$1 console=$2
  # shellcheck disable=SC2016
  bash -c 'set -e; echo $$ >"$1/cgroup.procs"; exec unshare --mount --pid --fork --kill-child --net --uts --ipc --cgroup bash -c "$2" machine "$3"' \
    machine "$machine_group" "$(machine_begin)" "$root" >"$console" 2>&1 </dev/null &
  machine_starter=$!
  eventually "systemd in the machine" machine_runs || {
    cat "$console" >&2
    return 1
  }
}

# Ends it with all that runs in it.
stop_machine() {
  if [ -n "$machine_starter" ]; then
    # Process 1 ends with it, and all others with process 1.
    kill -KILL "$machine_starter" 2>/dev/null || true
    wait "$machine_starter" 2>/dev/null || true
    machine_starter=
  fi
  if [ -n "$machine_group" ]; then
    group_is_gone() { find "$machine_group" -depth -type d -exec rmdir {} + ; [ ! -e "$machine_group" ]; }
    eventually "the machine's processes have ended" group_is_gone || true
  fi
}
