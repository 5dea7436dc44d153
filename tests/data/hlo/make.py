"""Writes the HLO modules of this folder: what XLA prints of small functions of jax, and what it makes of texts that were
written by hand.

    python make.py [FOLDER]

NAME.hlo is a module as jax lowers it, NAME.optimized.hlo after XLA's optimizations for CPUs (its locations in sources
are left out), forms.hlo one with instructions that jax does not make. instructions.txt has what XLA's own parser reads
in each: the computations, and a line with name and opcode per instruction. Needs jax; made with jax 0.10.
"""

import pathlib
import re
import sys

import jax
import jax.numpy as jnp
from jax import lax
from jaxlib import _hlo

HERE = pathlib.Path(__file__).parent
F32, S32 = jnp.float32, jnp.int32


def of(*dims, dtype=F32):
    return jax.ShapeDtypeStruct(dims, dtype)


def loop(x):
    return lax.while_loop(lambda state: state[0] < 10, lambda state: (state[0] + 1, state[1] * 2.0), (0, x))


CASES = {
    "attention": (lambda q, k, v: jnp.einsum("bst,bth->bsh", jax.nn.softmax(jnp.einsum("bsh,bth->bst", q, k)), v),
                  of(2, 5, 8), of(2, 5, 8), of(2, 5, 8)),
    "cond": (lambda x: lax.cond(x.sum() > 0, lambda v: v * 2, lambda v: v - 1, x), of(3, 4)),
    "constants": (lambda x: x @ jnp.array([[1, 2], [3, 4]], F32) + jnp.array([True, False]), of(3, 2)),
    "conv": (lambda x, w: lax.conv_general_dilated(x, w, (2, 2), "SAME", rhs_dilation=(2, 2),
                                                   dimension_numbers=("NHWC", "HWIO", "NHWC")),
             of(2, 9, 8, 3), of(3, 3, 3, 4)),
    "cumsum": (lambda x: jnp.cumsum(x, axis=1), of(3, 5)),
    "fft": (lambda x: jnp.fft.irfft(jnp.fft.rfft(x)), of(3, 8)),
    "gather": (lambda x, i, u: x[i] + x.at[i].add(u)[i], of(6, 4), of(3, dtype=S32), of(3, 4)),
    "loop": (loop, of(3, 4)),
    "pad": (lambda x: lax.pad(x, 0.0, [(1, 2, 0), (-1, 0, 1)])[1:4:2], of(3, 4)),
    "reduce": (lambda x: (x.sum(), x.max(axis=0), jnp.argmax(x, axis=-1)), of(3, 4)),
    "sort": (lambda x: lax.sort((x, -x), dimension=1, num_keys=1) + tuple(lax.top_k(x, 2)), of(3, 5)),
    "switch": (lambda i, x: lax.switch(i, [jnp.sin, jnp.cos, jnp.tan], x), of(dtype=S32), of(3, 4)),
}
OPTIMIZED = ("attention", "cond", "loop", "sort")

FORMS = """HloModule forms, entry_computation_layout={(f32[2,3]{1,0}, s32[])->f32[2,3]{1,0}}

add { /* used twice, so that it is a function */
  a = f32[] parameter(0)
  b = f32[] parameter(1)
  ROOT sum = f32[] add(a, b)
}

branch (p: (f32[2,3], s32[])) -> f32[2,3] {
  p = (f32[2,3], s32[]) parameter(0)
  ROOT part = f32[2,3] get-tuple-element(p), index=0
}

same {
  q = (f32[2,3], s32[]) parameter(0)
  ROOT first = f32[2,3] get-tuple-element((f32[2,3], s32[]) q), index=0
}

ENTRY main {
  x = f32[2,3]{1,0:T(2,128)} parameter(0)
  i = s32[] parameter(1)
  zero = f32[] constant(-0.5e-3)
  all = f32[] reduce(x, zero), dimensions={0,1}, to_apply=add
  rows = f32[2]{0} reduce(x, zero), dimensions={1}, to_apply=add
  lists = (f32[2,3], (s32[], f32[2])) custom-call(x, i, rows), custom_call_target="nest"
  tok = token[] after-all()
  got = ((f32[2]{0}), token[]) infeed(tok), infeed_config="a\\"b"
  sent = token[] outfeed(rows, tok), outfeed_shape=f32[2]{0}
  bounded = f32[<=3,2]{1,0} custom-call(x), custom_call_target="some_target", api_version=API_VERSION_TYPED_FFI
  half = f16[2]{0} constant({1.5, nan})
  large = s64[100]{0} constant({...})
  complex = c64[2]{0} constant({(1, 2), (-3.5, inf)})
  copied = f32[2,3]{0,1} copy(x), metadata={op_name="jit(f)/copy" source_file="a, b.py" source_line=3}
  turned = f32[3,2]{1,0} bitcast(copied)
  gathered = f32[8,3]{1,0} all-gather(x), replica_groups=[2,4]<=[4,2]T(1,0), dimensions={0}
  reduced = f32[2,3]{1,0} all-reduce(x), replica_groups={{0,1},{2,3}}, to_apply=add, channel_id=1
  pair = (f32[2,3]{1,0}, s32[]) tuple(x, i)
  ROOT chosen = f32[2,3]{1,0} conditional(i, pair, pair), branch_computations={branch, same}
}
"""


def without_sources(text):
    """Where the sources lie on the machine that ran this, and its libraries' choices, say nothing of the model."""
    text = re.sub(r"\n(FileNames|FunctionNames|FileLocations|StackFrames)\n(\d+ .*\n)*", "\n", text)
    return re.sub(r" stack_frame_id=\d+", "", text)


def instructions_of(name, text):
    lines = [f"# {name}"]
    for computation in _hlo.hlo_module_from_text(text).computations():
        lines.append(f"{computation.name} {{")
        lines += [f"  {i.name} {opcode_of(i)}" for i in computation.instructions()]
    return lines


def opcode_of(instruction):
    text = re.sub(r"/\*.*?\*/", "", instruction.to_string())
    return re.search(r" ([a-z][a-z0-9-]*)\(", text.partition(" = ")[2]).group(1)


def main():
    folder = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else HERE
    texts = {"forms": FORMS}
    for name, (function, *arguments) in CASES.items():
        lowered = jax.jit(function).lower(*arguments)
        texts[name] = lowered.compiler_ir("hlo").as_hlo_text()
        if name in OPTIMIZED:
            texts[f"{name}.optimized"] = without_sources(lowered.compile().as_text())
    lines = []
    for name, text in sorted(texts.items()):
        (folder / f"{name}.hlo").write_text(text)
        lines += instructions_of(name, text)
    (folder / "instructions.txt").write_text("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
