#!/usr/bin/env bash
# `./dev fuzz models`: random models and mutants of real ones, run for real and inferred (fuzz_models/).
# usage: fuzz_models.sh models [FLAG...]     flags go to fuzz_models/__main__.py
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
source tests/conformance/prepare.sh
prepare onnxruntime
export SHAPEWRIGHT_FUZZ_CORPUS=$PWD/build/fuzz-models/corpus.pickle
folder=tests/data/corpus
[[ ! -d ../shared/corpus ]] || folder=../shared/corpus
cd tests/conformance
if [[ ! -f $SHAPEWRIGHT_FUZZ_CORPUS ]]; then
  echo "fuzz: running the models of $folder once, which takes minutes" >&2
  mkdir -p "$(dirname "$SHAPEWRIGHT_FUZZ_CORPUS")"
  "$venv/bin/python" -m fuzz_models.corpus "../../$folder" "$SHAPEWRIGHT_FUZZ_CORPUS.part"
  mv "$SHAPEWRIGHT_FUZZ_CORPUS.part" "$SHAPEWRIGHT_FUZZ_CORPUS"
fi
exec "$venv/bin/python" -m fuzz_models --out ../../build/fuzz-models "${@:2}"
