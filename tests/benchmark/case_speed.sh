#!/usr/bin/env bash
# Cases per second of MergeShapes and ComputeLayout, and beside them OpenVINO's classes in
# the same run: from the package openvino, in a venv in build/. Without network or Python's
# venv its rows are left out.
# usage: case_speed.sh SERVICE [--seconds=S] [--rounds=N]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
venv=$PWD/build/venv-openvino

build/release/bin/case_speed "$@"

seconds=0.5 rounds=3
for argument in "${@:2}"; do
  case $argument in
    --seconds=*) seconds=${argument#*=} ;;
    --rounds=*) rounds=${argument#*=} ;;
  esac
done
if ! compgen -G "$venv/lib/*/site-packages/openvino/libs/libopenvino.so*" >/dev/null; then
  echo "bench: installing openvino into ${venv#"$PWD/"}" >&2
  if ! { python3 -m venv "$venv" && "$venv/bin/pip" install --quiet openvino; } >&2; then
    echo "bench: without it, no rows of OpenVINO" >&2
    exit 0
  fi
fi
root=$(echo "$venv"/lib/python3*/site-packages/openvino)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
g++ -std=c++17 -O2 -I "$root/include" -I tests/benchmark tests/benchmark/openvino_speed.cc \
  "$(echo "$root"/libs/libopenvino.so*)" -Wl,-rpath,"$root/libs" -o "$out/speed"
"$out/speed" "$seconds" "$rounds"
