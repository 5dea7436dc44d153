#!/usr/bin/env bash
# The tests of the page that need no browser: format, strict types, the page that is checked in, unit tests. Exits with 3
# where its packages cannot be had.
# needs: node npm
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
npm ci --ignore-scripts --prefer-offline --silent >&2 || exit 3
if grep -n '"resolved"\|://' package-lock.json; then
  echo "package-lock.json names hosts" >&2
  exit 1
fi
node_modules/.bin/prettier --check --log-level warn .
node_modules/.bin/tsc -p .
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
node build.mjs "$work/page.html"
cmp -s page.html "$work/page.html" || { echo "stale: run node build.mjs in client/report" >&2; exit 1; }
rm -rf dist
node_modules/.bin/esbuild test/*.test.ts --bundle --platform=node --format=esm --packages=external --outdir=dist/test \
  --log-level=warning
node --test --test-reporter=spec --test-reporter-destination="$work/report" dist/test/*.test.js ||
  { cat "$work/report" >&2; exit 1; }
sed -n 's/^ℹ \(tests\|pass\|skipped\) /\1 /p' "$work/report"
