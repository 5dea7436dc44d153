#!/usr/bin/env bash
# `./dev fuzz ops`: random operators, run for real and inferred (fuzz_ops.py).
# usage: fuzz.sh [FLAG...]     flags go to fuzz_ops.py
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/conformance/prepare.sh
prepare onnxruntime
"$venv/bin/python" tests/conformance/fuzz_ops.py "$@"
