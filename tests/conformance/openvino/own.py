"""What this project says of every value of an IR, in the form of peer.py."""
import collections
import time

from peer import Answer, Value
from shapewright import ShapewrightError
from shapewright.model_bytes.ir_constants import inline_ir_constants
from shapewright.v1 import fact_pb2, infer_pb2, shape_pb2

NO_END = (1 << 63) - 1


def _range(dim):
    if dim.WhichOneof("kind") == "size":
        return dim.size, dim.size
    if not dim.HasField("range"):
        return 0, None
    high = dim.range.max if dim.range.HasField("max") and dim.range.max != NO_END else None
    return max(dim.range.min, 0), high


def _value(kind):
    if kind.WhichOneof("kind") != "tensor":
        return Value("", None)
    element = shape_pb2.ElementType.Name(kind.tensor.element_type)[len("ELEMENT_TYPE_"):]
    dims = [_range(dim) for dim in kind.tensor.shape.dims] if kind.tensor.HasField("shape") else None
    return Value("" if element == "UNSPECIFIED" else element, dims)


def content_of(xml, weights):
    """The text with the elements of small constants, as clients send it."""
    def read(offset, size):
        part = weights[offset : offset + size]
        return part if len(part) == size else None

    return inline_ir_constants(xml.encode(), read)


def ask(client, xml, weights=b"", types=None):
    """`types` are texts by the names of inputs, in place of those that the model declares."""
    request = infer_pb2.InferShapesRequest(scope=infer_pb2.SCOPE_MAIN_GRAPH, include=[infer_pb2.PART_NODES])
    for name, text in (types or {}).items():
        request.model.input_types.add(name=name).type.text = text
    begin = time.perf_counter()
    try:
        answer = client.infer_shapes(content_of(xml, weights), request=request).response
    except ShapewrightError as error:
        return Answer("refused", why=f"{error.reason}: {error.message}")
    seconds = time.perf_counter() - begin
    wrong = [found for found in answer.diagnostics
             if found.severity == fact_pb2.Diagnostic.SEVERITY_ERROR or found.code == "UNKNOWN_OPERATOR"]
    if wrong:
        return Answer("refused", why=f"{wrong[0].code}: {wrong[0].message}")
    graph = answer.graphs[0]
    values, numbers = {}, collections.Counter()
    for value in graph.values:
        if value.HasField("node"):
            values[graph.nodes[value.node].name, numbers[value.node]] = _value(value.type)
            numbers[value.node] += 1
    return Answer("taken", values, seconds=seconds)
