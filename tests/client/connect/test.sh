#!/usr/bin/env bash
# Tests the JSON port with the client of connect-es, the newest that Node 18 runs. Exits with 3 where its packages cannot
# be had. usage: SHAPEWRIGHT_SERVER=PROGRAM test.sh
# needs: node npm protoc
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
root=$(cd ../../.. && pwd)
if grep -n '"resolved"\|://' package-lock.json; then
  echo "package-lock.json names hosts" >&2
  exit 1
fi
work=$(mktemp -d)
server=
trap '[[ -z $server ]] || kill "$server"; wait; rm -rf "$work"' EXIT
cp package.json package-lock.json connect.test.mjs "$work"
cd "$work"
npm ci --ignore-scripts --prefer-offline --no-audit --no-fund --silent >&2 || exit 3
mkdir gen
protoc -I"$root/proto" --plugin=node_modules/.bin/protoc-gen-es --es_out=gen --es_opt=target=js,import_extension=js \
  "$root"/proto/shapewright/v1/*.proto "$root"/proto/google/rpc/*.proto
"$SHAPEWRIGHT_SERVER" --listen "unix:$work/socket" --json-listen 127.0.0.1:0 2>log &
server=$!
until address=$(sed -n 's/.*"event":"started".*"json":"\([^"]*\)".*/\1/p' log) && [[ -n $address ]]; do
  kill -0 "$server" || { cat log >&2; exit 1; }
  sleep 0.05
done
SHAPEWRIGHT_JSON=http://$address SHAPEWRIGHT_MODEL=$root/tests/languages/tail.onnx \
  node --test --test-reporter=spec --test-reporter-destination=report connect.test.mjs ||
  { cat report >&2; exit 1; }
sed -n 's/^ℹ \(tests\|pass\|skipped\) /\1 /p' report
