#!/usr/bin/env bash
# `./dev peers [FOLDER]`: one table of Shapewright and other tools over a folder of models whose runs were recorded.
# usage: run.sh [FOLDER [FLAG...]]     default: tests/data/corpus; flags go to peers.py
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
packages=(onnx==1.23.2 onnxruntime==1.32.0 sympy==1.14.0 onnx-shape-inference==0.4.0 onnx-ir==1.1.0 onnxsim==0.8.1
  openvino==2026.4.1 grpcio==1.85.1 protobuf==7.36.2)
venv=build/venv-peers
if [[ ! -f $venv/made || $(<"$venv/made") != "${packages[*]}" ]]; then
  echo "peers: installing ${packages[*]} into $venv" >&2
  rm -rf "$venv"
  python3 -m venv "$venv"
  "$venv/bin/pip" install -q "${packages[@]}" >&2
  echo "${packages[*]}" >"$venv/made"
fi
folder=tests/data/corpus
if (($#)) && [[ $1 != -* ]]; then
  folder=$1
  shift
fi
PYTHONPATH=client/python SHAPEWRIGHT_SERVER=$PWD/build/release/bin/shapewright-server \
  "$venv/bin/python" tests/peers/peers.py "$folder" "$@"
