#!/usr/bin/env bash
# The tests of the page in a browser, for ./dev report-test.
# usage: test.sh PROGRAM MODELS [SHOTS]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export SHAPEWRIGHT_CLI=$1 MODELS=$2 SHOTS=${3:-} CHROMIUM=${CHROMIUM:-$(command -v chromium)}
npm ci --ignore-scripts --prefer-offline --silent >&2 || exit 3
node_modules/.bin/esbuild browser/*.test.ts --bundle --platform=node --format=esm --packages=external \
  --outdir=dist/browser --log-level=warning
node --test --test-reporter=spec dist/browser/*.test.js
