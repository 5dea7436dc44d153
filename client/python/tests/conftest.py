"""What the tests share: models in ONNX's text form, and a server of the services' other side."""
from concurrent import futures

import grpc
import onnx
import pytest
from onnx import parser

from shapewright.v1 import infer_pb2, service_pb2_grpc


def model(text, opset=17, ir=8):
    """A model from the text of its graph."""
    return parser.parse_model(f'<ir_version: {ir}, opset_import: ["" : {opset}]>\n{text}')


class Fake(service_pb2_grpc.ShapeServiceServicer, service_pb2_grpc.ModelServiceServicer):
    """Answers with what `answers` holds, in turn: a response, or (status, trailers) to fail with."""

    def __init__(self):
        self.answers = []
        self.requests = []
        self.uploads = []
        self.routes = []  # what each call tells balancers
        self.message = "refused"
        self.during = lambda: None  # runs while a call is worked on

    def _answer(self, request, context):
        self.requests.append(request)
        self.routes.append(dict(context.invocation_metadata()).get("x-shapewright-model"))
        self.during()
        answer = self.answers.pop(0)
        if not isinstance(answer, tuple):
            return answer
        context.set_trailing_metadata(answer[1])
        context.abort(answer[0], self.message)

    InferShapes = EvaluateShapes = DescribeModel = MergeShapes = ComputeLayout = GetCapabilities = _answer

    def StreamInferShapes(self, request, context):
        yield from self._answer(request, context)

    def UploadModel(self, request_iterator, context):
        self.uploads.append(list(request_iterator))
        return self._answer(None, context)


@pytest.fixture
def fake(tmp_path):
    """(service, target) of a server in this process."""
    service = Fake()
    server = grpc.server(futures.ThreadPoolExecutor(2))
    service_pb2_grpc.add_ShapeServiceServicer_to_server(service, server)
    service_pb2_grpc.add_ModelServiceServicer_to_server(service, server)
    target = f"unix:{tmp_path}/socket"
    server.add_insecure_port(target)
    server.start()
    yield service, target
    server.stop(0)


@pytest.fixture
def concat():
    return model("g (float[N, 3] X, float[M, 3] Y) => (float Z) { A = Concat<axis = 0>(X, Y) Z = Relu(A) }")


@pytest.fixture
def answer():
    """An answer that names its model."""
    return lambda model_id="": infer_pb2.InferShapesResponse(model_id=model_id)


def value_infos(graph):
    """Name to shape (sizes and texts) of what a graph says of its values."""
    return {
        value.name: tuple(
            dim.dim_value if dim.HasField("dim_value") else dim.dim_param
            for dim in value.type.tensor_type.shape.dim
        )
        for value in [*graph.value_info, *graph.output]
    }


def external_tensor(name, sizes):
    """An initializer whose data lies in a file that does not exist."""
    tensor = onnx.TensorProto(name=name, data_type=onnx.TensorProto.FLOAT, dims=sizes)
    tensor.data_location = onnx.TensorProto.EXTERNAL
    tensor.external_data.add(key="location", value="/nonexistent/weights")
    return tensor
