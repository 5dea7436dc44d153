#ifndef SHAPEWRIGHT_CORE_RULES_OPERANDS_H_
#define SHAPEWRIGHT_CORE_RULES_OPERANDS_H_

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "core/rules/rule_context.h"

namespace shapewright::ops {

// Helpers for operands that rules of many families share.

// For CheckRankBetween: no upper limit.
inline constexpr int kAnyRank = 1'000'000'000;

// The dims of an operand that has `rank` of them; unknown ones where its rank is
// not known, or another one.
DimVector DimsOrUnknown(RuleContext& ctx, int input, int rank);

// The element type of the first operand where it is known.
ElementType FirstElement(RuleContext& ctx, std::initializer_list<int> inputs);

// Unifies the one dim of an optional operand with `size`; the more specific of the two.
Dim UnifyVector(RuleContext& ctx, int input, Dim size, const Place& place,
                absl::string_view reason);

// Fresh unknowns for the dims that are unknown, so that several results can
// share them: as the dims of output 0, or as sizes that are not.
void FillUnknown(RuleContext& ctx, DimVector& dims);
void FillUnknownSizes(RuleContext& ctx, DimVector& sizes);

// Sets an output of the rank of `shape`, as far as it is known, all dims unknown.
void SetUnknownDims(RuleContext& ctx, int output, ElementType element, const Shape& shape);

// A size that the data decide, within the bounds.
Dim DataSize(RuleContext& ctx, const Place& place, absl::string_view reason, Interval bounds);

// The elements of a constant operand of strings, where it is small.
std::optional<std::vector<std::string>> ConstantStrings(RuleContext& ctx, int input);

// The greatest value the expression can have; infinity where nothing bounds it.
int64_t UpperBound(RuleContext& ctx, Expr e);

// Whether a tensor surely has no elements: a dim is 0, or it is known that one of them is.
bool IsSurelyEmpty(RuleContext& ctx, const Shape& shape);

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_OPERANDS_H_
