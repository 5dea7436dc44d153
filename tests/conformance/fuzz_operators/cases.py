"""Random operators with random attributes and operands, for the program of this folder.

A generator takes a Draw and returns a Case, or None where the draw leads nowhere. Most cases are valid; those that no runtime
runs are dropped there.
"""
from .draw import Draw
from .flow import branches, loops, scans, sequence_loops, while_loops
from .math import along_axis, elementwise, products, quantization, reduction, signal, top_k
from .movement import concat, gather, movement, pad, reshape, selection, sequences, slices, split, squeeze
from .neural import attention, convolution, detection, images, normalization, pooling, recurrent, resize
from .numbers import float_sizes, integer_sizes
from .operands import sizes_as_operands
from .sizes import generators, shape_arithmetic

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
