#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_OPERANDS_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_OPERANDS_H_

#include <cstdint>
#include <optional>

#include "absl/container/inlined_vector.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Attributes, operands and results of StableHLO's operators. No operand is broadcast, and each
// result has a declared type, whose open dims follow from the operands.

inline constexpr absl::string_view kStablehlo = "stablehlo";
inline constexpr absl::string_view kChlo = "chlo";

// The number of operands. False after an error.
bool CheckOperandCount(RuleContext& ctx, int min, int max);

// A list of integers; none where it is absent.
absl::Span<const int64_t> IntsOr(RuleContext& ctx, absl::string_view name);
// The same as axes: each within the rank and named once. Nothing after an error.
std::optional<absl::Span<const int64_t>> AxesAttribute(RuleContext& ctx, absl::string_view name,
                                                       int rank);
// One axis within the rank. Nothing after an error.
std::optional<int> AxisAttribute(RuleContext& ctx, absl::string_view name, int rank);
// A list with an entry of at least `min` for each of `count` axes, or, where it is absent, all of
// `otherwise`. Nothing after an error.
using EntryVector = absl::InlinedVector<int64_t, 6>;
std::optional<EntryVector> EntriesAttribute(RuleContext& ctx, absl::string_view name, int count,
                                            int64_t min, int64_t otherwise);
// A matrix of two columns with a row for each of `count` axes, zeros where it is absent. Nothing
// after an error.
std::optional<EntryVector> PairsAttribute(RuleContext& ctx, absl::string_view name, int count);
bool Contains(absl::Span<const int64_t> list, int64_t entry);
void RefuseInts(RuleContext& ctx, absl::string_view name, absl::string_view demand);

// The type that the module declares for a result; null where it does not.
const graph::DeclaredType* DeclaredResultOf(RuleContext& ctx, int output);
// Its element type, else the given one.
ElementType ResultElement(RuleContext& ctx, int output, ElementType otherwise);

// Sets a result. The dims have to be those that are declared; a dim that is unknown is the declared
// one.
void SetHloResult(RuleContext& ctx, int output, ElementType element, const Shape& shape);
inline void SetHloResult(RuleContext& ctx, int output, ElementType element,
                         absl::Span<const Dim> dims) {
  SetHloResult(ctx, output, element, Shape::Of(dims));
}
// Demands the same of a result that is set, such as one that a region gives.
void RequireDeclared(RuleContext& ctx, int output);
// Sets a result to what is declared, for operators whose results nothing else says.
void SetToDeclared(RuleContext& ctx, int output);
void SetAllToDeclared(RuleContext& ctx);

// The shape that operands [first, end) have in common.
Shape OneShapeOf(RuleContext& ctx, int first, int end, const Check& check);

// The sizes that an operand gives for a result. Nothing where their number is not known.
std::optional<DimVector> ResultSizes(RuleContext& ctx, int input);

// The elements of an operand of known length; unknown ones where they are not followed.
std::optional<ExprVector> ElementsOrUnknown(RuleContext& ctx, int input);

// Runs a region of the node over scalars of the given element types, for what it says of its own
// values. Returns the states of its results.
std::vector<ValueState> RunScalars(RuleContext& ctx, absl::string_view region,
                                   absl::Span<const ElementType> elements);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_STABLEHLO_HLO_OPERANDS_H_
