#ifndef SHAPEWRIGHT_CORE_RULES_CHECKS_STABLEHLO_CHECKS_H_
#define SHAPEWRIGHT_CORE_RULES_CHECKS_STABLEHLO_CHECKS_H_

#include "core/rules/checks/check_row.h"

namespace shapewright::rules {

// Checks of StableHLO's operators, by the constraints of its specification.
inline constexpr CheckRow kStablehloChecks[] = {
    {{"hlo.result", "the result has the type that the module declares"}, "StableHLO add (C1)"},
    {{"hlo.shapes", "operands have one shape, as none is broadcast"}, "StableHLO add (C1)"},
    {{"hlo.pred", "one predicate for all elements, or one for each"}, "StableHLO select (C1)"},
    {{"hlo.clamp", "one limit for all elements, or one for each"}, "StableHLO clamp (C1)"},
    {{"hlo.broadcast", "a size is 1, or that of the axis that it is broadcast to"},
     "StableHLO broadcast_in_dim (C5)"},
    {{"hlo.reshape", "as many elements in the result as in the operand"}, "StableHLO reshape (C2)"},
    {{"hlo.output_rank", "a size for each axis of the result"}, "StableHLO dynamic_reshape (C4)"},
    {{"hlo.bitcast", "the last axis makes up one element"}, "StableHLO bitcast_convert (C1)"},
    {{"hlo.concatenate", "operands have one shape off the axis of concatenation"},
     "StableHLO concatenate (C2)"},
    {{"hlo.slice", "a slice ends within the operand"}, "StableHLO slice (C3)"},
    {{"hlo.slice_order", "a slice ends where it begins, or behind"}, "StableHLO slice (C3)"},
    {{"hlo.dynamic_slice", "a slice is no larger than the operand"},
     "StableHLO dynamic_slice (C4)"},
    {{"hlo.update", "an update is no larger than the operand"},
     "StableHLO dynamic_update_slice (C6)"},
    {{"hlo.pad", "no more is cut off than there is"}, "StableHLO pad (C4)"},
    {{"hlo.batching", "batching axes have one size"}, "StableHLO dot_general (C9)"},
    {{"hlo.contracting", "contracting axes have one size"}, "StableHLO dot_general (C10)"},
    {{"hlo.conv_features", "the kernel spans the features of a group"},
     "StableHLO convolution (C14)"},
    {{"hlo.conv_batch", "groups of as many batches"}, "StableHLO convolution (C10)"},
    {{"hlo.conv_filters", "groups of as many filters"}, "StableHLO convolution (C16)"},
    {{"hlo.conv_window", "the window has the sizes of the kernel"}, "XLA ShapeInference"},
    {{"hlo.source", "a source element for each window"}, "StableHLO select_and_scatter (C2)"},
    {{"hlo.fft_length", "the transformed axes have the lengths that the attribute says"},
     "StableHLO fft (C4)"},
    {{"hlo.gather_sizes", "a gathered slice is no larger than the operand"},
     "StableHLO gather (C21)"},
    {{"hlo.index_vector", "an index for each indexed axis"}, "StableHLO gather (C3)"},
    {{"hlo.index_batching", "indices and operand have one size on batching axes"},
     "StableHLO gather (C17)"},
    {{"hlo.updates", "an update for each index vector"}, "StableHLO scatter (C4)"},
    {{"hlo.update_window", "the window of an update is no larger than the operand"},
     "StableHLO scatter (C4)"},
    {{"hlo.features", "an element for each feature"}, "StableHLO batch_norm_inference (C3)"},
    {{"hlo.parts", "an axis splits into equal parts"}, "StableHLO all_to_all (C2)"},
    {{"hlo.square", "the matrices are square"}, "StableHLO cholesky (C3)"},
    {{"hlo.triangular", "the systems fit to their right sides"}, "StableHLO triangular_solve (C3)"},
    {{"hlo.top_k", "there are k elements on the last axis"}, "CHLO top_k"},
    {{"hlo.assertion", "an assertion of the module holds"}, "JAX shape_assertion"},
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CHECKS_STABLEHLO_CHECKS_H_
