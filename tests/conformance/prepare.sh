# Sourced at the repository's root: makes build/venv-conformance with the package onnx and the Python client of this
# checkout, and sets `venv` and SHAPEWRIGHT_SERVER. Arguments: further packages.
onnx_version=${ONNX_VERSION:-1.23.2}
# Of the schemas in core/rules/registry/onnx_inputs.cc.
onnxruntime_version=${ONNXRUNTIME_VERSION:-1.31.1}
venv=$PWD/build/venv-conformance
export SHAPEWRIGHT_SERVER=$PWD/build/release/bin/shapewright-server
client/python/generate.py

prepare() {
  if ! compgen -G "$venv/lib/*/site-packages/onnx-$onnx_version.dist-info" >/dev/null; then
    echo "conformance: installing onnx $onnx_version and the client's needs into ${venv#"$PWD/"}" >&2
    python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet "onnx==$onnx_version" pytest "setuptools>=64" wheel
  fi
  local package
  for package; do
    compgen -G "$venv/lib/*/site-packages/${package/==/-}[-.]*dist-info" >/dev/null ||
      "$venv/bin/pip" install --quiet "$package"
  done
  # A copy: pip builds in the folder that it is given.
  copy=$(mktemp -d)
  trap 'rm -rf "$copy"' EXIT
  cp -r client/python/. VERSION "$copy"
  "$venv/bin/pip" install --quiet --no-build-isolation "$copy"
}
