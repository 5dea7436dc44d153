#!/usr/bin/env bash
# Part of `./dev conformance`: ONNX's own tests of shape inference, from the source package, with
# onnx.shape_inference.infer_shapes() replaced (onnx_suite.py).
# usage: run_suite.sh [FLAG...]     flags go to pytest
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/conformance/prepare.sh
prepare
source_dir=$PWD/build/onnx-$onnx_version-source

if [[ ! -d $source_dir ]]; then
  echo "conformance: fetching the source package of onnx $onnx_version" >&2
  "$venv/bin/pip" download --quiet --no-deps --no-binary onnx --dest "$copy" "onnx==$onnx_version"
  mkdir -p "$source_dir.part"
  tar -xzf "$copy/onnx-$onnx_version.tar.gz" -C "$source_dir.part" --strip-components=1 "onnx-$onnx_version/tests/python"
  mv "$source_dir.part" "$source_dir"
fi
export PYTHONPATH=$PWD/tests/conformance
cd "$source_dir/tests/python"
# Those that ask infer_shapes(); the models of backend_test.py are the operators' and whole networks.
"$venv/bin/python" -m pytest -q -p onnx_suite -p no:cacheprovider -W ignore "$@" \
  {shape,split_shape,node_shape,model,function}_inference_test.py inference_function_test.py \
  {symbolic_shape,data_propagation,inliner,opaque_type,schema,training_tool,external_data,backend}_test.py
