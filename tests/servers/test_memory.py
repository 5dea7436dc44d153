"""Advice about memory, held to the peak of a process with the runtime of a server.

FindLargestSizes says how many rows fit into a budget without the weights. A run with so many must not take a quarter more:
runtimes pack matrices and keep some tensors longer than a plan has to. In the servers themselves requests are texts that
take more than the run, so it is measured without them.
"""
import os
import subprocess
import sys

import pytest

import models
from shapewright import Client
from shapewright.v1.plan_pb2 import Budget, FindLargestSizesRequest, Quantity

RUN = """
import sys, numpy, guarded, models
run = guarded.Guarded.load(sys.argv[1], sys.argv[2], "off")
random = numpy.random.default_rng(1)
run(models.text_request(random, 1, 48))
request = models.text_request(random, int(sys.argv[3]), 48)
peak = lambda: next(int(line.split()[1]) << 10 for line in open("/proc/self/status") if line.startswith("VmHWM"))
before = peak()
run(request)
print(peak() - before)
"""
RUNTIME = "openvino" if os.environ.get("SERVER", "openvino") == "openvino" else "onnxruntime"


@pytest.mark.parametrize("budget", [64 << 20, 256 << 20])
def test_a_run_of_the_advised_size_fits(budget, tmp_path):
    model = str(models.save(models.TEXT, tmp_path / "model.onnx"))
    amount = Budget(quantity=Quantity(memory=Quantity.MEMORY_QUANTITY_WITHOUT_WEIGHTS), amount=budget)
    with Client() as client:
        found = client.find_largest_sizes(model, "batch", budget, {"sequence": 48}, request=FindLargestSizesRequest(budget=amount))
    here = os.path.dirname(os.path.abspath(__file__))
    paths = os.pathsep.join([here, os.path.join(here, "..", "..", "examples", "servers")])
    took = subprocess.run(
        [sys.executable, "-c", RUN, model, RUNTIME, str(found.largest)],
        env={**os.environ, "PYTHONPATH": paths}, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert 0.6 * budget <= int(took) <= 1.25 * budget
