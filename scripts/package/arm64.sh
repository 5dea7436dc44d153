#!/usr/bin/env bash
# Builds the programs for arm64 on a machine of another kind, in a root of Debian with the cross-compiler, the arm64
# packages of the libraries and qemu: build/package/roots/arm64, which is kept, with /source/build/arm64/bin. As root.
# usage: arm64.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
log=$PWD/build/package/arm64.log
tools=(cmake ninja-build ccache g++-aarch64-linux-gnu qemu-user-static protobuf-compiler protobuf-compiler-grpc pkg-config
  nlohmann-json3-dev)
libraries=(libprotobuf-dev libprotoc-dev libgrpc++-dev libabsl-dev libre2-dev libssl-dev zlib1g-dev prometheus-cpp-dev
  libcivetweb-dev libyaml-cpp-dev libpugixml-dev)

say() { echo "arm64: $*" >&2; }
fail() { say "FAILED: $*, see ${log#"$PWD/"}"; tail -20 "$log" >&2; exit 1; }
source scripts/package/roots.sh
mkdir -p "$(dirname "$log")"
: >"$log"

make_root() {
  [[ ! -d $roots/arm64 ]] || return 0
  make_base bookworm || fail "no root can be made"
  say "installing the cross-compiler and the libraries"
  open_root bookworm
  trap close_root EXIT
  inside dpkg --add-architecture arm64
  inside sh -c 'apt-get update && apt-get install -y --no-install-recommends "$@"' sh \
    "${tools[@]}" "${libraries[@]/%/:arm64}" || fail "the packages cannot be installed"
  umount "$root/proc" 2>/dev/null || true
  mv "$root" "$roots/arm64"
  trap - EXIT
}

make_root
root=$roots/arm64
mkdir -p "$root/source" "$root/ccache"
find "$root/source" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} +
# With the time of now: that of the commit may be before that of a former build. ccache knows what has not changed.
git archive HEAD | tar -x -m -C "$root/source"
mountpoint -q "$root/proc" || mount --bind /proc "$root/proc"
if command -v ccache >/dev/null; then mount --bind "$(ccache --get-config cache_dir)" "$root/ccache"; fi
trap 'umount "$root/proc" "$root/ccache" 2>/dev/null || true' EXIT
say "building, see ${log#"$PWD/"}"
inside env CCACHE_DIR=/ccache CCACHE_BASEDIR=/source CCACHE_NOHASHDIR=1 sh -c 'cd /source
cmake --preset arm64 "-DSHAPEWRIGHT_COMMIT=$1" &&
cmake --build --preset arm64 --parallel "$2" --target shapewright-server shapewright shapewright_protoset shapewright_archive' \
  sh "$(git rev-parse --short=12 HEAD)" "$(nproc)" || fail "the programs do not build"
