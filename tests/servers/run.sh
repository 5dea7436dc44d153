#!/usr/bin/env bash
# `./dev servers [NAME...]`: examples/servers in front of real servers, each in its own venv; all if none is named.
# exit code: 1: a test failed; 2: one could not be installed
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
export SHAPEWRIGHT_SERVER=$PWD/build/release/bin/shapewright-server
client/python/generate.py
common=(onnx==1.23.2 pytest==9.2.0 grpcio==1.85.3)
declare -A packages=(
  [mlserver]="mlserver==1.7.1 onnxruntime==1.32.0"
  [kserve]="kserve==0.21.0 onnxruntime==1.32.0"
  [bentoml]="bentoml==1.4.40 onnxruntime==1.32.0"
  [openvino]="openvino==2026.4.1"
  [ray]="ray[serve]==2.60.0 onnxruntime==1.32.0"
  [triton]="nvidia-pytriton==0.7.0 onnxruntime==1.32.0")
(($#)) || set -- mlserver kserve bentoml openvino ray triton
failed=0
for name; do
  read -ra wanted <<<"${packages[$name]:?there is no such server: $name}"
  wanted+=("${common[@]}")
  venv=$PWD/build/venv-servers/$name
  if [[ ! -f $venv/made || $(<"$venv/made") != "${wanted[*]}" ]]; then
    echo "servers: installing ${wanted[*]} into ${venv#"$PWD/"}" >&2
    rm -rf "$venv"
    python3 -m venv "$venv"
    if ! "$venv/bin/pip" install --quiet "${wanted[@]}" >&2; then
      echo "NOT RUN: $name, as it could not be installed" >&2
      failed=2
      continue
    fi
    echo "$PWD/client/python" >"$(echo "$venv"/lib/*/site-packages)/shapewright.pth" # this checkout's
    echo "${wanted[*]}" >"$venv/made"
  fi
  echo "servers: $name" >&2
  SERVER=$name "$venv/bin/python" -m pytest -q tests/servers || failed=1
done
exit "$failed"
