// Operators on strings.
#include <algorithm>

#include "core/ops/families.h"
#include "core/ops/operands.h"
#include "core/ops/rule_context.h"

namespace shapewright::ops {
namespace {

// One more axis: as many substrings as the most that an element has.
void InferStringSplit(RuleContext& ctx) {
  if (!ctx.CheckInputCount(1, 1)) return;
  const Shape shape = ctx.InputShape(0);
  ctx.SetOutput(1, ElementType::kInt64, shape);
  if (!shape.has_rank) {
    const int64_t max = shape.rank_bounds.max;
    return ctx.SetOutput(0, ElementType::kString,
                         Shape::OfUnknownRank({shape.rank_bounds.min + 1,
                                               max == Interval::kInfinity ? max : max + 1}));
  }
  Interval bounds = Interval::Size();
  const int64_t max_split = ctx.IntAttribute("maxsplit", -1);
  if (max_split >= 0 && max_split < kAnyRank) bounds.max = max_split + 1;
  DimVector dims(shape.dims.begin(), shape.dims.end());
  dims.push_back(
      DataSize(ctx, Place::Output(0, shape.rank()), "the most substrings of an element", bounds));
  ctx.SetOutput(0, ElementType::kString, dims);
}

void InferStringConcat(RuleContext& ctx) {
  if (!ctx.CheckInputCount(2, 2)) return;
  ctx.SetOutput(0, ElementType::kString, ctx.BroadcastInputs({0, 1}));
}

// [C] or [1, C]; stop words go, and an empty string stays if all went.
void InferStringNormalizer(RuleContext& ctx) {
  if (!ctx.CheckInputCount(1, 1)) return;
  ctx.CheckRankBetween(0, 1, 2);
  const Shape shape = ctx.InputShape(0);
  const graph::Attribute* stop_words = ctx.FindAttribute("stopwords");
  const bool keeps_all = stop_words == nullptr || stop_words->count == 0;
  if (keeps_all || !shape.has_rank || shape.rank() < 1) {
    return ctx.SetOutput(0, ElementType::kString, shape);
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  const int64_t max = std::max<int64_t>(1, UpperBound(ctx, dims.back()));
  dims.back() =
      DataSize(ctx, Place::Output(0, shape.rank() - 1), "the words that are left", {1, max});
  ctx.SetOutput(0, ElementType::kString, dims);
}

void InferRegexFullMatch(RuleContext& ctx) {
  if (!ctx.CheckInputCount(1, 1)) return;
  ctx.SetOutput(0, ElementType::kBool, ctx.InputShape(0));
}

// One count per n-gram index.
void InferTfIdfVectorizer(RuleContext& ctx) {
  if (!ctx.CheckInputCount(1, 1)) return;
  ctx.CheckRankBetween(0, 1, 2);
  const Shape shape = ctx.InputShape(0);
  const auto indexes = ctx.IntsAttribute("ngram_indexes");
  Dim size;
  if (indexes && !indexes->empty()) {
    size = ctx.Add(*std::max_element(indexes->begin(), indexes->end()), 1);
  } else {
    ctx.Error("MISSING_ATTRIBUTE", {}, "TfIdfVectorizer needs ngram_indexes");
  }
  if (!shape.has_rank) {
    return ctx.SetOutput(0, ElementType::kFloat, Shape::OfUnknownRank({1, 2}));
  }
  if (shape.rank() == 2) return ctx.SetOutput(0, ElementType::kFloat, {shape.dims[0], size});
  ctx.SetOutput(0, ElementType::kFloat, {size});
}

constexpr OperatorRow kRows[] = {
    {"", "RegexFullMatch", {20}, InferRegexFullMatch, "the operand's shape, bool"},
    {"", "StringConcat", {20}, InferStringConcat, "the broadcast of both operands"},
    {"", "StringNormalizer", {10}, InferStringNormalizer, "up to the operand's size"},
    {"", "StringSplit", {20}, InferStringSplit, "the operand's shape and up to maxsplit + 1"},
    {"", "TfIdfVectorizer", {9}, InferTfIdfVectorizer, "[N, greatest n-gram index + 1]"},
};

}  // namespace

absl::Span<const OperatorRow> TextOperators() { return kRows; }

}  // namespace shapewright::ops
