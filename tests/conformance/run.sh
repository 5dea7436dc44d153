#!/usr/bin/env bash
# `./dev conformance`: the Python client's tests, then the operator tests of the package onnx through
# shapewright.infer_shapes(), in all variants (variants.py).
# usage: run.sh [FLAG...]     flags go to run_nodes.py
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/conformance/prepare.sh
prepare
data=$PWD/build/nodes-onnx-$onnx_version.pkl

"$venv/bin/python" -m pytest -q client/python/tests
"$venv/bin/python" tests/conformance/check_required_inputs.py core/ops/required_inputs.cc
if [[ ! -f $data ]]; then
  echo "conformance: building the dataset, which takes minutes" >&2
  "$venv/bin/python" tests/conformance/build_nodes.py "$data.part"
  mv "$data.part" "$data"
fi
"$venv/bin/python" tests/conformance/run_nodes.py "$@" "$data"
