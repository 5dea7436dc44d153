#ifndef SHAPEWRIGHT_CORE_RULES_REWRITE_OPERATOR_FORM_H_
#define SHAPEWRIGHT_CORE_RULES_REWRITE_OPERATOR_FORM_H_

#include "absl/strings/string_view.h"
#include "core/graph/model.h"

namespace shapewright::rules {

// What a rewrite knows of an operator beside its row: how the rows of a batch, the slices of an
// axis, pass through it. All but kUnknown hold for every version of the operator.
enum class RowForm : uint8_t {
  kUnknown,
  kBroadcast,   // element by element, operands broadcast
  kSame,        // operand 0 element by element; others are parameters
  kAxisFirst,   // axis 0 of operand 0 passes, all other axes may mix; others are parameters
  kOneAxis,     // as of Softmax: the attribute `axis` mixes, all other axes pass
  kAlongAxis,   // the same with a default of -1, in all versions; others are parameters
  kAlongInput,  // the axis that operand 1 tells mixes, all other axes pass
  kTail,        // the axes from the attribute `axis` on mix
  kMatrix,      // the last two axes mix
  kReduce,      // the axes of operand 1, or of the attribute `axes`, go
  kReduceOne,   // the axis of the attribute `axis` goes
  kConcat,
  kSplit,
  kSlice,
  kGather,
  kAlike,     // all operands have the same axes, of which the attribute `axis` mixes
  kQuantize,  // operand 0 element by element, with parameters along the attribute `axis`
  kEinsum,
  kTranspose,
  kInsertAxes,  // axes of operand 1, or of the attribute `axes`, are added
  kRemoveAxes,  // likewise removed
  kReshape,
  kFlatten,
  kExpand,
  kTile,
  kMatMul,
  kGemm,
  kRecurrent,  // axis 1 of operand 0 is the batch; initial states have it too
  kResize,
  kPad,
  kShapeOf,  // the result tells the sizes of operand 0
  kFill,     // operand 0 tells the sizes of the result, all elements are equal
};

// kUnknown for an operator of another domain than ONNX's.
RowForm RowFormOf(const graph::OperatorName& op);

// Operators that rewrites add.
enum class AddedOperator : uint8_t { kIdentity, kShape, kGather, kConcat, kExpand, kMultiply };
absl::string_view NameOf(AddedOperator op);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_REWRITE_OPERATOR_FORM_H_
