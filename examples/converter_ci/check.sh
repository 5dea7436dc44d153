#!/usr/bin/env bash
# A step of a converter's CI: converts, then checks each model that was written. In GitHub Actions findings are annotations.
#
#   - run: pip install shapewright-*.whl      # with the server inside
#   - run: examples/converter_ci/check.sh out python convert.py --to out
#
# usage: check.sh FOLDER [COMMAND...]     COMMAND writes models into FOLDER; FLAGS, such as --complete, go to check_models.py
# exit code: that of COMMAND if it fails; 0: nothing to fail on; 1: something; 2: no answer, or FOLDER has no models
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${1:?usage: check.sh FOLDER [COMMAND...]}
shift
if (($#)); then "$@"; fi
mapfile -d '' -t models < <(find "$folder" -name '*.onnx' -print0 | sort -z)
((${#models[@]})) || { echo "check.sh: no model in $folder" >&2; exit 2; }
read -ra flags <<<"${FLAGS:-}"
[[ ! ${GITHUB_ACTIONS:-} ]] || flags+=(--github)
exec "${PYTHON:-python3}" "$here/check_models.py" "${flags[@]}" "${models[@]}"
