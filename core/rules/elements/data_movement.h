#ifndef SHAPEWRIGHT_CORE_RULES_ELEMENTS_DATA_MOVEMENT_H_
#define SHAPEWRIGHT_CORE_RULES_ELEMENTS_DATA_MOVEMENT_H_

#include <cstdint>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/rule_context.h"

namespace shapewright::ops {

// Value propagation through operators that move elements without computing, and
// operands that give sizes or axes.

// Flat positions of elements of an operand.
using Positions = absl::InlinedVector<int64_t, 16>;
// An element that is not known.
inline constexpr int64_t kUnknownElement = -1;

// False if the operand's elements are certainly unknown; cheap.
bool MayBeKnownByValue(RuleContext& ctx, int input);

// Likewise for an operand whose elements are to be moved: those of a scalar or
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

// Strides, in elements, of a shape whose dims are all constants.
absl::InlinedVector<int64_t, 6> RowMajorStrides(absl::Span<const Dim> dims);

// The sizes that the elements of a one-dimensional operand give, required to be
// at least 0 (S10). Those that are not known are unknown; nothing where even
// their number is not known.
std::optional<DimVector> SizesFromElements(RuleContext& ctx, int input, absl::string_view reason);

// What a vector operand says of the rank of a result: its length.
Interval LengthBounds(RuleContext& ctx, int input);

// Integers that older versions give as an attribute and newer ones as an operand
// (from `operand_version` on). kLeftOut and kUnknown have no values.
struct IntList {
  enum class Source : uint8_t { kLeftOut, kUnknown, kGiven };
  Source source = Source::kLeftOut;
  absl::InlinedVector<int64_t, 8> values;
};
IntList ReadIntList(RuleContext& ctx, absl::string_view attribute, int input, int operand_version);

// Requires every atom of a product of sizes to be at least 1, which is what the
// product being at least 1 means; in one piece where it is no such product.
void RequirePositive(RuleContext& ctx, Expr size, const Place& place, absl::string_view reason,
                     symbolic::Basis basis = symbolic::Basis::kRequired);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_ELEMENTS_DATA_MOVEMENT_H_
