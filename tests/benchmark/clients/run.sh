#!/usr/bin/env bash
# `./dev bench clients`: each client puts load on one server, EvaluateShapes by inference_id, in turns; calls per second at 1,
# 8 and 64 in flight, and what that is of the C++ client's. 2: a client was not run, as its tools or packages are missing.
# usage: run.sh [--seconds S] [--rounds N]
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
cd "$here/../../.."
bin=$PWD/build/release/bin
model=$PWD/tests/data/corpus/models/bert_base_ts17.onnx
folder=$(mktemp -d)
left_out=()

go_program() {
  (cd "$here/go" && go build -o "$folder/go" .) >&2 && echo "$folder/go"
}

typescript_program() {
  (cd client/typescript && npm ci --ignore-scripts --prefer-offline --silent && npm run --silent build) >&2 &&
    echo "node $here/load.mjs"
}

java_program() {
  (
    cd client/java &&
      mvn -q -B compile dependency:build-classpath -Dmdep.outputFile="$folder/classpath" &&
      javac -d "$folder" -cp "target/classes:$(<"$folder/classpath")" "$here/java/Load.java"
  ) >&2 && echo "java -cp $folder:$PWD/client/java/target/classes:$(<"$folder/classpath") Load"
}

python_program() { # HOW
  (source tests/conformance/prepare.sh && prepare) >&2 && echo "build/venv-conformance/bin/python $here/load.py $1"
}

programs=("C++=$bin/client_load")
add() { # NAME TOOL FUNCTION [ARGUMENT...]
  local command
  if command -v "$2" >/dev/null && command=$("${@:3}"); then
    programs+=("$1=$command")
  else
    left_out+=("$1")
  fi
}
add Go go go_program
add TypeScript npm typescript_program
add Java mvn java_program
add "Python, asyncio" python3 python_program asyncio
add "Python, threads" python3 python_program threads

"$bin/shapewright-server" --listen="unix:$folder/socket" --http-listen= --log-level=warning 2>"$folder/log" &
server=$!
trap 'kill "$server" 2>/dev/null && wait "$server" || true; rm -rf "$folder"' EXIT
tries=0
until [[ -S $folder/socket ]]; do
  kill -0 "$server" 2>/dev/null && ((++tries < 500)) || { cat "$folder/log" >&2; exit 1; }
  sleep 0.02
done
echo "$(nproc) CPUs, clients and server together, load before $(cut -d' ' -f1 /proc/loadavg); $("$bin/shapewright-server" --version)"
python3 "$here/compare.py" "$@" "unix:$folder/socket" "$model" "${programs[@]}"
((!${#left_out[@]})) || { printf 'NOT RUN: %s\n' "${left_out[*]}" >&2; exit 2; }
