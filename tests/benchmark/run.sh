#!/usr/bin/env bash
# `./dev bench`: starts the service and an echo server on Unix
# sockets, puts load on both from one client, prints one table.
# usage: run.sh [--seconds=S] [--rounds=N] [--only=PARTS]
#   S and N are of each measurement; PARTS some of hit,id,bind,plan,sizes,model,chain,merge,overload,case
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

# Starts the service at socket $1; words before the program may be given.
serve() {
  local socket=$1
  shift
  "$@" "$bin/shapewright-server" --listen="unix:$socket" --log-level=warning >"$socket.log" 2>&1 &
  pids+=($!)
  await "$socket"
}

parts=hit,id,bind,plan,sizes,model,chain,merge,overload,case
flags=()
for argument; do
  if [[ $argument == --only=* ]]; then parts=${argument#*=}; else flags+=("$argument"); fi
done
asked() { [[ ,$parts, == *,$1,* ]]; }

"$bin/echo_server" "unix:$folder/echo" >"$folder/echo.log" 2>&1 &
pids+=($!)
await "$folder/echo"
serve "$folder/service"
load=("$bin/service_load" "unix:$folder/service" "${pids[1]}" "unix:$folder/echo" "${pids[0]}" "${flags[@]}")
echo "$(nproc) CPUs, client and servers together, load $(cut -d' ' -f1 /proc/loadavg); $("$bin/shapewright-server" --version)"
together=
for part in hit id bind sizes model chain merge; do ! asked "$part" || together+=,$part; done
[[ -z $together ]] ||
  "${load[@]}" --only="${together#,}" "$models"/{gru_tagger_ts17,resnet50_ts17,bert_base_ts17,fasterrcnn_r50_ts17,swin_t_hw_ts17}.onnx
if asked overload; then
  # What is too much for the server is so for its CPUs, not for those of its clients: as in a pod.
  last=$(($(nproc) - 1))
  ((last)) || { echo "bench: overload needs a second CPU, for the client" >&2; exit 1; }
  echo
  echo "overload: the server on CPUs 0 to $((last - 1)), the client on CPU $last"
  serve "$folder/pinned" taskset -c "0-$((last - 1))"
  taskset -c "$last" "$bin/service_load" "unix:$folder/pinned" "${pids[-1]}" "unix:$folder/echo" "${pids[0]}" \
    "${flags[@]}" --only=overload "$models"/{fasterrcnn_r50_ts17,swin_t_hw_ts17}.onnx
fi
if asked bind; then
  echo
  "$bin/bind_speed" "$models"/{bert_base_ts17,fasterrcnn_r50_ts17}.onnx
fi
if asked plan; then
  echo
  "$bin/plan_speed" "$models"/{bert_base_ts17,gpt2_past_ts17,resnet50_ts17,fasterrcnn_r50_ts17}.onnx
fi
if asked case; then
  echo
  tests/benchmark/case_speed.sh "unix:$folder/service" "${flags[@]}"
fi
