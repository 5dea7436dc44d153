#!/usr/bin/env bash
# `./dev score [DIR]`: how the answers for a folder of models compare with what really happened and
# with other tools, and how the engine's time compares with ONNX's.
# usage: [PYTHON=python3] run.sh DIR     DIR/models, DIR/truth, perhaps DIR/peers.json
# Exits with the scorer's code: 0 if no model failed and no value is wrong.
set -euo pipefail
corpus=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
python=${PYTHON:-python3}
bin=build/release/bin
scorer=../shared/tools/score.py
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[[ -d $corpus/models ]] || { echo "score: no folder $corpus/models" >&2; exit 2; }

code=2
command="$bin/shapewright infer --embedded --onnx-out {out} {model}"
if [[ -f $scorer ]]; then
  code=0
  "$python" "$scorer" --corpus "$corpus" --json "$work/score.json" --run "$command" || code=$?
  "$python" tests/score/float_sizes.py "$scorer" "$work/score.json" "$corpus" "$command" || code=1
else
  echo "score: the scorer $(realpath -m "$scorer") is not there: nothing is compared with the truth" >&2
fi

if [[ -f $work/score.json && -f $corpus/peers.json ]]; then
  echo
  "$python" tests/score/peers.py "$work/score.json" "$corpus/peers.json"
fi

# Each evaluated size against the recorded one, at the sizes of both recorded runs.
echo
SHAPEWRIGHT_CORPUS=$corpus "$bin/tests/corpus_test" --gtest_brief=1 \
  --gtest_filter='CorpusBindingTotal.*' || ((code)) || code=1

echo
"$python" tests/score/onnx_speed.py "$bin/engine_speed" "$corpus"/models/*.onnx || ((code)) || code=1
exit "$code"
