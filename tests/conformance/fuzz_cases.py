"""Random operators with random attributes and operands, for fuzz_ops.py.

A generator takes a Draw and returns a Case, or None where the draw leads nowhere. Most cases are valid; those that no runtime
runs are dropped by fuzz_ops.py.
"""
from fuzz_draw import Draw
from fuzz_flow import branches, loops, scans, sequence_loops, while_loops
from fuzz_math import along_axis, elementwise, products, quantization, reduction, signal, top_k
from fuzz_movement import concat, gather, movement, pad, reshape, selection, sequences, slices, split, squeeze
from fuzz_neural import attention, convolution, detection, images, normalization, pooling, recurrent, resize
from fuzz_numbers import float_sizes, integer_sizes
from fuzz_operands import sizes_as_operands
from fuzz_sizes import generators, shape_arithmetic

FAMILIES = (
    elementwise, reduction, along_axis, top_k, reshape, squeeze, movement, concat, split, slices, slices, pad, gather,
    selection, generators, resize, convolution, convolution, pooling, pooling, images, products, normalization, recurrent,
    signal, sequences, shape_arithmetic, shape_arithmetic, quantization, detection, attention,
    float_sizes, float_sizes, integer_sizes, integer_sizes,
    sizes_as_operands, sizes_as_operands, branches, loops, scans,
    while_loops, sequence_loops,
)


def make_case(seed, names=()):
    """The case of this seed, of all families or those named; None where the draw leads nowhere."""
    draw = Draw(seed)
    try:
        return draw.of([family for family in FAMILIES if not names or family.__name__ in names])(draw)
    except (ValueError, IndexError):  # such as an index into nothing
        return None
