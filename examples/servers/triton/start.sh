#!/usr/bin/env bash
# Starts the Triton of the wheel nvidia-pytriton with one guarded model of its Python backend.
#
# usage: start.sh FOLDER [FLAG...]     MODEL and what else guarded.py reads are in the environment; flags go to tritonserver
# FOLDER gets the repository. config.pbtxt is the one that `shapewright check --write triton` makes of the model, run by
# model.py. Requests of other sizes than the first may join its batch (allow_ragged_batch): model.py pads them.
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
folder=${1:?usage: start.sh FOLDER [FLAG...]}
shift
python=${PYTHON:-python3}
read -r packages version programs < <("$python" -c '
import sys, sysconfig
print(sysconfig.get_path("platlib"), "%d.%d" % sys.version_info[:2], sysconfig.get_path("scripts"))')
triton=$packages/pytriton/tritonserver

mkdir -p "$folder/repository/model/1" "$folder/backends"
cp "$here/model.py" "$here/../guarded.py" "$folder/repository/model/1/"
"${SHAPEWRIGHT:-shapewright}" check --write triton "$MODEL" | sed \
  -e 's/^backend: .*/backend: "python"\ndynamic_batching { max_queue_delay_microseconds: 5000 }/' \
  -e '/^input/,/^]/ s/dims: .*/&\n    allow_ragged_batch: true/' >"$folder/repository/model/config.pbtxt"
cp -r "$triton/backends/python" "$folder/backends/"
cp "$triton/python_backend_stubs/$version/triton_python_backend_stub" "$folder/backends/python/"

export LD_LIBRARY_PATH=$packages/nvidia_pytriton.libs${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PATH=$programs:$PATH # where the backend finds its packages
exec "$triton/bin/tritonserver" --model-repository="$folder/repository" --backend-directory="$folder/backends" "$@"
