#!/usr/bin/env bash
# Part of `./dev test` and `./dev conformance`: the tests of the Python client, of the examples in Python and of the laws that are fuzzed, against
# a real server.
# usage: run_client.sh [--if-possible]     without a package registry nothing is run, and that is said
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/conformance/prepare.sh
packages=("onnxruntime==$onnxruntime_version" pandas mypy==2.4.1 tqdm==4.70.1 openapi-spec-validator==0.9.0 prometheus-client==0.26.0)
if [[ ${1:-} == --if-possible ]]; then
  prepare "${packages[@]}" || true
  if ! "$venv/bin/python" -c 'import onnx, pytest, shapewright' 2>/dev/null; then
    echo "NOT RUN: the Python client's tests, as their packages could not be installed" >&2
    exit 0
  fi
else
  prepare "${packages[@]}"
fi
"$venv/bin/python" -m pytest -q -rs client/python/tests tests/examples tests/docs tests/peers # -rs: what is left out is told
# Whether the laws of `./dev fuzz laws` find what is planted.
PYTHONPATH=tests/conformance "$venv/bin/python" -m pytest -q tests/conformance/fuzz_laws
