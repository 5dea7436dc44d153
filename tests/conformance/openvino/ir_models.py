"""Models of the corpus as OpenVINO converts them: the text of the IR and its weights."""
import os
import pathlib
import re
import sys
import tempfile
from xml.etree import ElementTree

import numpy as np
import onnx
import openvino as ov
from onnx import TensorProto, helper, numpy_helper

from peer import ELEMENTS, range_of

SIZES = (1, 2, 3, 8, 32, 64, 128)
TYPE_NAMES = {"FLOAT": "float32", "DOUBLE": "float64"}


def default_folder(root):
    shared = root.parent / "shared/corpus/models"
    return str(shared if shared.is_dir() else root / "tests/data/corpus/models")


def _with_zeros(path):
    model = onnx.load(path, load_external_data=False)
    for tensor in model.graph.initializer:
        if tensor.data_location == TensorProto.EXTERNAL:
            dtype = helper.tensor_dtype_to_np_dtype(tensor.data_type)
            tensor.CopyFrom(numpy_helper.from_array(np.zeros(tuple(tensor.dims), dtype), tensor.name))
    return model.SerializeToString()


def converted(folder):
    """Name, text and weights of each that converts; kept in build/, as this takes minutes."""
    kept = pathlib.Path(__file__).resolve().parents[3] / "build/openvino-corpus"
    kept.mkdir(parents=True, exist_ok=True)
    core = ov.Core()
    for path in sorted(pathlib.Path(folder).glob("*.onnx")):
        xml, refused = kept / f"{path.stem}.xml", kept / f"{path.stem}.refused"
        if refused.exists():
            continue
        if not xml.exists():
            try:
                with tempfile.TemporaryDirectory(dir=kept) as place:
                    model = core.read_model(_with_zeros(path))
                    ov.save_model(model, f"{place}/m.xml", compress_to_fp16=False)
                    weights = pathlib.Path(f"{place}/m.bin").read_bytes()
                    (kept / f"{path.stem}.bin").write_bytes(weights)
                    os.replace(f"{place}/m.xml", xml)
            except Exception as error:  # whatever it says
                refused.write_text(str(error))
                print(f"{path.stem}: does not convert: {str(error).split(chr(10))[0][:120]}", file=sys.stderr)
                continue
        yield path.stem, xml.read_text(encoding="utf-8"), (kept / f"{path.stem}.bin").read_bytes()


def parameters(xml):
    """Name, element type and shape of each input."""
    for layer in ElementTree.fromstring(xml).iterfind("layers/layer[@type='Parameter']"):
        data, port = layer.find("data"), layer.find("output/port")
        name = (port.get("names") or layer.get("name")).split(",")[0]
        yield name, data.get("element_type"), data.get("shape")


def requests(xml, count, rng):
    """None for the open model, then shapes with a size for each open dim; equal names get equal sizes nowhere in an IR, so
    that all open dims of one place are one size."""
    yield None
    inputs = list(parameters(xml))
    if any(shape == "..." for _, _, shape in inputs) or not any(re.search(r"[?.]", shape) for _, _, shape in inputs):
        return
    for _ in range(count):
        sizes = {}
        yield {name: [_size(dim, place, sizes, rng) for place, dim in enumerate(shape.split(",")) if dim] for name, _, shape in inputs}


def _size(dim, place, sizes, rng):
    low, high = range_of(dim)
    if low == high:
        return low
    size = sizes.setdefault(place, rng.choice(SIZES))
    return min(max(size, low), high if high is not None else size)


def type_texts(xml, shapes):
    """The same for `input_types`."""
    if shapes is None:
        return None
    elements = {name: element for name, element, _ in parameters(xml)}
    return {name: f"{_type_name(elements[name])}[{', '.join(map(str, shape))}]" for name, shape in shapes.items()}


def _type_name(element):
    name = ELEMENTS[element]
    return TYPE_NAMES.get(name, name.lower())
