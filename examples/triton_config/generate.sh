#!/usr/bin/env bash
# Writes model_config_pb2.py, with Debian 12's protoc, whose code every protobuf for Python from 2022 on takes.
# usage: generate.sh [FOLDER]     default: where this file lies
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
protoc -I"$here" --python_out="${1:-$here}" model_config.proto
