#!/usr/bin/env bash
# Writes the generated part of the package, shapewright/v1, from proto/: with Debian 12's protoc, whose code
# works with every protobuf and grpcio for Python from 2022 on (newer ones check for versions).
# usage: generate.sh [FOLDER]     default: where this file lies
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$(realpath "${1:-$here}")
cd "$here/../../proto"
mkdir -p "$out/shapewright/v1"
protoc -I. --python_out="$out" --pyi_out="$out" shapewright/v1/*.proto
protoc -I. --plugin=protoc-gen-grpc_python="$(command -v grpc_python_plugin)" \
  --grpc_python_out="$out" shapewright/v1/service.proto
touch "$out/shapewright/v1/__init__.py"
