#!/usr/bin/env bash
# What "make run" does: run.sh ADDRESS:PORT DATA_FOLDER. Says before each stage what happens and how
# long that takes. That the port is free is looked at first: after the build it would be a pity.
set -euo pipefail
cd "$(dirname "$0")/.."

listen=$1
data=$2

say() { printf '%s\n' "make run: $*"; }

# Whether something listens at an address and a port. Another machine's may not answer at all.
is_taken() {
  timeout 2 bash -c 'exec 3<>"/dev/tcp/$0/$1"' "$1" "$2" 2>/dev/null
}

# A port above this one where nothing listens. Not the next: a Dragoman has its monitoring there.
free_port_above() {
  local port
  for ((port = $1 + 10; port < 65536; port += 10)); do
    if ! is_taken "$host" "$port"; then
      printf '%s' "$port"
      return
    fi
  done
  # The system picks one.
  printf '0'
}

if [[ "$listen" != *:* ]]; then
  say "LISTEN is an address and a port, such as LISTEN=127.0.0.1:8090" >&2
  exit 2
fi
port=${listen##*:}
host=${listen%:*}
host=${host#[}
host=${host%]}
if is_taken "$host" "$port"; then
  say "another program listens on $listen, perhaps another Dragoman. Stop it, or take another port:" >&2
  say "  make run LISTEN=${listen%:*}:$(free_port_above "$port")" >&2
  say "Two Dragomans need a data folder each: add DATA=another-folder if that is one." >&2
  exit 1
fi

say "1 of 3: installing what is missing: a compiler, Apertium and dictionaries. On a new machine that takes as long as its downloads, then a second."
scripts/install.sh run
say "2 of 3: building. Eight to ten minutes the first time on two cores, then seconds."
make --no-print-directory build
say "3 of 3: serving on $listen with the data in the folder $data, until Ctrl-C. LISTEN=ADDRESS:PORT and DATA=FOLDER change that."
exec "${CARGO_TARGET_DIR:-target}/release/dragoman" serve --init --listen "$listen" --data-dir "$data"
