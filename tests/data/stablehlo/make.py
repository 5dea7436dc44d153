"""Writes the StableHLO modules of this folder: what jax exports of small functions, mostly with symbolic sizes, and
modules written by hand of which the package jaxlib makes its own form.

    python make.py [FOLDER]

operations.txt has what jaxlib sees in each: a line per operation, within regions too, with the number of its operands
and the dims of its results. Each is there as MLIR prints it: NAME.mlir in the pretty form, and some as NAME.generic.mlir in the generic form, which
must be read as the same graph, and NAME.loc.mlir with locations. Bytecode of these texts: NAME.mlirbc of StableHLO
itself, NAME.vhlo.mlirbc as a portable artifact, NAME.vhlo0.mlirbc as one of StableHLO 0.9.0, NAME.v0.mlirbc in version
0 of MLIR's bytecode. `make.py --bytecode` writes these only. Needs jax; made with jax 0.10.
"""

import io
import pathlib
import sys

import jax
import jax.numpy as jnp
from jax import export, lax
from jax.interpreters import mlir
from jaxlib.mlir import ir, passmanager
from jaxlib.mlir.dialects import stablehlo

HERE = pathlib.Path(__file__).parent
B, S, H, W = export.symbolic_shape("b, s, h, w")
F32 = jnp.float32


def of(*dims, dtype=F32):
    return jax.ShapeDtypeStruct(dims, dtype)


def attention(q, k, v):
    scores = jnp.einsum("bshd,bthd->bhst", q, k) / 8.0
    mask = jnp.tril(jnp.ones((scores.shape[2], scores.shape[3]), bool))
    return jnp.einsum("bhst,bthd->bshd", jax.nn.softmax(jnp.where(mask, scores, -1e9), axis=-1), v)


def scan(x):
    return lax.scan(lambda carry, row: (carry + row.sum(), jnp.tanh(row) * carry), jnp.float32(0), x)


def loop(x):
    return lax.while_loop(lambda state: state[0] < 10, lambda state: (state[0] + 1, state[1] * 2.0), (0, x))


# Name: function, its arguments.
CASES = {
    "add": (lambda x, y: x + y, of(B, 4), of(B, 4)),
    "argmax": (lambda x: jnp.argmax(x, axis=-1), of(B, S)),
    "attention": (attention, of(B, S, 2, 8), of(B, S, 2, 8), of(B, S, 2, 8)),
    "bitcast": (lambda x: lax.bitcast_convert_type(x, jnp.int16), of(B, 4)),
    "broadcast": (lambda x: jnp.broadcast_to(x[:, None], (x.shape[0], 3, x.shape[1])), of(B, S)),
    "cholesky": (jnp.linalg.cholesky, of(4, 4)),
    "clamp": (lambda x: jnp.clip(x, 0, 6), of(B, 4)),
    "complex": (lambda x, y: jnp.abs(lax.complex(x, y)), of(B, 4), of(B, 4)),
    "concatenate": (lambda x, y: jnp.concatenate([x, y], axis=1), of(B, S), of(B, 3)),
    "cond": (lambda x: lax.cond(x.sum() > 0, lambda v: v * 2, lambda v: v - 1, x), of(B, 4)),
    "conv": (lambda x, w: lax.conv_general_dilated(x, w, (2, 2), "SAME", rhs_dilation=(2, 2)), of(B, 3, H, W), of(4, 3, 3, 3)),
    "conv_grouped": (
        lambda x, w: lax.conv_general_dilated(
            x, w, (1, 1), [(1, 1), (0, 2)], feature_group_count=2, dimension_numbers=("NHWC", "HWIO", "NHWC")),
        of(2, 8, 8, 4), of(3, 3, 2, 6)),
    "conv_transpose": (lambda x, w: lax.conv_transpose(x, w, (2, 2), "SAME"), of(B, 8, 8, 3), of(3, 3, 3, 4)),
    "cumsum": (lambda x: jnp.cumsum(x, axis=1), of(B, 5)),
    "custom_jvp": (lambda x: jax.nn.gelu(x) + jax.nn.relu(x), of(B, 4)),
    "dot": (lambda x, y: jnp.dot(x, y, precision=lax.Precision.HIGHEST), of(B, 4), of(4, 8)),
    "dynamic_slice": (lambda x, i: lax.dynamic_slice(x, (i, 0), (2, 3)), of(8, 4), of(dtype=jnp.int32)),
    "dynamic_update_slice": (lambda x, y, i: lax.dynamic_update_slice(x, y, (i, 0)), of(8, 4), of(2, 4), of(dtype=jnp.int32)),
    "erf": (lambda x: lax.erf(x) + lax.lgamma(x), of(B, 4)),
    "fft": (lambda x: jnp.fft.irfft(jnp.fft.rfft(x)), of(B, 8)),
    "flatten": (lambda x: x.reshape(x.shape[0], -1), of(B, H, 4)),
    "float8": (lambda x: x.astype(jnp.float8_e4m3fn).astype(jnp.bfloat16), of(B, 4)),
    "gather": (lambda x, i: x[i], of(B, 4), of(S, dtype=jnp.int32)),
    "int4": (lambda x: x.astype(jnp.int4).astype(jnp.int32), of(B, 4, dtype=jnp.int8)),
    "iota": (lambda x: x + jnp.arange(x.shape[0])[:, None], of(B, 4)),
    "layer_norm": (lambda x: jax.nn.standardize(x, axis=-1), of(B, S, 16)),
    "logsumexp": (lambda x: jax.nn.logsumexp(x, axis=-1), of(B, S)),
    "loop": (loop, of(B, 4)),
    "matmul_batched": (jnp.matmul, of(B, S, 4), of(B, 4, S)),
    "max_pool": (lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID"), of(B, 8, 8, 3)),
    "avg_pool": (lambda x: lax.reduce_window(x, 0.0, lax.add, (1, 3, 3, 1), (1, 1, 1, 1), "SAME"), of(B, H, W, 3)),
    "pad": (lambda x: lax.pad(x, 0.0, [(1, 2, 0), (-1, 0, 1)]), of(B, 4)),
    "pool_grad": (
        jax.grad(lambda x: lax.reduce_window(x, -jnp.inf, lax.max, (2, 2), (2, 2), "VALID").sum()), of(8, 8)),
    "random": (lambda k: jax.random.uniform(k, (3, 4)), of(2, dtype=jnp.uint32)),
    "reduce": (lambda x: (x.sum(), x.max(axis=0), jnp.prod(x, axis=1), jnp.any(x > 0)), of(B, 4)),
    "reduce_precision": (lambda x: lax.reduce_precision(x, 5, 10), of(B, 4)),
    "reverse": (lambda x: jnp.flip(x, axis=1), of(B, 4)),
    "scan": (scan, of(5, S)),
    "scatter": (lambda x, i, u: x.at[i].add(u), of(B, 4), of(3, dtype=jnp.int32), of(3, 4)),
    "slice": (lambda x: x[:, 1:8:2], of(B, 9)),
    "sort": (lambda x: lax.sort((x, -x), dimension=1, num_keys=1), of(B, S)),
    "switch": (lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tan], x), of(dtype=jnp.int32), of(B, 4)),
    "take_along": (lambda x, i: jnp.take_along_axis(x, i, axis=1), of(B, 4), of(B, 2, dtype=jnp.int32)),
    "top_k": (lambda x: lax.top_k(x, 2), of(B, 8)),
    "transpose": (lambda x: jnp.transpose(x, (2, 0, 1)), of(B, S, 4)),
    "triangular_solve": (lambda a, b: lax.linalg.triangular_solve(a, b, left_side=True, lower=True), of(4, 4), of(4, 2)),
    "where": (lambda x: jnp.where(x > 0, x, 0.0), of(B, S)),
}
GENERIC = {"add", "argmax", "cond", "conv", "conv_grouped", "dot", "fft", "gather", "iota", "loop", "max_pool", "pad",
           "reduce", "reduce_precision", "scan", "slice", "sort", "switch", "top_k", "transpose", "dynamic_slice", "random",
           "forms"}
LOCATED = {"attention", "loop"}
BYTECODE = (GENERIC - {"random"}) | {
    "loop.loc", "complex", "float8", "int4", "scatter", "broadcast"}
# Texts whose bytecode is there in old versions too.
OLD = {"argmax", "conv", "gather", "pad", "scan", "scatter", "sort"}
FIRST_STABLEHLO = "0.9.0"
BYTECODE_VERSIONS = range(6)

# Operations that jax does not make, in the forms of the specification; jaxlib prints them.
FORMS = """
module @forms attributes {mhlo.num_partitions = 1 : i32} {
  func.func public @main(%a: tensor<2x?xf32>, %0: tensor<4xf32>, %i: tensor<2xi32>,
                         %t: !stablehlo.token, %k: tensor<3x?xf32, #stablehlo.bounds<?, 8>>) -> (tensor<2x?xf32>, tensor<4xf32>) {
    %1 = stablehlo.tuple %a, %0 : tuple<tensor<2x?xf32>, tensor<4xf32>>
    %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<2x?xf32>, tensor<4xf32>>) -> tensor<2x?xf32>
    %3:2 = stablehlo.optimization_barrier %2, %0 : tensor<2x?xf32>, tensor<4xf32>
    %4 = stablehlo.after_all %t, %t : !stablehlo.token
    %5 = stablehlo.create_token : !stablehlo.token
    %6:2 = "stablehlo.infeed"(%5) <{infeed_config = "c", layout = [[0]]}> : (!stablehlo.token) -> (tensor<4xi32>, !stablehlo.token)
    %7 = stablehlo.set_dimension_size %0, %8, dim = 0 : (tensor<4xf32>, tensor<i32>) -> tensor<?xf32, #stablehlo.bounds<4>>
    %8 = stablehlo.constant dense<3> : tensor<i32>
    %9 = stablehlo.constant {note = "kept"} dense<[[1.5, -2.0, 0x7F800000], [0.0, 1.0e+10, -0.0]]> : tensor<2x3xf32>
    %10 = stablehlo.constant dense<[true, false, true]> : tensor<3xi1>
    %11 = stablehlo.constant dense<"0x0100000002000000"> : tensor<2xi32>
    %12 = stablehlo.constant dense<(1.0, -1.0)> : tensor<complex<f32>>
    %13 = stablehlo.constant dense<> : tensor<0x3xi64>
    %14 = stablehlo.constant dense<-1> : tensor<5000xi64>
    %15 = stablehlo.rng %16, %16, %17, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<?xf32>
    %16 = stablehlo.constant dense<0.0> : tensor<f32>
    %17 = stablehlo.constant dense<7> : tensor<1xi64>
    %18 = stablehlo.partition_id : tensor<ui32>
    %19 = "stablehlo.all_gather"(%9) <{all_gather_dim = 1 : i64, channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x3xf32>) -> tensor<2x6xf32>
    %20 = "stablehlo.all_reduce"(%9) <{replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>}> ({
    ^bb0(%x: tensor<f32>, %y: tensor<f32>):
      %s = stablehlo.add %x, %y : tensor<f32>
      stablehlo.return %s : tensor<f32>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    %21 = "stablehlo.batch_norm_inference"(%a, %22, %22, %22, %22) <{epsilon = 1.0e-05 : f32, feature_index = 0 : i64}> : (tensor<2x?xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2x?xf32>
    %22 = stablehlo.constant dense<1.0> : tensor<2xf32>
    %23 = stablehlo.custom_call @foo(%9) {backend_config = "a\\22b", called_computations = [@helper], api_version = 1 : i32} : (tensor<2x3xf32>) -> tensor<*xf32>
    %24 = stablehlo.dynamic_pad %22, %16, %17, %17, %17 : (tensor<2xf32>, tensor<f32>, tensor<1xi64>, tensor<1xi64>, tensor<1xi64>) -> tensor<?xf32>
    %25 = chlo.broadcast_add %9, %22 {broadcast_dimensions = array<i64: 0>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xf32>
    %26 = chlo.erf %9 : tensor<2x3xf32> -> tensor<2x3xf32>
    %27, %28 = chlo.top_k(%9, k = 2) : tensor<2x3xf32> -> (tensor<2x2xf32>, tensor<2x2xi32>)
    %29 = chlo.broadcast_compare %9, %9 {comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %30 = stablehlo.einsum %9, %9, config = "ab,cb->ac" : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x2xf32>
    %31 = "stablehlo.torch_index_select"(%9, %i) <{batch_dims = 0 : i64, dim = 0 : i64}> : (tensor<2x3xf32>, tensor<2xi32>) -> tensor<2x3xf32>
    %32 = "stablehlo.if"(%33) ({
      stablehlo.return %9 : tensor<2x3xf32>
    }, {
      stablehlo.return %20 : tensor<2x3xf32>
    }) : (tensor<i1>) -> tensor<2x3xf32>
    %33 = stablehlo.constant dense<true> : tensor<i1>
    %34 = stablehlo.map_placeholder
    return %3#0, %0 : tensor<2x?xf32>, tensor<4xf32>
  }
  func.func private @helper(tensor<f32>) -> tensor<f32>
}
"""

# Quantized types, which the dialects of jaxlib do not have: as the specification writes them.
QUANTIZED = """module @quantized {
  func.func @main(%arg0: tensor<?x4xf32>, %arg1: tensor<4x8x!quant.uniform<i8<-127:127>:f32:1, {0.1, 0.2}>>) -> tensor<?x8xf32> {
    %0 = stablehlo.uniform_quantize %arg0 : (tensor<?x4xf32>) -> tensor<?x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %1 = stablehlo.dot_general %0, %arg1, contracting_dims = [1] x [0] : (tensor<?x4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<4x8x!quant.uniform<i8<-127:127>:f32:1, {0.1, 0.2}>>) -> tensor<?x8x!quant.uniform<i32:f32, 1.0>>
    %2 = stablehlo.uniform_dequantize %1 : (tensor<?x8x!quant.uniform<i32:f32, 1.0>>) -> tensor<?x8xf32>
    return %2 : tensor<?x8xf32>
  }
}
"""


def forms():
    """FORMS with definitions before their uses, as MLIR demands of functions."""
    head, body = FORMS.split("-> (tensor<2x?xf32>, tensor<4xf32>) {\n", 1)
    lines = [line for line in body.split("\n") if "map_placeholder" not in line]
    first = [line for line in lines if line.lstrip().startswith(("%8 =", "%16 =", "%17 =", "%22 =", "%33 ="))]
    rest = [line for line in lines if line not in first]
    return head + "-> (tensor<2x?xf32>, tensor<4xf32>) {\n" + "\n".join(first + rest)


def dims_of(type_):
    """`2x?` of a tensor, `()` of a scalar, `-` of other types."""
    text = str(type_)
    if not text.startswith("tensor<"):
        return "-"
    dims = text[len("tensor<"):].split(",")[0].rsplit("x", text.count("x"))
    dims = [dim for dim in dims if dim.isdigit() or dim in "?*"]
    return "x".join(dims) or "()"


def lines_of(block):
    for operation in block.operations:
        name = operation.operation.name
        if name.endswith(".return"):
            continue
        if name == "func.call":
            name = f"func.{operation.attributes['callee'].value}"
        results = " ".join(dims_of(result.type) for result in operation.results)
        yield f"{name} {len(operation.operands)} {results}".rstrip()
        for region in operation.regions:
            for inner in region.blocks:
                yield from lines_of(inner)


def operations_of(module):
    """main first, as the graphs of a model are."""
    functions = [f for f in module.body.operations if f.operation.name == "func.func" and f.regions[0].blocks]
    functions.sort(key=lambda f: f.attributes["sym_name"].value != "main")
    return [line for f in functions for line in lines_of(f.regions[0].blocks[0])]


def write(folder, name, module):
    operation = module.operation
    with (folder / "operations.txt").open("a") as out:
        print(f"# {name}", *operations_of(module), sep="\n", file=out)
    (folder / f"{name}.mlir").write_text(operation.get_asm(enable_debug_info=False) + "\n")
    if name in GENERIC:
        (folder / f"{name}.generic.mlir").write_text(operation.get_asm(print_generic_op_form=True) + "\n")
    if name in LOCATED:
        (folder / f"{name}.loc.mlir").write_text(operation.get_asm(enable_debug_info=True) + "\n")


def write_bytecode(folder, name):
    """Of the text that is there."""
    text = (folder / f"{name}.mlir").read_text()
    with mlir.make_ir_context() as context:
        context.allow_unregistered_dialects = True
        operation = ir.Module.parse(text).operation
        if not name.endswith(".loc"):  # those of the parser
            passmanager.PassManager.parse("any(strip-debuginfo)").run(operation)

        located = operation.get_asm(enable_debug_info=True)

        def write_version(end, **options):
            content = io.BytesIO()
            operation.write_bytecode(content, **options)
            (folder / f"{name}{end}.mlirbc").write_bytes(content.getvalue())

        write_version("")
        if name != "forms":  # it has operations that VHLO lacks
            artifact = stablehlo.serialize_portable_artifact_str(located, stablehlo.get_current_version())
            (folder / f"{name}.vhlo.mlirbc").write_bytes(artifact)
        if name in OLD:
            artifact = stablehlo.serialize_portable_artifact_str(located, FIRST_STABLEHLO)
            (folder / f"{name}.vhlo0.mlirbc").write_bytes(artifact)
        if name == "scan":
            for version in BYTECODE_VERSIONS:
                write_version(f".v{version}", desired_version=version)


def main():
    if "--bytecode" in sys.argv:
        for name in sorted(BYTECODE):
            write_bytecode(HERE, name)
        return
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    (folder / "operations.txt").write_text("")
    for name, (function, *arguments) in CASES.items():
        exported = export.export(jax.jit(function))(*arguments)
        with mlir.make_ir_context():
            write(folder, name, ir.Module.parse(exported.mlir_module()))
    (folder / "quantized.mlir").write_text(QUANTIZED)
    with mlir.make_ir_context() as context:
        context.allow_unregistered_dialects = True
        write(folder, "forms", ir.Module.parse(forms()))
    for name in sorted(BYTECODE):
        write_bytecode(folder, name)


if __name__ == "__main__":
    main()
