#!/usr/bin/env bash
# The tests of the Go client: format, generated code that is not stale, vet, tests with a server (SHAPEWRIGHT_SERVER); and
# those of the example in Go.
# Exits with 3 where its modules cannot be had.
# needs: go gofmt protoc
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"
go mod download >&2 || exit 3
example=../../examples/admission
unformatted=$(gofmt -l ./*.go $example/*.go)
[[ ! $unformatted ]] || { echo "not formatted by gofmt: $unformatted" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
./generate.sh "$work"
diff -r v1 "$work/v1" >/dev/null || { echo "stale: run client/go/generate.sh" >&2; exit 1; }
for module in . $example; do
  (
    cd "$module"
    go mod tidy -diff
    go vet ./...
    go test -race ./...
  )
done
