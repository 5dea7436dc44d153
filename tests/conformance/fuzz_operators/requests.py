"""What a request says beside a model, drawn at random and true of one run: types of inputs, premises, constants, options."""
import numpy as np

from shapewright.v1 import evaluate_pb2, model_pb2

MOST_ELEMENTS = 64  # of an input whose elements a binding gives
INTEGER_KINDS = "iub"


def symbols_of(model, inputs):
    """The names of dims of inputs, and what the run makes of them."""
    symbols = {}
    for value in model.graph.input:
        for dim, size in zip(value.type.tensor_type.shape.dim, np.shape(inputs[value.name])):
            if dim.dim_param:
                symbols[dim.dim_param] = size
    return symbols


def make_premise(rng, name, size):
    """Something true of a symbol that has this value."""
    divisors = [d for d in (2, 3, 4, 5) if size % d == 0]
    return rng.choice(
        [
            f"{name} <= {size + rng.randrange(4)}",
            f"{max(size - rng.randrange(4), 0)} <= {name}",
            f"{name} = {size}",
            f"{name} in {{{size}, {size + 2}}}",
            f"{max(size - 1, 0)} <= {name} <= {size + 1}",
            f"mod({name}, {rng.choice(divisors or [1])}) = 0",
        ]
    )


def open_shapes(rng, model, spec):
    """Leaves the ranks of some inputs open, or moves their types into the request."""
    for value in model.graph.input:
        tensor = value.type.tensor_type
        if not value.type.HasField("tensor_type") or not tensor.HasField("shape") or rng.random() < 0.4:
            continue
        if rng.random() < 0.5:
            given = spec.input_types.add(name=value.name).type.tensor
            given.element_type = tensor.elem_type
            given.shape.SetInParent()
            for dim in tensor.shape.dim:
                given.shape.dims.add(**({"expr": dim.dim_param} if dim.dim_param else {"size": dim.dim_value}))
        tensor.ClearField("shape")


def add_constant(spec, name, element_type, sizes, values):
    """Gives the elements of an integer input in a request."""
    tensor = spec.constants.add(name=name).tensor
    tensor.element_type = element_type
    tensor.sizes.extend(sizes)
    tensor.ints.extend(values)


def take_constants(rng, model, inputs, spec):
    """Gives the elements of some small integer inputs as constants."""
    for value in model.graph.input:
        array = np.asarray(inputs[value.name])
        is_small = array.dtype.kind in INTEGER_KINDS and array.size <= MOST_ELEMENTS
        if is_small and value.type.tensor_type.HasField("shape") and rng.random() < 0.5:
            elements = array.astype(np.int64).flatten().tolist()
            add_constant(spec, value.name, value.type.tensor_type.elem_type, array.shape, elements)


def make_binding(inputs):
    """All sizes of the run, and the elements of small integer inputs."""
    binding = evaluate_pb2.Binding()
    for name, value in inputs.items():
        array = np.asarray(value)
        given = binding.inputs.add(name=name, sizes=array.shape, scalar=array.ndim == 0)
        if array.dtype.kind in INTEGER_KINDS and array.size <= MOST_ELEMENTS:
            given.values.extend(array.astype(np.int64).flatten().tolist())
    return binding


def make_spec(rng, model, inputs):
    """What is said beside the model, which may lose shapes of its inputs for it."""
    spec = model_pb2.ModelSpec()
    kind = rng.choice(("plain", "premises", "types", "constants", "all"))
    if kind in ("premises", "all"):
        symbols = symbols_of(model, inputs)
        for name in rng.sample(sorted(symbols), rng.randint(0, len(symbols))):
            spec.premises.append(make_premise(rng, name, symbols[name]))
    if kind in ("constants", "all"):
        take_constants(rng, model, inputs, spec)
    if kind == "types":
        open_shapes(rng, model, spec)
    return spec
