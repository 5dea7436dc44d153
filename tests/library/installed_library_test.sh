#!/usr/bin/env bash
# Installs the library of a build folder, builds examples/embedded with it by find_package, and a shared object
# by pkg-config; says what is wrong and fails, or says nothing.
#
# usage: installed_library_test.sh BUILD_FOLDER COMPILER IS_PIC FLAGS   (FLAGS: a sanitizer's, where the build has one)
set -euo pipefail
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
build=$1 compiler=$2 is_pic=$3 flags=$4
models=$source/tests/data/corpus/models
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix

fail() {
  echo "installed_library: $*" >&2
  exit 1
}
expect() { # WHAT EXPECTED ACTUAL
  [[ $2 == "$3" ]] || fail "$1: expected"$'\n'"$2"$'\n'"but got"$'\n'"$3"
}

cmake --install "$build" --prefix "$prefix" --component library >/dev/null
! grep -rlE '#include "(core|proto|shapewright/v1)/' "$prefix/include" || fail "a header of ours that is not installed"

cmake -S "$source/examples/embedded" -B "$folder/example" -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$flags" -DCMAKE_BUILD_TYPE=Debug >"$folder/log" || fail "$(cat "$folder/log")"
cmake --build "$folder/example" >"$folder/log" || fail "$(cat "$folder/log")"

# What the runs of the corpus show: hidden states of 192 floats for each token, and one pooled vector;
# 8*128*192*4 bytes.
expect "the example's output" "input input_ids: int64[batch, sequence]
input attention_mask: int64[batch, sequence]
input token_type_ids: int64[batch, sequence]
output output_0: float32[batch, sequence, 192]
output output_1: float32[batch, 192]
sizes output_0: 8 128 192, 786432 bytes
sizes output_1: 8 192, 6144 bytes
memory known" "$("$folder/example/embedded" "$models/bert_base_ts17.onnx" batch=8 sequence=128 | grep -v ^check)"

# The operators new of our programs are not those of others.
! nm -C "$prefix"/lib*/libshapewright.a "$prefix"/lib*/*/libshapewright.a 2>/dev/null |
  grep -q ' T operator new' || fail "the library brings an operator new"

[[ $is_pic == ON ]] || exit 0
export PKG_CONFIG_PATH
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name shapewright.pc)")
cat >"$folder/backend.cc" <<'END'
#include "shapewright/infer.h"
extern "C" __attribute__((visibility("default"))) long CountOutputs(const char* path) {
  const auto model = shapewright::Model::FromFile(path);
  if (!model.ok()) return -1;
  const auto inference = shapewright::InferShapes(*model);
  return inference.ok() ? static_cast<long>(inference->outputs().size()) : -2;
}
END
# shellcheck disable=SC2046  # the flags are words
"$compiler" $flags -std=c++20 -shared -fPIC -fvisibility=hidden -o "$folder/libbackend.so" "$folder/backend.cc" \
  $(pkg-config --cflags --libs shapewright) -Wl,-z,defs
# Python is built without a sanitizer: its runtime has to be there before, and what Python keeps is no leak of ours.
sanitizers=$(ldd "$folder/libbackend.so" | awk '$1 ~ /^lib(a|t|ub)san/ { print $3 }' | paste -sd:)
expect "outputs that the shared object counts" 2 "$(LD_PRELOAD=$sanitizers ASAN_OPTIONS=detect_leaks=0 python3 -c '
import ctypes, sys
print(ctypes.CDLL(sys.argv[1]).CountOutputs(sys.argv[2].encode()))' \
  "$folder/libbackend.so" "$models/bert_base_ts17.onnx")"
! nm -DC --defined-only "$folder/libbackend.so" | grep -E ' [TDB] .*shapewright::' ||
  fail "the shared object shows what is inside of the library"
