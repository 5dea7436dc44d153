#!/usr/bin/env bash
# Runs the tests of the clients in other languages, client/*/test.sh, of the JSON port with a client of others,
# connect/test.sh, and of guards in a browser, browser/test.sh, with a server. 1: one failed; 2: none failed, but one
# was not run, as its tools or packages are missing.
# usage: run.sh [LANGUAGE...]     default: all that have tests
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
export SHAPEWRIGHT_SERVER=${SHAPEWRIGHT_SERVER:-$root/build/release/bin/shapewright-server}

say() { echo "clients: $*" >&2; }

missing_tools() { # SCRIPT
  local tool
  for tool in $(sed -n 's/^# needs: //p' "$1"); do
    command -v "$tool" >/dev/null || echo "$tool"
  done
}

[[ -x $SHAPEWRIGHT_SERVER ]] || { say "no server to test with: $SHAPEWRIGHT_SERVER"; exit 1; }
languages=("$@")
if ((!${#languages[@]})); then
  for script in "$root"/client/*/test.sh "$root"/tests/client/*/test.sh; do languages+=("$(basename "$(dirname "$script")")"); done
fi
passed=() failed=() left_out=()
for language in "${languages[@]}"; do
  script=$root/client/$language/test.sh
  [[ -e $script ]] || script=$root/tests/client/$language/test.sh
  [[ -x $script ]] || { say "no such client: $language"; exit 1; }
  missing=$(missing_tools "$script")
  if [[ $missing ]]; then
    left_out+=("$language (missing: ${missing//$'\n'/, })")
    continue
  fi
  say "$language"
  status=0
  "$script" || status=$?
  case $status in
    0) passed+=("$language") ;;
    3) left_out+=("$language (its packages cannot be had)") ;;
    *) failed+=("$language") ;;
  esac
done
say "passed: ${passed[*]:-none}"
((!${#left_out[@]})) || say "NOT RUN: ${left_out[*]}"
((!${#failed[@]})) || { say "FAILED: ${failed[*]}"; exit 1; }
((!${#left_out[@]})) || exit 2
