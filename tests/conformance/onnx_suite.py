"""A pytest plugin: runs ONNX's own tests with onnx.shape_inference.infer_shapes() replaced by shapewright.infer_shapes().

A test fails too if an answer says less than ONNX's, contradicts it, or is an error where ONNX's is none. Tests listed in
known_differences.txt must fail; a test that passes though it is listed, and a line that names no test, are failures.
"""
import os
import re

import onnx.shape_inference
import pytest

import shapewright

ONNX_INFER = onnx.shape_inference.infer_shapes
LIST = os.path.join(os.path.dirname(os.path.abspath(__file__)), "known_differences.txt")
GENERATED_NAME = re.compile(r"unk__\d+")
deviations = []
left_out = set()


def read_known_differences():
    """Test to reason: in the file the reason is the comment above the tests."""
    known, reason = {}, ""
    with open(LIST, encoding="utf-8") as file:
        for line in map(str.strip, file):
            if line.startswith("#"):
                reason = line.lstrip("# ")
            elif line:
                known[line] = reason
    return known


def dim_deviates(mine, theirs):
    """Whether a dim is not what ONNX says, where ONNX says anything. Another expression for a name may be right."""
    if theirs.HasField("dim_value"):
        return not mine.HasField("dim_value") or mine.dim_value != theirs.dim_value
    named = theirs.dim_param and not GENERATED_NAME.fullmatch(theirs.dim_param)
    return bool(named) and mine.WhichOneof("value") is None


def tensor_deviates(mine, theirs):
    if theirs.elem_type and mine.elem_type != theirs.elem_type:
        return True
    if not theirs.HasField("shape"):
        return False
    if not mine.HasField("shape") or len(mine.shape.dim) != len(theirs.shape.dim):
        return True
    return any(map(dim_deviates, mine.shape.dim, theirs.shape.dim))


def type_deviates(mine, theirs):
    """Whether a TypeProto says less than ONNX's or another thing."""
    kind = theirs.WhichOneof("value")
    if kind is None:
        return False
    if mine.WhichOneof("value") != kind:
        return True
    mine, theirs = getattr(mine, kind), getattr(theirs, kind)
    if kind in ("tensor_type", "sparse_tensor_type"):
        return tensor_deviates(mine, theirs)
    if kind in ("sequence_type", "optional_type"):
        return type_deviates(mine.elem_type, theirs.elem_type)
    return mine != theirs


def types_of(model):
    return {value.name: value.type for value in [*model.graph.value_info, *model.graph.output]}


def attempt(infer, arguments):
    """(model, None) or (None, error)."""
    try:
        return infer(*arguments), None
    except Exception as error:  # the tests ask which one it is
        return None, error


def infer_and_compare(model, check_type=False, strict_mode=False, data_prop=False):
    arguments = (model, check_type, strict_mode, data_prop)
    (mine, error), (theirs, their_error) = attempt(shapewright.infer_shapes, arguments), attempt(ONNX_INFER, arguments)
    if (error is None) != (their_error is None):
        deviations.append(f"raises {error!r}, ONNX raises {their_error!r}")
    if error is not None:
        raise error
    if theirs is not None:
        types = types_of(mine)
        for name, type_ in types_of(theirs).items():
            if name not in types or type_deviates(types[name], type_):
                deviations.append(f"{name} is {types.get(name)}, in ONNX {type_}")
    return mine


onnx.shape_inference.infer_shapes = infer_and_compare


@pytest.hookimpl(hookwrapper=True)
def pytest_pyfunc_call():
    deviations.clear()
    outcome = yield
    outcome.get_result()
    if deviations:
        pytest.fail("\n".join(deviations), pytrace=False)


def pytest_collection_modifyitems(items):
    known = read_known_differences()
    for item in items:
        reason = known.pop(item.name, None)
        if reason is not None:
            item.add_marker(pytest.mark.xfail(reason=reason, strict=True))
    left_out.update(known)


def pytest_sessionfinish(session):
    if left_out and not session.config.option.keyword:
        print(f"\nknown_differences.txt names tests that there are not: {', '.join(sorted(left_out))}")
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
