#!/usr/bin/env bash
# Searches the logs that tests have collected in a folder for words that no log may have: the keys, passwords and words
# that the tests planted (files in "planted" there), and those of planted-words.txt. With --self-test it shows that it
# finds them.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)

# Who must have left logs: else nothing was searched that should have been.
writers=(cli python web attacks)

check() {
  local folder=$1 words writer found
  words=$(mktemp)
  grep --no-filename --invert-match --extended-regexp '^(#|$)' "$here/planted-words.txt" > "$words"
  # An empty line would be in every log.
  if [ -d "$folder/planted" ]; then
    cat "$folder"/planted/* | grep . >> "$words" || true
  fi
  for writer in "${writers[@]}"; do
    if ! grep --quiet --fixed-strings " serving version=" "$folder/$writer"-*.log 2>/dev/null; then
      echo "check-logs: no server of $writer has left a log in $folder" >&2
      rm "$words"
      return 1
    fi
  done
  found=$(grep --text --line-number --ignore-case --fixed-strings --file="$words" "$folder"/*.log || true)
  rm "$words"
  if [ -n "$found" ]; then
    echo "check-logs: these lines of logs have what clients sent, or a secret:" >&2
    printf '%s\n' "$found" | cut --characters=1-500 >&2
    return 1
  fi
  echo "check-logs: $(cat "$folder"/*.log | wc --lines) lines of $(find "$folder" -name '*.log' | wc --lines) logs have none of the planted words"
}

self_test() {
  local folder writer word
  folder=$(mktemp --directory)
  fails() {
    if check "$folder" 2> "$folder/errors" >/dev/null || ! grep --quiet --fixed-strings "$1" "$folder/errors"; then
      echo "check-logs: it did not notice: $1" >&2
      return 1
    fi
  }
  fails "no server of cli"
  for writer in "${writers[@]}"; do echo 'INFO listeners: serving version="1"' > "$folder/$writer-1.log"; done
  check "$folder" >/dev/null
  word=$(grep --invert-match --extended-regexp '^(#|$)' "$here/planted-words.txt" | head --lines=1)
  printf 'INFO first\nERROR it says "%s"\n' "$(tr '[:lower:]' '[:upper:]' <<< "$word")" >> "$folder/cli-1.log"
  fails "cli-1.log:3:"
  echo 'INFO listeners: serving version="1"' > "$folder/cli-1.log"
  mkdir "$folder/planted"
  printf 'abc123\n\n' > "$folder/planted/cli-1"
  check "$folder" >/dev/null
  echo "the key abc123" >> "$folder/python-1.log"
  fails "python-1.log:2:the key abc123"
  rm "$folder/attacks-1.log"
  fails "no server of attacks"
  rm -r "$folder"
}

case "${1:-}" in
  --self-test) self_test ;;
  ?*) check "$1" ;;
  *)
    echo "usage: check-logs.sh FOLDER | --self-test" >&2
    exit 2
    ;;
esac
