#!/usr/bin/env bash
# The tests of the TypeScript client: format, strict types, tests with a server (SHAPEWRIGHT_SERVER). Exits with 3 where its
# packages cannot be had.
# needs: node npm openssl
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
npm ci --ignore-scripts --prefer-offline --silent >&2 || exit 3
if grep -n '"resolved"\|://' package-lock.json; then
  echo "package-lock.json names hosts" >&2
  exit 1
fi
node_modules/.bin/prettier --check --log-level warn .
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rm -rf dist
npm run --silent build
node --test --test-reporter=spec --test-reporter-destination="$work/report" dist/test/*.test.js ||
  { cat "$work/report" >&2; exit 1; }
sed -n 's/^ℹ \(tests\|pass\|skipped\) /\1 /p' "$work/report"
