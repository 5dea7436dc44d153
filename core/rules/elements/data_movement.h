#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_DATA_MOVEMENT_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_DATA_MOVEMENT_H_

#include <cstdint>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/static_text.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Values of operators that move elements without computing, and operands that give sizes or
// axes.

// Flat positions of elements of an operand.
using Positions = absl::InlinedVector<int64_t, 16>;
// The position of an element that is not known.
inline constexpr int64_t kUnknownElement = -1;
// The position that a constant index names on an axis, from the end where it is negative; else
// kUnknownElement.
int64_t PositionOf(Expr index, int64_t size);

// False if the operand's elements are certainly unknown. Fast.
bool MayBeKnownByValue(RuleContext& ctx, int input);

// The same for an operand whose elements are to be moved: elements of a scalar or
// vector input of the model become value symbols (S10), so that they keep their
// identity.
bool MayMoveElements(RuleContext& ctx, int input);

// The shape that was set for an output.
Shape OutputShape(RuleContext& ctx, int output);

// Sets an output, whose shape is set, to all elements of an operand in order.
void PassElements(RuleContext& ctx, int output, int input);

// Sets an output, whose shape is set, to the elements of an operand at the given
// positions, one for each element of the output.
void TakeElements(RuleContext& ctx, int output, int input, absl::Span<const int64_t> positions);

// The same, at origin + the sum of coordinate * stride over the axes of the output; nothing where
// it has many elements.
void TakeStrided(RuleContext& ctx, int output, int input, int64_t origin,
                 absl::Span<const int64_t> strides);

// The same for an output that has, of operand 0 of constant dims, the slices at `places` of an
// axis; kUnknownElement for one that is not known.
void TakeAlongAxis(RuleContext& ctx, const Shape& data, int axis, absl::Span<const int64_t> places);

// Strides, in elements, of a shape whose dims are all constants.
absl::InlinedVector<int64_t, 6> RowMajorStrides(absl::Span<const Dim> dims);

// The elements of a one-dimensional operand as sizes, required to be at least 0 (S10).
// An unknown element gives an unknown size; nothing where even their number is
// unknown.
std::optional<DimVector> SizesFromElements(RuleContext& ctx, int input, const Check& check);

// The bounds of a vector operand's length, which is the rank of a result.
Interval LengthBounds(RuleContext& ctx, int input);

// Integers that older versions give as an attribute and newer ones as an operand
// (from `operand_version` on). kLeftOut and kUnknown have no values.
struct IntList {
  enum class Source : uint8_t { kLeftOut, kUnknown, kGiven };
  Source source = Source::kLeftOut;
  absl::InlinedVector<int64_t, 8> values;
};
IntList ReadIntList(RuleContext& ctx, absl::string_view attribute, int input, int operand_version);

// For each axis of operand 0 whether it is among the named ones, or `all`. Nothing after an error:
// one is out of range.
using AxisMask = absl::InlinedVector<bool, 8>;
std::optional<AxisMask> MaskAxes(RuleContext& ctx, absl::Span<const int64_t> axes, int rank,
                                 bool all = false);

// The dims without those of the mask, or with 1 in their places.
DimVector ReducedDims(absl::Span<const Dim> dims, const AxisMask& mask, bool keeps_dims);

// Requires every factor of a product of sizes to be at least 1, which is equivalent to the product
// being so; an expression of any other form is required to be at least 1 as a whole.
void RequirePositive(RuleContext& ctx, Expr size, const Place& place, const Check& check,
                     symbolic::Basis basis = symbolic::Basis::kRequired);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_DATA_MOVEMENT_H_
