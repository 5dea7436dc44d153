#!/usr/bin/env bash
# The programs for arm64, as scripts/package/arm64.sh builds them, under qemu-user in the root that they were built in:
# version, health, one inference, and an end without an error. Slow: all is compiled, and then emulated.
# usage: arm64_test.sh   as root
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
root=$PWD/build/package/roots/arm64
log=$PWD/build/package/arm64_test.log

# $1: the folder of the programs; $2: a model; further words: what runs a program.
use='set -eu
bin=$1 model=$2
shift 2
socket=$(mktemp -d)/socket
"$@" "$bin/shapewright" --version
"$@" "$bin/shapewright-server" --listen "unix:$socket" --http-listen= &
server=$!
tries=0
until "$@" "$bin/shapewright" health --target "unix:$socket" --deadline 10s; do
  tries=$((tries + 1)); [ $tries -lt 50 ] || exit 1; sleep 1
done
"$@" "$bin/shapewright" infer --target "unix:$socket" --deadline 60s "$model"
kill -TERM $server
wait $server; echo "server ended with $?"'

scripts/package/arm64.sh
cp tests/data/corpus/models/gru_tagger_ts17.onnx "$root/tmp/model.onnx"
chroot "$root" sh -c "$use" sh /source/build/arm64/bin /tmp/model.onnx qemu-aarch64-static >"$log" 2>&1 ||
  { cat "$log" >&2; exit 1; }
# Oracle of the shape: onnxruntime's run of the model, [batch, sequence, 17] (tests/data/corpus/truth).
for expected in '^ *tags +float +\[batch, sequence, 17\]' '^server ended with 0$'; do
  grep -Eq "$expected" "$log" || { cat "$log" >&2; echo "arm64-test: FAILED: no $expected" >&2; exit 1; }
done
echo "arm64-test: passed: $(file -b "$root/source/build/arm64/bin/shapewright-server" | cut -d, -f1-2)" >&2
