"""What is written into models, and what lint says of what they declare, beside the runs."""
import json
import os
import re
import shutil
import subprocess
import tempfile

import numpy as np
import onnx
from onnx import ModelProto, helper

from fuzz_models.expressions import Unknown, value_of
from shapewright.onnx.annotate import annotate

from . import laws

IN_MEMORY = "/dev/shm" if os.path.isdir("/dev/shm") else None  # what is written in place is synced to the disk each time
FOUND = {"FALSE_TYPE", "NARROW_TYPE", "UNPROVED_TYPE", "REUSED_NAME"}


def dims_of(type_):
    """Of a tensor; None without a shape."""
    return list(type_.tensor_type.shape.dim) if type_.tensor_type.HasField("shape") else None


def places(graph):
    return {value.name: value for value in [*graph.value_info, *graph.output]}


def read_dim(text, values):
    """What a written name or expression comes to; None: it names something that is no size of the inputs."""
    try:
        return value_of(text, values)
    except Unknown:
        return None


def check_written(looked, law, graph, infers=None):
    """No type that is written contradicts a run. What the model declared before, and kept, is not written."""
    case = looked.case
    before = {name: dims_of(value.type) for name, value in places(case.model.graph).items()}
    for i in case.ran():
        if looked.is_lenient[i]:
            continue
        if looked.told(i, looked.undeclared).copies_a_computed_size():
            looked.leave(f"{law}: a run in which a computed size of a Reshape is none")
            continue
        results, at = case.results[i], laws.told_of(case.runs[i])
        named = {}
        for name, value in places(graph).items():
            real = results.get(name)
            if not isinstance(real, np.ndarray):
                continue
            type_ = value.type.tensor_type
            if real.dtype != object and type_.elem_type and type_.elem_type != helper.np_dtype_to_tensor_dtype(real.dtype):
                looked.find(f"{law}: element type", f"{name}: {type_.elem_type} is not {real.dtype} at {at}")
            dims = dims_of(value.type)
            if dims is None:
                continue
            old = before.get(name)
            if len(dims) != real.ndim:
                if old is None or len(old) != len(dims):
                    looked.find(f"{law}: rank", f"{name}: {shown(dims)} is not {list(real.shape)} at {at}")
                continue
            old = old if old is not None and len(old) == len(dims) else [None] * len(dims)
            for dim, kept, size in zip(dims, old, real.shape):
                if dim == kept:
                    continue
                if dim.HasField("dim_value") and dim.dim_value != size:
                    looked.find(f"{law}: number", f"{name}: {shown(dims)} is not {list(real.shape)} at {at}")
                    break
                if dim.dim_param:
                    named.setdefault(dim.dim_param, set()).add(size)
        told = infers(i) if infers else None
        for text, found in named.items() if told is not None and not told.says_less else ():
            value = read_dim(text, told.values)
            if len(found) > 1 or value is not None and found != {value}:
                looked.find(f"{law}: name", f"{text} = {value} is {sorted(found)} at {at}")


def shown(dims):
    return [d.dim_value if d.HasField("dim_value") else d.dim_param or None for d in dims]


def check_annotated(looked, answer):
    """What the Python client writes by an answer under the policy OVERRIDE."""
    model = ModelProto()
    model.CopyFrom(looked.case.model)
    annotate(model, answer)
    check_written(looked, "written", model.graph, lambda i: looked.told(i, answer))


# Lint, of many models at once.


def fits(declared, real, values):
    """Whether a declared type is that of a result; None: it has names that are no sizes of inputs."""
    dims = dims_of(declared)
    if dims is None:
        return True
    if len(dims) != real.ndim:
        return False
    known = [d.dim_value == n if d.HasField("dim_value") else None if d.dim_param else True for d, n in zip(dims, real.shape)]
    return False if False in known else None if None in known else True


def check_findings(looked, findings, graph):
    """FALSE_TYPE holds for no run, and what a run contradicts is found."""
    case = looked.case
    declared = places(graph)
    told = {}
    for finding in findings:
        told.setdefault(finding.get("value"), []).append(finding)
        for other in finding.get("also", ()):
            told.setdefault(other["value"], []).append(finding)
    for i in case.ran():
        if looked.is_lenient[i]:
            continue
        at = laws.told_of(case.runs[i])
        for finding in findings:
            if not finding.get("graph"):
                check_finding(looked, finding, declared, case.results[i], at)
        for name, value in declared.items():
            real = case.results[i].get(name)
            if not isinstance(real, np.ndarray) or not value.type.HasField("tensor_type"):
                continue
            if fits(value.type, real, {}) is False and not any(f["code"] in FOUND for f in told.get(name, ())):
                if not knows(looked, name, real, dims_of(value.type), i):
                    looked.leave("lint: a wrong type of a value whose rank or size is not known")
                else:
                    looked.find("lint: a wrong type is not found", f"{name}: {shown(dims_of(value.type))} is {list(real.shape)} at {at}")


def knows(looked, name, real, declared, i):
    """Whether what is inferred says that a declared type is not that of a run: another rank, or a size that is another number."""
    told = looked.told(i, looked.undeclared)
    inferred = next((v.type for v in looked.undeclared.graphs[0].values if v.name == name), None)
    if inferred is None or inferred.WhichOneof("kind") != "tensor" or not inferred.tensor.HasField("shape"):
        return False
    if len(declared) != real.ndim:
        return True
    for dim, old in zip(inferred.tensor.shape.dims, declared):
        value = dim.size if dim.WhichOneof("kind") == "size" else None if told.says_less else read_dim(dim.expr, told.values)
        if old.HasField("dim_value") and value is not None and value != old.dim_value:
            return True
    return False


ALWAYS = re.compile(r'^"(.*)" is always (.*)$')
NUMBER = re.compile(r"but it is (-?\d+)$")


def check_finding(looked, finding, declared, results, at):
    name, axis = finding.get("value"), finding.get("axis")
    real = results.get(name)
    if not isinstance(real, np.ndarray) or name not in declared:
        return
    dims = dims_of(declared[name].type)
    if finding["code"] == "FALSE_TYPE" and dims is not None:
        if axis is None and "rank" in finding["message"] and len(dims) == real.ndim:
            looked.find("lint: FALSE_TYPE of a true type", f"{name}: {finding['message']} at {at}")
        if axis is not None and len(dims) == real.ndim and dims[axis].HasField("dim_value") and dims[axis].dim_value == real.shape[axis]:
            looked.find("lint: FALSE_TYPE of a true type", f"{name} axis {axis}: {finding['message']} at {at}")
    number = NUMBER.search(finding["message"])
    if number and axis is not None and axis < real.ndim and int(number.group(1)) != real.shape[axis]:
        looked.find("lint: a size that is another one", f"{name} axis {axis}: {finding['message']}, and runs as {list(real.shape)} at {at}")
    always = ALWAYS.match(finding["message"])
    if always and always.group(2).isdigit() and axis is not None and axis < real.ndim and int(always.group(2)) != real.shape[axis]:
        looked.find("lint: a size that is another one", f"{name} axis {axis}: {finding['message']}, and runs as {list(real.shape)} at {at}")


class Program:
    """`shapewright lint` and `infer --onnx-out`."""

    def __init__(self, path):
        self.path = path

    def lint(self, folder, *flags):
        """The findings by name of file."""
        done = subprocess.run([self.path, "lint", "--embedded", "--jobs", "1", "--json", *flags, folder], capture_output=True, text=True)
        if done.returncode not in (0, 1):
            raise RuntimeError(f"lint ends with {done.returncode}: {done.stderr[-500:]}")
        found = {}
        for line in filter(None, done.stdout.splitlines()):
            entry = json.loads(line)
            answer = entry.get("answer", entry)
            found[os.path.basename(entry.get("path", entry.get("model", "")))] = answer.get("findings") if isinstance(answer, dict) else None
        return found

    def infer(self, path, out):
        done = subprocess.run([self.path, "infer", "--embedded", "--quiet", "--onnx-out", out, path], capture_output=True, text=True)
        return done.returncode


def check_all(looked_at, program):
    """Lint, `lint --fix` and `infer --onnx-out` of the cases of a batch; of those that have no answer, which is a contradiction of its own, nothing."""
    looked_at = [looked for looked in looked_at if hasattr(looked, "undeclared")]
    if not looked_at:
        return
    folder = tempfile.mkdtemp(prefix="fuzz-laws-", dir=IN_MEMORY)
    try:
        by_name = {}
        for looked in looked_at:
            name = f"{looked.case.seed}.onnx"
            by_name[name] = looked
            onnx.save(looked.case.model, os.path.join(folder, name))
        if len(by_name) < 2:  # of one model the program prints no list
            onnx.save(looked_at[0].case.model, os.path.join(folder, "other.onnx"))
        findings = program.lint(folder)
        for name, looked in by_name.items():
            if findings.get(name) is None:
                looked.find("lint: no answer", name)
                continue
            check_findings(looked, findings[name], looked.case.model.graph)
        for looked in [looked for looked in looked_at if not looked.case.lies][:2]:
            look_at_written(looked, program, folder)
        program.lint(folder, "--fix", "--in-place")
        for name, looked in by_name.items():
            check_written(looked, "lint --fix", onnx.load(os.path.join(folder, name)).graph)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def look_at_written(looked, program, folder):
    """`infer --onnx-out`, which takes one model, of one of them."""
    out = os.path.join(folder, "written.onnx_")
    program.infer(os.path.join(folder, f"{looked.case.seed}.onnx"), out)
    if os.path.exists(out):
        check_written(looked, "infer --onnx-out", onnx.load(out).graph)
        os.remove(out)
