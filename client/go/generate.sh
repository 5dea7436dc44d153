#!/usr/bin/env bash
# Writes the generated part of the module, v1, from proto/, with the plugins that go.mod names.
# usage: generate.sh [FOLDER]     default: where this file lies
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
out=$(realpath "${1:-$here}")
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
cd "$here"
go build -o "$tools/" google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc
cd "$here/../../proto"
PATH=$tools:$PATH protoc -I. --go_out="$out" --go_opt=module=shapewright --go-grpc_out="$out" \
  --go-grpc_opt=module=shapewright shapewright/v1/*.proto
