#!/usr/bin/env bash
# Installs the library and the client of a build folder, builds examples/client with them by find_package and by pkg-config, and
# runs it with a server; it has to be the program of client/cpp/README.md, and print what that says.
#
# usage: installed_client_test.sh BUILD_FOLDER COMPILER FLAGS   (FLAGS: a sanitizer's, where the build has one)
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$1 compiler=$2 flags=$3
readme=$source/client/cpp/README.md
folder=$(mktemp -d)
server=
trap '[[ ! $server ]] || kill "$server"; rm -rf "$folder"' EXIT
prefix=$folder/prefix

fail() {
  echo "installed_client: $*" >&2
  exit 1
}

diff <(awk '/^```cpp$/ { on = 1; next } /^```$/ { on = 0 } on' "$readme") "$source/examples/client/main.cc" >&2 ||
  fail "the README has another program than examples/client"
for component in library client; do cmake --install "$build" --prefix "$prefix" --component "$component" >/dev/null; done

cmake -S "$source/examples/client" -B "$folder/example" -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$flags" >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
cmake --build "$folder/example" >"$folder/log" 2>&1 || fail "$(cat "$folder/log")"
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name shapewright-client.pc)")
# shellcheck disable=SC2046  # the flags are words
"$compiler" $flags -std=c++20 "$source/examples/client/main.cc" $(pkg-config --cflags --libs shapewright-client) \
  -o "$folder/other" 2>"$folder/log" || fail "$(cat "$folder/log")"

export SHAPEWRIGHT_TARGET=unix:$folder/socket
"$build/bin/shapewright-server" --listen "$SHAPEWRIGHT_TARGET" --http-listen= >"$folder/server.log" 2>&1 &
server=$!
for _ in {1..100}; do
  [[ ! -S $folder/socket ]] || break
  sleep 0.1
done
awk '/^prints$/ { on = 1; next } on && /^    / { print substr($0, 5); any = 1; next } any { exit }' "$readme" >"$folder/expected"
cd "$source/client/cpp" # the paths in the program are from there
for program in "$folder/example/client" "$folder/other"; do
  "$program" >"$folder/printed" || fail "$program failed"
  diff "$folder/expected" "$folder/printed" >&2 || fail "$program prints something else"
done
