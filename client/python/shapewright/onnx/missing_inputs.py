"""Nodes with so few inputs that ONNX's inference raises an error in every mode: it reads those that are not there."""
from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from onnx import defs

from .onnx_errors import all_nodes, normal_domain

# How many inputs the inference of an operator reads without a look whether they are there; 1 of all others.
_READ = {
    name: count
    for count, names in {
        0: "And ArgMax ArgMin BlackmanWindow Cast CenterCropPad DynamicQuantizeLinear Equal Greater GreaterOrEqual "
        "GroupNormalization HammingWindow HannWindow If ImageDecoder IsInf IsNaN Less LessOrEqual LinearAttention Loop "
        "MaxUnpool MeanVarianceNormalization MelWeightMatrix Momentum Multinomial NonMaxSuppression NonZero Not OneHot "
        "OptionalGetElement OptionalHasElement Or QuantizeLinear Scan SequenceConstruct SequenceLength SequenceMap Shape "
        "Size StringNormalizer StringSplit TfIdfVectorizer Xor FlexAttention Adam Gradient CastMap CategoryMapper "
        "FeatureVectorizer Imputer LinearClassifier LinearRegressor Normalizer OneHotEncoder SVMClassifier SVMRegressor "
        "Scaler TreeEnsembleClassifier TreeEnsembleRegressor ZipMap",
        2: "Adagrad AffineGrid CastLike ConvInteger MatMulInteger Pad Reshape STFT Tile TopK Unsqueeze Where",
        3: "Range",
        8: "QLinearConv QLinearMatMul",
    }.items()
    for name in names.split()
}
# Where a version reads otherwise: (name, since_version).
_READ_AT = {("Slice", 10): 0, ("Slice", 11): 0, ("Slice", 13): 0, ("Resize", 10): 2, ("Tile", 1): 1}
_READ_AT.update({("DequantizeLinear", 10): 0, ("DequantizeLinear", 13): 0, ("Upsample", 7): 0})
_READ_AT.update({("Upsample", 9): 2, ("Upsample", 10): 2, ("LabelEncoder", 2): 1, ("Expand", 8): 2})
_READ_AT.update({("DequantizeLinear", since): 2 for since in (19, 21, 23, 24, 25, 28)})


def read_inputs(schema: Any) -> int:
    """How many inputs a node of this operator must have for ONNX's inference not to raise."""
    if not schema.has_type_and_shape_inference_function:
        return 0
    count = _READ_AT.get((schema.name, schema.since_version), _READ.get(schema.name, 1))
    return min(count, schema.min_input)


def _read_by(op_type: str, domain: str, opset: int) -> int:
    if not defs.has(op_type, domain):
        return 0
    try:
        return read_inputs(defs.get_schema(op_type, opset, domain))
    except defs.SchemaError:
        return 0


def find_missing_input(model: Any) -> Optional[str]:
    """The first such node; None: there is none."""
    opsets = {normal_domain(opset.domain): opset.version for opset in model.opset_import}
    known: Dict[Tuple[str, str], int] = {}
    for node in all_nodes(model.graph.node):
        key = (node.op_type, normal_domain(node.domain))
        if key not in known:
            known[key] = _read_by(*key, opsets.get(key[1], 1))
        if len(node.input) < known[key]:
            return f"(op_type:{node.op_type}, node name: {node.name}): input {len(node.input)} is out of bounds"
    return None
