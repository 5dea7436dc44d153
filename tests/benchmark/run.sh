#!/usr/bin/env bash
# `./dev bench`: starts the service and an echo server on Unix
# sockets, puts load on both from one client, prints one table.
# usage: run.sh [--seconds=S] [--rounds=N] [--only=PARTS]
#   S and N are of each measurement; PARTS some of hit,id,bind,model,merge,overload,case
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
bin=build/release/bin
models=tests/data/corpus/models
folder=$(mktemp -d)
pids=()
trap 'kill "${pids[@]}" 2>/dev/null && wait || true; rm -rf "$folder"' EXIT

# Waits for the socket of the program that was started last.
await() {
  local tries=0
  until [[ -S $1 ]]; do
    kill -0 "${pids[-1]}" 2>/dev/null && ((++tries < 500)) ||
      { echo "bench: a server did not start" >&2; cat "$folder"/*.log >&2; exit 1; }
    sleep 0.02
  done
}

"$bin/echo_server" "unix:$folder/echo" >"$folder/echo.log" 2>&1 &
pids+=($!)
await "$folder/echo"
"$bin/shapewright-server" --listen="unix:$folder/service" --log-level=warning >"$folder/service.log" 2>&1 &
pids+=($!)
await "$folder/service"
echo "$(nproc) CPUs, client and servers together, load $(cut -d' ' -f1 /proc/loadavg); $("$bin/shapewright-server" --version)"
"$bin/service_load" "unix:$folder/service" "${pids[1]}" "unix:$folder/echo" "${pids[0]}" "$@" \
  "$models"/{gru_tagger_ts17,resnet50_ts17,bert_base_ts17,fasterrcnn_r50_ts17,swin_t_hw_ts17}.onnx
only=
for argument; do [[ $argument != --only=* ]] || only=${argument#*=}; done
if [[ -z $only || $only == *bind* ]]; then
  echo
  "$bin/bind_speed" "$models"/{bert_base_ts17,fasterrcnn_r50_ts17}.onnx
fi
if [[ -z $only || $only == *case* ]]; then
  echo
  cases=()
  for argument; do [[ $argument == --only=* ]] || cases+=("$argument"); done
  tests/benchmark/case_speed.sh "unix:$folder/service" "${cases[@]}"
fi
