#!/usr/bin/env bash
# `./dev fuzz ops`: random operators, run for real and inferred (fuzz_operators/); `./dev fuzz bindings`: evaluations
# and fresh inferences (fuzz_operators/bindings.py); `./dev fuzz laws`: all answers about small models (fuzz_laws/).
# usage: fuzz.sh ops|bindings|laws [FLAG...]     flags go to the program
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/conformance/prepare.sh
prepare onnxruntime
program=fuzz_operators
[[ $1 != bindings ]] || program=fuzz_operators.bindings
[[ $1 != laws ]] || program=fuzz_laws
PYTHONPATH=tests/conformance "$venv/bin/python" -m "$program" "${@:2}"
