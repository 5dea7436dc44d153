#!/usr/bin/env bash
# Programs in other languages, each written from the protos alone, with stubs that are generated here, ask a server
# the commonest questions. Fails if one does not build or prints something else than expected.txt; a language whose
# tools are missing is told and left out. What they build lies in build/languages.
# usage: run.sh [LANGUAGE...]     default: go java typescript
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
protos=$root/proto
out=$root/build/languages
mkdir -p "$out"

say() { echo "languages: $*" >&2; }

# What a language needs; its program is asked for by ask_LANGUAGE.
tools() {
  case $1 in
    go) echo go protoc ;;
    java) echo java javac mvn ;;
    typescript) echo node npm protoc ;;
    *) say "no such language: $1"; exit 2 ;;
  esac
}

missing_tools() {
  local tool
  for tool in $(tools "$1"); do
    command -v "$tool" >/dev/null || echo "$tool"
  done
}

# Each of these runs in its own folder of build/languages, and prints what the program says.
ask_go() {
  cp "$here"/go/* .
  mkdir -p bin
  go build -o bin/ google.golang.org/protobuf/cmd/protoc-gen-go google.golang.org/grpc/cmd/protoc-gen-go-grpc
  PATH=$PWD/bin:$PATH protoc -I"$protos" --go_out=. --go_opt=module=shapewright --go-grpc_out=. \
    --go-grpc_opt=module=shapewright "$protos"/shapewright/v1/*.proto
  go build -o bin/languages .
  bin/languages "$@"
}

ask_java() {
  cp -r "$here"/java/* .
  mvn --quiet --batch-mode -Dprotos="$protos" compile \
    org.apache.maven.plugins:maven-dependency-plugin:3.6.1:build-classpath -Dmdep.outputFile=classpath >&2
  java -cp "target/classes:$(cat classpath)" Languages "$@"
}

ask_typescript() {
  cp "$here"/typescript/* .
  npm install --silent --no-package-lock --no-audit --no-fund >&2
  protoc -I"$protos" --plugin=node_modules/.bin/protoc-gen-ts_proto --ts_proto_out=. \
    --ts_proto_opt=outputServices=grpc-js,esModuleInterop=true,unrecognizedEnum=false \
    "$protos"/shapewright/v1/*.proto
  npx tsc
  node out/main.js "$@"
}

start_server() {
  rm -f "$out/server.log" # it tells the port of another server
  "$root/build/release/bin/shapewright-server" --listen 127.0.0.1:0 2>"$out/server.log" &
  server=$!
  trap 'kill "$server" 2>/dev/null; wait "$server" || true' EXIT
  local tries=0
  until target=$(sed -n '/"event":"started"/s/.*"\(127\.0\.0\.1:[0-9]*\)".*/\1/p' "$out/server.log" 2>/dev/null) && [[ $target ]]; do
    if ! kill -0 "$server" 2>/dev/null || ((++tries > 500)); then
      say "the server did not start:"
      cat "$out/server.log" >&2
      exit 1
    fi
    sleep 0.02
  done
}

languages=("$@")
((${#languages[@]})) || languages=(go java typescript)
start_server
failed=()
for language in "${languages[@]}"; do
  missing=$(missing_tools "$language")
  if [[ $missing ]]; then
    say "$language: not run, missing: ${missing//$'\n'/, }"
    continue
  fi
  rm -rf "${out:?}/$language/shapewright" "$out/$language/v1"
  mkdir -p "$out/$language"
  say "$language"
  if (cd "$out/$language" && "ask_$language" "$target" "$here/tail.onnx") >"$out/$language.txt" &&
    diff "$here/expected.txt" "$out/$language.txt" >&2; then
    say "$language: as expected"
  else
    failed+=("$language")
  fi
done
((!${#failed[@]})) || { say "wrong: ${failed[*]}"; exit 1; }
