#!/usr/bin/env bash
# Prints the Debian packages whose libraries the linker was given for programs.
# usage: linked_packages.sh BUILD PROGRAM...     of a build folder of ninja
set -euo pipefail
build=$1
shift
ninja -C "$build" -t commands "$@" | grep -E ' -o bin/' | tr ' ' '\n' | grep -E '^/usr/lib/.*\.(a|so[.0-9]*)$' |
  sort -u | xargs dpkg -S | cut -d: -f1 | sort -u
