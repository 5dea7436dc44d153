"""A StableHLO module as a model in the service's own form, read with jaxlib's own MLIR, not with this project's reader.

What becomes of what: a dialect is a domain, the name of an operation its op_type, regions are attributes that hold
graphs, structs are their members, and each node says the types of its results as the attribute result_types.
"""
import re

import numpy as np
from jax._src.interpreters import mlir
from jaxlib.mlir import ir
from jaxlib.mlir.dialects import stablehlo

from shapewright.v1 import graph_pb2, shape_pb2

REGIONS = {"while": ["cond", "body"], "if": ["true_branch", "false_branch"], "reduce": ["body"], "reduce_window": ["body"],
           "sort": ["comparator"], "scatter": ["update_computation"], "map": ["computation"],
           "select_and_scatter": ["select", "scatter"], "all_reduce": ["computation"], "reduce_scatter": ["computation"]}
ELEMENTS = {"f32": "FLOAT", "f64": "DOUBLE", "f16": "FLOAT16", "bf16": "BFLOAT16", "i1": "BOOL", "i4": "INT4", "i8": "INT8",
            "i16": "INT16", "i32": "INT32", "i64": "INT64", "ui4": "UINT4", "ui8": "UINT8", "ui16": "UINT16", "ui32": "UINT32",
            "ui64": "UINT64", "complex<f32>": "COMPLEX64", "complex<f64>": "COMPLEX128", "f8E4M3FN": "FLOAT8E4M3FN",
            "f8E5M2": "FLOAT8E5M2", "i2": "INT2", "ui2": "UINT2"}
STRUCTS = {
    "DotDimensionNumbers": ["lhs_batching_dimensions", "rhs_batching_dimensions", "lhs_contracting_dimensions",
                            "rhs_contracting_dimensions"],
    "GatherDimensionNumbers": ["offset_dims", "collapsed_slice_dims", "operand_batching_dims", "start_indices_batching_dims",
                               "start_index_map", "index_vector_dim"],
    "ScatterDimensionNumbers": ["update_window_dims", "inserted_window_dims", "input_batching_dims",
                                "scatter_indices_batching_dims", "scattered_dims_to_operand_dims", "index_vector_dim"],
    "ConvDimensionNumbers": ["input_batch_dimension", "input_feature_dimension", "input_spatial_dimensions",
                             "kernel_input_feature_dimension", "kernel_output_feature_dimension", "kernel_spatial_dimensions",
                             "output_batch_dimension", "output_feature_dimension", "output_spatial_dimensions"],
}
MOST_ELEMENTS = 1024


def element_of(text):
    quantized = re.match(r"!quant\.uniform<(\w+)", text)
    if quantized:
        text = quantized.group(1).replace("si", "i")
        text = text.replace("u8", "ui8") if text == "u8" else text
    return shape_pb2.ElementType.Value("ELEMENT_TYPE_" + ELEMENTS.get(text, "UNSPECIFIED"))


def type_of(type_):
    made = shape_pb2.Type()
    if not isinstance(type_, ir.RankedTensorType):
        text = str(type_)
        made.opaque.domain, made.opaque.name = "stablehlo", "token" if "token" in text else "tuple"
        return made
    made.tensor.element_type = element_of(str(type_.element_type))
    made.tensor.shape.SetInParent()
    for axis in range(type_.rank):
        dim = made.tensor.shape.dims.add()
        if not type_.is_dynamic_dim(axis):
            dim.size = type_.get_dim_size(axis)
    return made


class Reader:
    def __init__(self, module):
        self.module = module
        self.model = graph_pb2.Model()
        self.count = 0

    def read(self):
        for domain in ("stablehlo", "chlo"):
            self.model.opsets.add(domain=domain, version=1)
        self.model.opsets.add(domain="func", version=1)
        functions = [op for op in self.module.body.operations if op.operation.name == "func.func"]
        for function in functions:
            name = ir.StringAttr(function.attributes["sym_name"]).value
            block = function.regions[0].blocks[0]
            if name == "main":
                self.fill(self.model.graph, block, {})
            else:
                self.read_function(name, block)
        return self.model

    def read_function(self, name, block):
        made = self.model.functions.add(domain="func", name=name)
        made.opsets.extend(self.model.opsets)
        graph = graph_pb2.Graph()
        self.fill(graph, block, {})
        made.inputs.extend(value.name for value in graph.inputs)
        made.outputs.extend(graph.outputs)
        made.nodes.extend(graph.nodes)
        made.values.extend(graph.values)

    def fill(self, graph, block, scope):
        names = dict(scope)
        outer = {value: name for value, name in names.items()}
        for argument in block.arguments:
            name = f"arg{argument.arg_number}" if not outer else f"arg{self.number()}"
            names[argument] = name
            graph.inputs.add(name=name).type.CopyFrom(type_of(argument.type))
        for op in block.operations:
            operation = op.operation
            if operation.name in ("func.return", "stablehlo.return"):
                graph.outputs.extend(names[value] for value in operation.operands)
                continue
            number = self.number()
            results = []
            for result in operation.results:
                name = str(number) if len(operation.results) == 1 else f"{number}#{result.result_number}"
                names[result] = name
                results.append(name)
                graph.values.add(name=name).type.CopyFrom(type_of(result.type))
            node = graph.nodes.add(inputs=[names[value] for value in operation.operands], outputs=results)
            self.fill_node(node, operation, names)

    def number(self):
        self.count += 1
        return self.count - 1

    def fill_node(self, node, operation, names):
        dialect, _, kind = operation.name.partition(".")
        if operation.name == "func.call":
            node.domain, node.op_type = "func", ir.FlatSymbolRefAttr(operation.attributes["callee"]).value
            return
        node.domain, node.op_type = dialect, kind
        for name in operation.attributes:
            name = getattr(name, "name", name)
            try:
                self.add_attribute(node, name, operation.attributes[name])
            except TypeError:  # elements that the bindings cannot give, such as complex ones
                self.set_type_only(node.attributes.add(name=name).tensor, operation.results[0])
        if kind == "case":
            attribute = node.attributes.add(name="branches")
            for region in operation.regions:
                self.fill(attribute.graphs.values.add(), region.blocks[0], names)
        else:
            for name, region in zip(REGIONS.get(kind, []), operation.regions):
                self.fill(node.attributes.add(name=name).graph, region.blocks[0], names)
        types = node.attributes.add(name="result_types").types
        types.SetInParent()
        for result in operation.results:
            types.values.add().CopyFrom(type_of(result.type))

    def add_attribute(self, node, name, value):
        if "." in name and name.split(".")[0] in ("mhlo", "jax"):
            return
        text = str(value)
        if isinstance(value, ir.DenseElementsAttr) and name in ("value", "padding", "replica_groups"):
            self.set_tensor(node.attributes.add(name=name).tensor, value)
        elif isinstance(value, ir.DenseElementsAttr):
            self.add_ints(node, name, np.asarray(value).flatten())
        elif isinstance(value, (ir.DenseI64ArrayAttr, ir.DenseI32ArrayAttr)):
            self.add_ints(node, name, value)
        elif isinstance(value, ir.DenseBoolArrayAttr):
            self.add_ints(node, name, value)
        elif isinstance(value, ir.BoolAttr):
            node.attributes.add(name=name).int_value = int(value.value)
        elif isinstance(value, ir.IntegerAttr):
            node.attributes.add(name=name).int_value = value.value
        elif isinstance(value, ir.FloatAttr):
            node.attributes.add(name=name).float_value = value.value
        elif isinstance(value, ir.StringAttr):
            node.attributes.add(name=name).bytes_value = value.value.encode()
        elif isinstance(value, ir.FlatSymbolRefAttr):
            node.attributes.add(name=name).bytes_value = value.value.encode()
        elif text.startswith("dense_resource"):
            self.set_type_only(node.attributes.add(name=name).tensor, value)
        else:
            self.add_struct(node, name, value, text)

    @staticmethod
    def add_ints(node, name, values):
        ints = node.attributes.add(name=name).ints
        ints.SetInParent()
        ints.values.extend(int(value) for value in values)

    def add_struct(self, node, name, value, text):
        for struct, members in STRUCTS.items():
            kind = getattr(stablehlo, struct)
            if not kind.isinstance(value):
                continue
            value = kind(value)
            for member in members:
                content = getattr(value, member)
                told = member.replace("scattered_dims_to", "scatter_dims_to")
                if isinstance(content, int):
                    node.attributes.add(name=told).int_value = content
                else:
                    self.add_ints(node, told, content)
            return
        enumeration = re.fullmatch(r"#(?:stablehlo|chlo)<\w+ (\w+)>", text) or re.fullmatch(r"#(?:stablehlo|chlo)\.\w+<(\w+)>", text)
        if enumeration:
            node.attributes.add(name=name).bytes_value = enumeration.group(1).encode()

    def set_tensor(self, tensor, value):
        type_ = ir.RankedTensorType(value.type)
        tensor.element_type = element_of(str(type_.element_type))
        tensor.sizes.extend(type_.shape)
        count = int(np.prod(type_.shape)) if type_.rank else 1
        tensor.stripped = False
        kind = str(type_.element_type)
        if count > MOST_ELEMENTS or kind not in ("i1", "i8", "i16", "i32", "i64", "ui8", "ui32", "f32", "f64"):
            if count:
                tensor.stripped = True
            return
        if value.is_splat:
            element = value.get_splat_value().value
            elements = [element] * count
        else:
            elements = list(value)
        if kind.startswith("f"):
            tensor.floats.extend(float(e) for e in elements)
        else:
            tensor.ints.extend(int(e) for e in elements)

    def set_type_only(self, tensor, value):
        type_ = ir.RankedTensorType(value.type)
        tensor.element_type = element_of(str(type_.element_type))
        tensor.sizes.extend(type_.shape)
        tensor.stripped = True


def read_module(module):
    """The model of a module, which jaxlib has parsed."""
    return Reader(module).read()


def parse(text, context):
    """A module of text or bytecode, in a context that knows the dialects."""
    return ir.Module.parse(text, context)


def make_context():
    """A context that knows the dialects of what jax exports."""
    return mlir.make_ir_context()
