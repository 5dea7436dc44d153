#!/usr/bin/env bash
# The entrypoint of a Triton container: the server starts if the configurations of its repository fit their models.
#
#   ENTRYPOINT ["start.sh", "/models", "tritonserver", "--model-repository=/models", "--strict-model-config=true"]
#
# usage: start.sh REPOSITORY COMMAND...     FLAGS, such as --fix or --ignore CODE, go to `shapewright check`
# A model without a config.pbtxt gets one of the sizes that it can run with.
# exit code: that of COMMAND; 1: a configuration does not fit its model; 2, 3: no answer
set -euo pipefail
repository=${1:?usage: start.sh REPOSITORY COMMAND...}
shift
shapewright=${SHAPEWRIGHT:-shapewright}
for model in "$repository"/*/*/model.onnx; do
  config=${model%/*/model.onnx}/config.pbtxt
  [[ ! -f $model || -f $config ]] || "$shapewright" check --write triton "$model" -o "$config" >&2
done
read -ra flags <<<"${FLAGS:-}"
"$shapewright" check "${flags[@]}" "$repository" >&2
exec "$@"
