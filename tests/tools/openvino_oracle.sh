#!/bin/bash
# Writes tests/data/algebra_oracle.json: what OpenVINO says about dims and shapes. Needs
# the Python package `openvino` with its headers and library: give the folder of a venv
# that has it.
set -euo pipefail
cd "$(dirname "$0")"
root=$(echo "$1"/lib/python3*/site-packages/openvino)
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
library=$(echo "$root"/libs/libopenvino.so*)
g++ -std=c++17 -O1 -I "$root/include" openvino_oracle.cc "$library" \
  -Wl,-rpath,"$root/libs" -o "$out/oracle"
"$out/oracle" > ../data/algebra_oracle.json
wc -l ../data/algebra_oracle.json
