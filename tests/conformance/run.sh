#!/usr/bin/env bash
# `./dev conformance`: the Python client's tests, the tables of tests/core/rules/operators/cases against what runs (check_cases.py, and
# check_branches.py: within a branch), then through shapewright.infer_shapes() ONNX's own tests of shape
# inference (run_suite.sh), models as exporters write them (run_exporters.py), and the operator tests of the package onnx, in
# all variants (variants.py).
# usage: run.sh [FLAG...]     flags go to run_nodes.py
#        run.sh guards [FLAG...]     only guards beside onnxruntime (check_guards.py)
#        run.sh operands [FLAG...]   only guards and evaluations of single operators beside onnxruntime (check_operands.py)
#        run.sh cost [FLAG...]     only costs beside torch, fvcore and onnx-tool (check_cost.py)
#        run.sh viewer          only the adapter for Model Explorer, in it (check_viewer.py)
#        run.sh premises [FLAG...]   only premises beside onnxruntime (check_premises.py)
#        run.sh plans [FLAG...]      only boxes and bindings beside onnxruntime (check_plans.py)
#        run.sh chains [FLAG...]     only chains beside onnx.compose and onnxruntime (check_chains.py)
#        run.sh dialects [FLAG...]   only dims of other notations beside sympy (check_dialects.py)
#        run.sh rewrites [FLAG...]   only rewritten models beside onnxruntime (check_rewrites.py)
#        run.sh stablehlo [FLAG...]  only modules that jax exports beside its symbolic shapes and jaxlib's (check_stablehlo.py)
#        run.sh hlo [FLAG...]        only HLO text beside XLA's own shapes and refusals (check_hlo.py)
#        run.sh openvino [FLAG...]   only OpenVINO IR beside OpenVINO: operators, the corpus, mutants (check_openvino.py)
#        run.sh declared [FLAG...]   only planted dims, true and false ones, before lint (check_declared.py)
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
if [[ ${1:-} == cost ]]; then
  venv=$PWD/build/venv-cost
  if ! "$venv/bin/python" -c 'import torch, fvcore, onnx_tool, onnxscript' 2>/dev/null; then
    echo "conformance: installing torch and the tools that count into ${venv#"$PWD/"}" >&2
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet torch==2.15.0 fvcore==0.1.5.post20221221 onnx-tool==1.0.1 onnx==1.23.2 onnxscript==0.7.2
  fi
  exec "$venv/bin/python" tests/conformance/check_cost.py "${@:2}" build/release/bin/shapewright
fi
if [[ ${1:-} == viewer ]]; then
  venv=$PWD/build/venv-viewer
  if ! "$venv/bin/python" -c 'import model_explorer, onnx, grpc, google.protobuf' 2>/dev/null; then
    echo "conformance: installing Model Explorer into ${venv#"$PWD/"}" >&2
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet ai-edge-model-explorer==0.1.34 onnx==1.23.2 grpcio protobuf
  fi
  client/python/generate.py
  exec "$venv/bin/python" tests/conformance/check_viewer.py "$venv/bin/model-explorer" "$PWD/build/release/bin/shapewright-server"
fi
if [[ ${1:-} == stablehlo || ${1:-} == hlo ]]; then
  venv=$PWD/build/venv-stablehlo
  if ! "$venv/bin/python" -c 'import jax, flax, grpc, google.protobuf' 2>/dev/null; then
    echo "conformance: installing jax and flax into ${venv#"$PWD/"}" >&2
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet jax==0.10.2 jaxlib==0.10.2 flax==0.12.8 grpcio protobuf
  fi
  client/python/generate.py
  export SHAPEWRIGHT_SERVER=$PWD/build/release/bin/shapewright-server PYTHONPATH=$PWD/client/python JAX_PLATFORMS=cpu
  exec "$venv/bin/python" "tests/conformance/check_$1.py" "${@:2}"
fi
if [[ ${1:-} == openvino ]]; then
  venv=$PWD/build/venv-openvino
  if ! "$venv/bin/python" -c 'import openvino, onnx, grpc, google.protobuf' 2>/dev/null; then
    echo "conformance: installing OpenVINO into ${venv#"$PWD/"}" >&2
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet openvino==2026.4.1 onnx==1.23.2 grpcio protobuf
  fi
  client/python/generate.py
  export SHAPEWRIGHT_SERVER=$PWD/build/release/bin/shapewright-server PYTHONPATH=$PWD/client/python
  exec "$venv/bin/python" tests/conformance/check_openvino.py "${@:2}"
fi
source tests/conformance/prepare.sh
prepare "onnxruntime==$onnxruntime_version"
if [[ ${1:-} == dialects || ${1:-} == declared ]]; then
  "$venv/bin/pip" install --quiet sympy==1.14.0
fi
if [[ ${1:-} =~ ^(guards|premises|chains|plans|dialects|declared|rewrites)$ ]]; then
  cd tests/conformance
  exec "$venv/bin/python" "check_$1.py" "${@:2}"
fi
if [[ ${1:-} == operands ]]; then
  cd tests/conformance
  exec "$venv/bin/python" check_operands.py "${@:2}" ../core/rules/operators/cases/*.txt
fi
data=$PWD/build/nodes-onnx-$onnx_version.pkl

tests/conformance/run_client.sh
"$venv/bin/python" tests/conformance/write_onnx_inputs.py --check core/rules/registry/onnx_inputs.cc
failed=0
"$venv/bin/python" tests/conformance/check_cases.py tests/core/rules/operators/cases/*.txt 2>build/check_cases.log || {
  failed=1
  tail -3 build/check_cases.log >&2
}
"$venv/bin/python" tests/conformance/check_branches.py tests/core/rules/operators/cases/*.txt tests/conformance/branch_cases.txt 2>build/check_branches.log ||
  failed=1
tests/conformance/run_suite.sh || failed=1
"$venv/bin/python" tests/conformance/run_exporters.py || failed=1
if [[ ! -f $data ]]; then
  echo "conformance: building the dataset, which takes minutes" >&2
  "$venv/bin/python" tests/conformance/build_nodes.py "$data.part"
  mv "$data.part" "$data"
fi
"$venv/bin/python" tests/conformance/run_nodes.py "$@" "$data" || failed=1
exit $failed
