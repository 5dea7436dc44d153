#!/usr/bin/env bash
# What action.yml runs: installs the wheel, and checks all models below MODELS.
# Environment: MODELS, FAIL_ON, WHEEL (a path; empty: that of the release RELEASE of REPOSITORY), ACTION (a checkout).
set -euo pipefail
if [[ -z $WHEEL ]]; then
  folder=$(mktemp -d)
  gh release download "$RELEASE" --repo "$REPOSITORY" --pattern 'shapewright-*.whl' --dir "$folder"
  WHEEL=$(echo "$folder"/shapewright-*.whl)
fi
"${PYTHON:-python3}" -m pip install -q "$WHEEL"
read -ra roots <<<"$MODELS"
mapfile -d '' -t models < <(find "${roots[@]}" -name '*.onnx' -print0 | sort -z)
((${#models[@]})) || { echo "no model in $MODELS" >&2; exit 2; }
exec "${PYTHON:-python3}" "$ACTION/examples/converter_ci/check_models.py" --github --fail-on "$FAIL_ON" "${models[@]}"
