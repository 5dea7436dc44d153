#ifndef SHAPEWRIGHT_CORE_RULES_CHECKS_MOVEMENT_CHECKS_H_
#define SHAPEWRIGHT_CORE_RULES_CHECKS_MOVEMENT_CHECKS_H_

#include "core/rules/checks/check_row.h"

namespace shapewright::rules {

// Checks of operators that move elements: Reshape, Concat, Slice and the like.
inline constexpr CheckRow kMovementChecks[] = {
    {{"squeeze.one", "a squeezed dim is 1"}, "Squeeze"},
    {{"concat.axes", "dims off the axis of Concat are equal"}, "Concat"},
    {{"tile.count", "Tile has one repeat per axis"}, "Tile"},
    {{"tile.negative", "a repeat is not negative"}, "Tile"},
    {{"gather.index", "an index is within its dim"}, "Gather"},
    {{"gather_elements.index", "indices of GatherElements lie within the data"}, "GatherElements"},
    {{"gather_nd.tuple", "a tuple of GatherND has an index for each of the first axes"},
     "GatherND"},
    {{"gather_nd.batch", "batch dims are equal"}, "GatherND"},
    {{"pad.negative", "negative pads leave a size"}, "Pad"},
    {{"pad.count", "Pad has two pads for each axis"}, "Pad"},
    {{"pad.reflection", "a reflection takes the elements of its axis once, without the last"},
     "onnxruntime: Pad",
     "S85"},
    {{"pad.repeats", "this mode of Pad repeats elements"}, "Pad", "S13"},
    {{"center_crop_pad.count", "CenterCropPad has one size per axis"}, "CenterCropPad"},
    {{"reshape.volume", "Reshape keeps the number of elements"}, "Reshape", "S13"},
    {{"reshape.zero", "Reshape with a -1 has no size of 0"}, "Reshape", "S13"},
    {{"reshape.inferred",
      "a Reshape element that is not the size that the others leave is -1, or copies it"},
     "Reshape",
     "S10"},
    {{"reshape.size", "a Reshape element is a size, not 0 or -1"}, "Reshape", "S10"},
    {{"reshape.rest", "a Reshape element is the size that the others leave, not 0 or -1"},
     "Reshape",
     "S10"},
    {{"scatter_nd.updates", "updates of ScatterND fill the places indexed"}, "ScatterND"},
    {{"scatter_nd.tuple", "a tuple of ScatterND has an index for each of the first axes"},
     "ScatterND"},
    {{"scatter_elements.updates", "updates and indices have one shape"}, "ScatterElements"},
    {{"scatter_elements.index", "indices of ScatterElements lie within the data"},
     "ScatterElements"},
    {{"tensor_scatter.indices", "the place of each sequence's update"}, "TensorScatter"},
    {{"tensor_scatter.update", "an update fits into the cache"}, "TensorScatter"},
    {{"tensor_scatter.dims", "cache and update differ on the axis only"}, "TensorScatter"},
    {{"compress.condition", "the condition is not longer than the axis"}, "Compress"},
    {{"topk.one", "k is one number"}, "TopK"},
    {{"topk.negative", "k is not negative"}, "TopK"},
    {{"topk.axis", "k is at most the size of the axis"}, "TopK"},
    {{"one_hot.index", "an index is not negative"}, "OneHot"},
    {{"one_hot.depth", "the depth is one number"}, "OneHot"},
    {{"one_hot.values", "an off and an on value"}, "OneHot"},
    {{"sequence_lens.batch", "one length per sequence of the batch"}, "ReverseSequence"},
    {{"slice.int32", "a dim is within 32 bits"}, "Slice", "S10"},
    {{"slice.step", "a step is not 0"}, "Slice"},
    {{"slice.count", "Slice has as many ends, axes and steps as starts"}, "Slice"},
    {{"slice.axes", "Slice has at most one start per axis"}, "Slice"},
    {{"slice.bounds", "a slice does not begin or end before its dim"}, "Slice", "S10"},
    {{"slice.from_end", "a slice that counts from the end counts from one on"}, "Slice", "S10"},
    {{"split.size", "a part's size is not negative"}, "Split"},
    {{"split.equal", "Split without sizes makes equal parts"}, "Split"},
    {{"split.parts", "all parts lie within the dim"}, "Split"},
    {{"split.last", "the last part is not empty"}, "Split"},
    {{"split.count", "Split has one size per output"}, "Split"},
    {{"split.sum", "the parts of Split fill the dim"}, "Split"},
    {{"blocks.fill", "blocks fill the dim"}, "SpaceToDepth"},
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CHECKS_MOVEMENT_CHECKS_H_
