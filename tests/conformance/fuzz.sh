#!/usr/bin/env bash
# `./dev fuzz ops`: random operators, run for real and inferred (fuzz_ops.py); `./dev fuzz bindings`: evaluations
# and fresh inferences (fuzz_bindings.py).
# usage: fuzz.sh ops|bindings [FLAG...]     flags go to the program
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/conformance/prepare.sh
prepare onnxruntime
"$venv/bin/python" "tests/conformance/fuzz_$1.py" "${@:2}"
