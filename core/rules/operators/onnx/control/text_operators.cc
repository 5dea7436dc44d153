// Operators on strings.
#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "core/graph/tensor.h"
#include "core/rules/checks/checks.h"
#include "core/rules/operands.h"
#include "core/rules/registry/families.h"
#include "core/rules/rule_context.h"
#include "core/wire/utf8.h"

namespace shapewright::rules {
namespace {

// How many substrings a text is split into. Nothing where runtimes differ: for an empty text
// between delimiters, and for white space beyond ASCII.
std::optional<int64_t> CountSubstrings(absl::string_view text, absl::string_view delimiter) {
  if (!delimiter.empty()) {
    if (text.empty()) return std::nullopt;
    const std::vector<absl::string_view> parts = absl::StrSplit(text, absl::ByString(delimiter));
    return static_cast<int64_t>(parts.size());
  }
  if (!IsAscii(text)) return std::nullopt;
  const std::vector<absl::string_view> words =
      absl::StrSplit(text, absl::ByAnyChar(" \t\n\v\f\r"), absl::SkipEmpty());
  return static_cast<int64_t>(words.size());
}

// The largest number of substrings of any element of a constant operand.
std::optional<int64_t> MostSubstrings(RuleContext& ctx, int64_t max_split) {
  const auto texts = ConstantStrings(ctx, 0);
  if (!texts) return std::nullopt;
  int64_t most = 0;
  for (const std::string& text : *texts) {
    const auto count = CountSubstrings(text, ctx.StringAttribute("delimiter", ""));
    if (!count) return std::nullopt;
    most = std::max(most, *count);
  }
  return max_split >= 0 && max_split < most ? max_split + 1 : most;
}

// A new last axis of the largest number of substrings.
void InferStringSplit(RuleContext& ctx) {
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
  const auto most = MostSubstrings(ctx, max_split);
  dims.push_back(most ? Dim(*most)
                      : DataSize(ctx, Place::Output(0, shape.rank()),
                                 "the most substrings of an element", bounds));
  ctx.SetOutput(0, ElementType::kString, dims);
}

void InferStringConcat(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kString, ctx.BroadcastInputs({0, 1}));
}

// How many elements of a constant operand are not stop words.
std::optional<int64_t> CountKept(RuleContext& ctx, const graph::Attribute& stop_words) {
  auto words = ConstantStrings(ctx, 0);
  if (!words) return std::nullopt;
  std::vector<std::string> stops(stop_words.strings, stop_words.strings + stop_words.count);
  if (!ctx.BoolAttribute("is_case_sensitive", false)) {
    for (std::vector<std::string>* list : {&*words, &stops}) {
      for (std::string& word : *list) {
        if (!IsAscii(word)) return std::nullopt;
        absl::AsciiStrToLower(&word);
      }
    }
  }
  return std::count_if(words->begin(), words->end(), [&stops](const std::string& word) {
    return std::find(stops.begin(), stops.end(), word) == stops.end();
  });
}

// [C] or [1, C]; stop words are removed, and an empty string remains if all were.
void InferStringNormalizer(RuleContext& ctx) {
  ctx.CheckRankBetween(0, 1, 2);
  const Shape shape = ctx.InputShape(0);
  if (shape.has_rank && shape.rank() == 2) {
    ctx.Unify(shape.dims[0], Place::Input(0, 0), 1, {}, "words.shape"_check);
  }
  const graph::Attribute* stop_words = ctx.FindAttribute("stopwords");
  const bool keeps_all = stop_words == nullptr || stop_words->count == 0;
  if (keeps_all || !shape.has_rank || shape.rank() < 1) {
    return ctx.SetOutput(0, ElementType::kString, shape);
  }
  DimVector dims(shape.dims.begin(), shape.dims.end());
  if (const auto kept = CountKept(ctx, *stop_words)) {
    dims.back() = std::max<int64_t>(1, *kept);
    return ctx.SetOutput(0, ElementType::kString, dims);
  }
  dims.back() = ctx.DataDependentUpTo(Place::Output(0, shape.rank() - 1), "the words that are left",
                                      ctx.Max(1, dims.back()), 1);
  ctx.SetOutput(0, ElementType::kString, dims);
}

void InferRegexFullMatch(RuleContext& ctx) {
  ctx.SetOutput(0, ElementType::kBool, ctx.InputShape(0));
}

// One count per n-gram index.
void InferTfIdfVectorizer(RuleContext& ctx) {
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

constexpr OperatorRow kTextRows[] = {
    {"", "RegexFullMatch", {20}, InferRegexFullMatch, "the operand's shape, bool"},
    {"", "StringConcat", {20}, InferStringConcat, "the broadcast of both operands"},
    {"",
     "StringNormalizer",
     {10},
     InferStringNormalizer,
     "up to the operand's size; by value",
     kBoundedSizes},
    {"",
     "StringSplit",
     {20},
     InferStringSplit,
     "the operand's shape and up to maxsplit + 1; by value",
     kBoundedSizes},
    {"", "TfIdfVectorizer", {9}, InferTfIdfVectorizer, "[N, greatest n-gram index + 1]"},
};

}  // namespace

absl::Span<const OperatorRow> TextOperators() { return kTextRows; }

}  // namespace shapewright::rules
