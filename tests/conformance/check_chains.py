"""Compares chains of models (S80, S81) with what ONNX and onnxruntime make of them.

usage: check_chains.py [--bindings N] [--seed N] [--steps N] [FOLDER]

Pairs: the models of the folder (by default tests/data/corpus/models) behind a model that prepares images, and before one that picks the
best class; encoders with decoders; loops with readers of tokens. onnx.compose.merge_models makes one model of each: its
inference and the chain's must have the same outputs, of the same rank, and the same sizes at random sizes of the inputs.
Decoders with a cache are run in onnxruntime step by step: what the chain says of a state after T steps is compared with
its sizes. Exits with 1 if something differs.
"""
import argparse
import glob
import os
import random
import sys
from unittest import mock

import numpy as np
import onnx
from onnx import TensorProto, compose, helper

from shapewright import Expression
from shapewright.shared_client import default_client
from shapewright.v1 import chain_pb2, evaluate_pb2, infer_pb2, model_pb2

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../data/corpus/models")
SIZES = (1, 2, 3, 7, 32, 64, 224)
DRAWN = 20  # bindings for each one that is compared, as many are invalid
FED = [("t5_encoder_ts17", "t5_decoder_ts17", {"last_hidden_state": "encoder_hidden_states"}),
       ("t5_encoder_ortfused", "t5_decoder_ts17", {"last_hidden_state": "encoder_hidden_states"}),
       ("seq2seq_loop_ts13", "bert_base_qa_ts13", {"generated": "input_ids"}),
       ("seq2seq_loop_ts13", "gpt2_past_expr_ts13", {"generated": "input_ids"})]
DECODERS = ("gpt2_past_expr_ts13", "gpt2_past_ts17", "llama_past_dynamo18", "llama_past_ts17")


def opset_of(model):
    return {entry.domain: entry.version for entry in model.opset_import}


def small_model(nodes, inputs, outputs, like, constants=()):
    """A model with the opsets and IR version of another one, as merge_models wants it."""
    graph = helper.make_graph(nodes, "stage", inputs, outputs, initializer=list(constants))
    model = helper.make_model(graph, opset_imports=like.opset_import)
    model.ir_version = like.ir_version
    return model


def before(model, value):
    """Prepares images, NHWC and bytes, for an input."""
    dims = [d.dim_param or d.dim_value for d in value.type.tensor_type.shape.dim]
    images = ["n", "h", "w", 3] if len(dims) == 4 else ["h", "w", 3]
    order = [0, 3, 1, 2] if len(dims) == 4 else [2, 0, 1]
    nodes = [helper.make_node("Cast", ["bytes"], ["floats"], to=TensorProto.FLOAT),
             helper.make_node("Div", ["floats", "most"], ["scaled"]),
             helper.make_node("Transpose", ["scaled"], ["image"], perm=order)]
    most = helper.make_tensor("most", TensorProto.FLOAT, [1], [255.0])
    return small_model(nodes, [helper.make_tensor_value_info("bytes", TensorProto.UINT8, images)],
                       [helper.make_tensor_value_info("image", TensorProto.FLOAT, None)], model, [most])


def behind(model, value):
    """Picks the best class of logits."""
    rank = len(value.type.tensor_type.shape.dim)
    nodes = [helper.make_node("ArgMax", ["scores"], ["best"], axis=rank - 1, keepdims=0)]
    dims = [f"d{i}" for i in range(rank)]
    return small_model(nodes, [helper.make_tensor_value_info("scores", TensorProto.FLOAT, dims)],
                       [helper.make_tensor_value_info("best", TensorProto.INT64, None)], model)


def free_inputs(model):
    constants = {tensor.name for tensor in model.graph.initializer}
    return [value for value in model.graph.input if value.name not in constants]


def pairs(folder):
    models = {os.path.basename(path)[:-5]: onnx.load(path, load_external_data=False)
              for path in sorted(glob.glob(os.path.join(folder, "*.onnx")))}
    for first, second, links in FED:
        if first in models and second in models:
            yield f"{first} > {second}", models[first], models[second], links
    for name, model in models.items():
        inputs, output = free_inputs(model), model.graph.output[0]
        tensor = inputs[0].type.tensor_type
        if len(inputs) == 1 and tensor.elem_type == TensorProto.FLOAT and len(tensor.shape.dim) in (3, 4):
            yield f"image > {name}", before(model, inputs[0]), model, {"image": inputs[0].name}
        if output.type.tensor_type.elem_type == TensorProto.FLOAT and output.type.tensor_type.shape.dim:
            yield f"{name} > best", model, behind(model, output), {output.name: "scores"}


def apart(model, prefix):
    """A copy whose symbols are its own, as those of a stage are; merge_models would take equal names for equal sizes."""
    copy = onnx.ModelProto()
    copy.CopyFrom(model)
    for value in [*copy.graph.input, *copy.graph.output, *copy.graph.value_info]:
        for dim in value.type.tensor_type.shape.dim:
            if dim.dim_param.isidentifier():
                dim.dim_param = prefix + dim.dim_param
    return copy


def merged(first, second, links):
    """What ONNX makes of both; IR versions and opsets are set to the greater ones, which says nothing of other domains."""
    first, second = apart(first, "a_"), apart(second, "b_")
    second.ir_version = first.ir_version = max(first.ir_version, second.ir_version)
    opsets = {**opset_of(first), **opset_of(second)}
    for model in (first, second):
        del model.opset_import[:]
        model.opset_import.extend(helper.make_opsetid(domain, version) for domain, version in opsets.items())
    io_map = [("a/" + output, "b/" + value) for output, value in links.items()]
    # The checker wants the weights, which the corpus leaves out.
    with mock.patch("onnx.compose.checker.check_model"):
        return compose.merge_models(compose.add_prefix(first, "a/"), compose.add_prefix(second, "b/"), io_map)


def draw_sizes(rng, inputs):
    """A size for each axis of the inputs, equal ones for equal expressions of the chain's answer."""
    symbols = {}
    binding = evaluate_pb2.Binding()
    for value in inputs:
        sizes = []
        for dim in value.type.tensor.shape.dims:
            if dim.WhichOneof("kind") == "size":
                sizes.append(dim.size)
                continue
            expression = Expression.parse(dim.expr)
            names = {name: symbols.setdefault(name, rng.choice(SIZES)) for name in expression.symbols}
            sizes.append(max(0, expression.evaluate(names)))
        binding.inputs.add(name=value.name, sizes=sizes, scalar=not sizes)
    return binding


def differ(mine, theirs):
    """Whether two evaluations contradict each other; either may leave a size open."""
    for one, other in zip(mine.outputs, theirs.outputs):
        if one.unsized or other.unsized:
            continue
        if len(one.sizes) != len(other.sizes):
            return True
        if any(a != b and -1 not in (a, b) for a, b in zip(one.sizes, other.sizes)):
            return True
    return len(mine.outputs) != len(theirs.outputs)


def compare(client, first, second, links, rng, bindings):
    """What differs between the chain and the merged model; nothing if all agrees."""
    request = chain_pb2.InferChainRequest(scope=infer_pb2.SCOPE_OUTPUTS)
    stages = {"a": first, "b": second}
    told = [(f"a.{output}", f"b.{value}") for output, value in links.items()]
    chain = client.infer_chain(stages, told, request=request)
    if not chain.fits:
        return f"does not fit: {chain.mismatches[0].message}"
    whole = merged(first, second, links)
    alone = client.infer_shapes(whole).response
    names = [entry.name.replace("/", ".", 1) for entry in alone.outputs]
    own = {entry.name if entry.name[:2] in ("a.", "b.") else "?." + entry.name: entry for entry in chain.whole.outputs}
    if len(names) != len(own):
        return f"outputs {sorted(own)} and {names}"
    request.bindings.extend(draw_sizes(rng, chain.whole.inputs) for _ in range(DRAWN * bindings))
    sizes = client.infer_chain(stages, told, request=request).evaluations
    # A link demands more than the merged model, which forgets what its input declares.
    invalid = evaluate_pb2.Evaluation.VERDICT_INVALID
    valid = [(binding, mine.evaluation) for binding, mine in zip(request.bindings, sizes)
             if mine.evaluation.verdict != invalid][:bindings]
    others = []
    for binding, _ in valid:
        other = evaluate_pb2.Binding()
        for mine, theirs in zip(binding.inputs, alone.inputs):
            other.inputs.add(name=theirs.name, sizes=mine.sizes, scalar=mine.scalar)
        others.append(other)
    theirs = client.evaluate_shapes(whole, others).evaluations
    for (binding, mine), other in zip(valid, theirs):
        if differ(mine, other):
            return f"at {binding}: {mine.outputs} and {other.outputs}"
    equal = sum(mine.type.text == other.type.text.replace("a_", "").replace("b_", "")
                for mine, other in zip(chain.whole.outputs, alone.outputs))
    return "" if valid else "no binding that was drawn is valid", len(valid), equal, len(names)


def with_weights(model):
    """Constants without data get zeros."""
    for tensor in model.graph.initializer:
        if tensor.data_location == TensorProto.EXTERNAL:
            kind = helper.tensor_dtype_to_np_dtype(tensor.data_type)
            name = tensor.name
            tensor.CopyFrom(onnx.numpy_helper.from_array(np.zeros(list(tensor.dims), kind), name))
    return model


def run_decoder(client, model, steps, past, new):
    """The sizes of all states after each step in onnxruntime that differ from what the chain says."""
    import onnxruntime

    inputs = [value.name for value in free_inputs(model)]
    pasts = [name for name in inputs if name.startswith("past")]
    states = [(f"d.{name.replace('past_key_values', 'present')}", f"d.{name}") for name in pasts]
    answer = client.infer_chain({"d": model}, states=states, request=chain_pb2.InferChainRequest(scope=infer_pb2.SCOPE_OUTPUTS))
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(with_weights(model).SerializeToString(), options)
    batch = 2
    values = {}
    for value in session.get_inputs():
        if value.name in pasts:
            values[value.name] = np.zeros([batch, value.shape[1], past, value.shape[3]], np.float32)
    sizes = dict(past_sequence=past, sequence=new, batch=batch, total_sequence=past + new)
    compared = 0
    for step in range(1, steps + 1):
        length = past + (step - 1) * new
        values["input_ids"] = np.zeros([batch, new], np.int64)
        values["attention_mask"] = np.ones([batch, length + new], np.int64)
        values["position_ids"] = np.tile(np.arange(length, length + new), (batch, 1))
        results = dict(zip([value.name for value in session.get_outputs()], session.run(None, values)))
        for state in answer.states:
            got = results[state.state.output.value].shape
            for axis, dim in enumerate(state.axes):
                if not dim.HasField("after_steps"):
                    return f"{state.state.output.value} axis {axis}: {dim.reason or state.reason}", compared
                said = dim.after_steps.size
                if dim.after_steps.WhichOneof("kind") == "expr":
                    said = Expression.parse(dim.after_steps.expr).evaluate({**sizes, answer.steps_symbol: step})
                if said != got[axis]:
                    return f"step {step}, {state.state.output.value} axis {axis}: {said}, ran with {got[axis]}", compared
                compared += 1
            values[state.state.input.value] = results[state.state.output.value]
    return "", compared, answer.states[0].axes[2].after_steps.expr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--bindings", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--steps", type=int, default=32)
    parser.add_argument("folder", nargs="?", default=CORPUS)
    flags = parser.parse_args()
    client, rng = default_client(), random.Random(flags.seed)
    failed = compared = 0
    for name, first, second, links in pairs(flags.folder):
        result = compare(client, first, second, links, rng, flags.bindings)
        problem = result if isinstance(result, str) else result[0]
        compared += 1
        failed += bool(problem)
        print(f"{name}: {problem or 'equal at %d bindings, %d of %d texts' % result[1:]}")
    print(f"{compared} pairs, {failed} differ")
    for name in DECODERS:
        path = os.path.join(flags.folder, name + ".onnx")
        for past, new in ((0, 3), (5, 1)):
            if not os.path.exists(path):
                continue
            problem, steps, *text = run_decoder(client, onnx.load(path, load_external_data=False), flags.steps, past, new)
            failed += bool(problem)
            print(f"{name}, past {past}, new {new}: {problem or f'{steps} sizes equal, {text[0]}'}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
