"""A model of Triton's Python backend that runs the model.onnx beside it, if there is one, and says what a configuration leaves
out."""
from pathlib import Path

import onnxruntime
import triton_python_backend_utils as backend

TYPES = {"tensor(float)": "TYPE_FP32", "tensor(int64)": "TYPE_INT64"}


def ports(values, is_batched):
    return [
        {"name": each.name, "data_type": TYPES[each.type], "dims": [size if isinstance(size, int) else -1 for size in each.shape][is_batched:]}
        for each in values
    ]  # fmt: skip


MODEL = Path(__file__).parent / "model.onnx"


class TritonPythonModel:
    @staticmethod
    def auto_complete_config(config):
        given = config.as_dict()
        if not MODEL.exists():
            for side, add in (("input", config.add_input), ("output", config.add_output)):
                for each in given[side]:
                    if not each["dims"]:
                        add({"name": each["name"], "data_type": "TYPE_FP32", "dims": [-1]})
            return config
        session = onnxruntime.InferenceSession(MODEL)
        is_batched = given["max_batch_size"] > 0
        for each in ports(session.get_inputs(), is_batched) if not given["input"] else []:
            config.add_input(each)
        for each in ports(session.get_outputs(), is_batched) if not given["output"] else []:
            config.add_output(each)
        return config

    def initialize(self, args):
        self._session = onnxruntime.InferenceSession(MODEL) if MODEL.exists() else None

    def execute(self, requests):
        names = [each.name for each in self._session.get_outputs()]
        return [
            backend.InferenceResponse(list(map(backend.Tensor, names, self._session.run(
                names, {each.name(): each.as_numpy() for each in request.inputs()}))))
            for request in requests
        ]  # fmt: skip
