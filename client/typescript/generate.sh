#!/usr/bin/env bash
# Writes the generated part of the package, src/gen, from proto/, with the plugin that package.json names.
# usage: generate.sh [FOLDER]     default: src where this file lies
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$(realpath "${1:-$here/src}")/gen
mkdir -p "$out"
cd "$here/../../proto"
protoc -I. --plugin="$here/node_modules/.bin/protoc-gen-es" --es_out="$out" --es_opt=target=ts,import_extension=js \
  shapewright/v1/*.proto google/rpc/*.proto
