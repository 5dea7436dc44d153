#!/usr/bin/env bash
# `./dev conformance`: the Python client's tests, then the operator tests of the package onnx through
# shapewright.infer_shapes(), in all variants (variants.py).
# usage: run.sh [FLAG...]     flags go to run_nodes.py
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
onnx_version=${ONNX_VERSION:-1.23.2}
venv=$PWD/build/venv-conformance
data=$PWD/build/nodes-onnx-$onnx_version.pkl
export SHAPEWRIGHT_SERVER=$PWD/build/release/bin/shapewright-server

if ! compgen -G "$venv/lib/*/site-packages/onnx-$onnx_version.dist-info" >/dev/null; then
  echo "conformance: installing onnx $onnx_version and the client's needs into ${venv#"$PWD/"}" >&2
  python3 -m venv "$venv"
  "$venv/bin/pip" install --quiet "onnx==$onnx_version" pytest "setuptools>=61" wheel
fi
# A copy: pip builds in the folder that it is given.
copy=$(mktemp -d)
trap 'rm -rf "$copy"' EXIT
cp -r client/python/. "$copy"
"$venv/bin/pip" install --quiet "$copy"

"$venv/bin/python" -m pytest -q client/python/tests
"$venv/bin/python" tests/conformance/check_required_inputs.py core/ops/required_inputs.cc
if [[ ! -f $data ]]; then
  echo "conformance: building the dataset, which takes minutes" >&2
  "$venv/bin/python" tests/conformance/build_nodes.py "$data.part"
  mv "$data.part" "$data"
fi
"$venv/bin/python" tests/conformance/run_nodes.py "$@" "$data"
