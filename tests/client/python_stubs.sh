#!/usr/bin/env bash
# Fails if the checked-in generated code of the Python client is not what proto/ gives.
set -euo pipefail
client=$(cd "$(dirname "${BASH_SOURCE[0]}")/../../client/python" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
"$client/generate.sh" "$work"
diff -rq --exclude=__pycache__ "$client/shapewright/v1" "$work/shapewright/v1" ||
  { echo "stale: run client/python/generate.sh" >&2; exit 1; }
