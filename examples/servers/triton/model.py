"""Triton: a model of the Python backend that is guarded, as <repository>/model/1/model.py. start.sh lays the repository out."""
import triton_python_backend_utils as backend

from guarded import Guarded


class TritonPythonModel:
    def initialize(self, args):
        self._guarded = Guarded.from_environment()

    def execute(self, requests):
        """Of as many requests as Triton's batcher found; each has an answer of its own."""
        inputs = [{each.name(): each.as_numpy() for each in request.inputs()} for request in requests]
        return list(map(response, self._guarded.together(inputs)))


def response(answer):
    if isinstance(answer, Exception):
        return backend.InferenceResponse(error=backend.TritonError(str(answer), backend.TritonError.INVALID_ARG))
    return backend.InferenceResponse([backend.Tensor(name, array) for name, array in answer.items()])
