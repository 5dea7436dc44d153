#!/usr/bin/env bash
# Tests in headless Chromium: guards of the TypeScript client beside onnxruntime-web, and calls of the JSON port. Exits
# with 3 where its packages cannot be had.
# usage: SHAPEWRIGHT_SERVER=PROGRAM test.sh      (the command line's program lies beside it)
# needs: node npm chromium
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
client=../../../client/typescript
if grep -n '"resolved"\|://' package-lock.json; then
  echo "package-lock.json names hosts" >&2
  exit 1
fi
npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --silent >&2 || exit 3
[[ -d $client/node_modules ]] || npm ci --prefix "$client" --ignore-scripts --prefer-offline --silent >&2 || exit 3
npm run --prefix "$client" --silent generate
"$client/node_modules/.bin/prettier" --check --log-level warn ./*.ts ./*.mjs
"$client/node_modules/.bin/tsc" --noEmit -p .
export CHROMIUM=${CHROMIUM:-$(command -v chromium)} SHAPEWRIGHT_CLI=${SHAPEWRIGHT_SERVER%-server}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node --test --test-reporter=spec --test-reporter-destination="$work/report" *.test.mjs ||
  { cat "$work/report" >&2; exit 1; }
sed -n '/\.onnx {/p; s/^ℹ \(tests\|pass\|skipped\) /\1 /p' "$work/report"
