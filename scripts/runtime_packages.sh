#!/usr/bin/env bash
# Prints the Debian packages of the shared libraries that programs load.
# usage: runtime_packages.sh PROGRAM...
set -euo pipefail
libraries=$(ldd "$@" | awk '/not found/ { print > "/dev/stderr"; missing = 1 } $2 == "=>" { print $3 } END { exit missing }' |
  sort -u)
for library in $libraries; do
  # dpkg knows the path from before /lib became a link to /usr/lib, or the one after.
  owner=$(dpkg -S "$library" 2>/dev/null || dpkg -S "$(realpath "$library")" || dpkg -S "/usr$library")
  echo "${owner%%:*}"
done | sort -u
