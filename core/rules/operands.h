#ifndef SHAPEWRIGHT_CORE_RULES_OPERANDS_H_
#define SHAPEWRIGHT_CORE_RULES_OPERANDS_H_

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "core/base/static_text.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// Helpers for operands that rules of many families share.

// The dims of an operand of `rank`; unknown ones if its rank is unknown or
// differs.
DimVector DimsOrUnknown(RuleContext& ctx, int input, int rank);

// The first known element type of these operands.
ElementType FirstElement(RuleContext& ctx, std::initializer_list<int> inputs);

// Unifies the only dim of an optional vector operand with `size`; returns the more specific of the
// two.
Dim UnifyVector(RuleContext& ctx, int input, Dim size, const Place& place, const Check& check);

// Requires that `other` is 1 or equals `dim`, which it is broadcast to. Returns `dim`, or what is
// known of it by then.
Dim UnifyUnlessOne(RuleContext& ctx, Dim dim, const Place& place, Dim other,
                   const Place& place_of_other, const Check& check);

// The length of a vector operand; unknown if it is not given, or no vector.
Expr VectorLength(RuleContext& ctx, int input);

// Requires that a vector operand has `count` elements. Says nothing where its length is a constant:
// then the rule that reads the elements compares.
void RequireLength(RuleContext& ctx, int input, Expr count, const Place& place, const Check& check);

// Replaces unknown dims by new symbols, so that several results can share them. FillUnknown()
// places them as dims of output 0, FillUnknownSizes() as its elements.
void FillUnknown(RuleContext& ctx, DimVector& dims);
void FillUnknownSizes(RuleContext& ctx, DimVector& sizes);

// Sets an output to the rank of `shape`, with all dims unknown.
void SetUnknownDims(RuleContext& ctx, int output, ElementType element, const Shape& shape);

// A data-dependent size within the bounds.
Dim DataSize(RuleContext& ctx, const Place& place, StaticText reason, Interval bounds);

// The elements of a small constant operand of strings.
std::optional<std::vector<std::string>> ConstantStrings(RuleContext& ctx, int input);

// Whether an operand that has sizes for its elements is a vector. onnxruntime takes any rank.
bool CheckSizesRank(RuleContext& ctx, int input);

// How many of `size` elements of the first result differ from each other: at least one of one.
Dim DistinctSize(RuleContext& ctx, Dim size);

// An upper bound of the expression's value; infinity if there is none.
int64_t UpperBound(RuleContext& ctx, Expr e);

// Whether a tensor certainly has no elements: a dim is 0, or a fact says that the product of its
// dims is.
bool IsSurelyEmpty(RuleContext& ctx, const Shape& shape);
// Whether it may have none.
bool MayBeEmpty(RuleContext& ctx, const Shape& shape);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERANDS_H_
