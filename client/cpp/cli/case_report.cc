#include "client/cpp/cli/case_report.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/text.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

void Line(std::string& out, absl::string_view text) {
  absl::StrAppend(&out, Printable(text), "\n");
}

// `N`, with its range.
std::string RangedDim(const v1::Dim& dim) {
  const std::string text =
      dim.kind_case() == v1::Dim::kSize ? absl::StrCat(dim.size()) : dim.expr();
  const std::string range = dim.has_bounds() ? IntervalText(dim.bounds()) : "";
  return range.empty() ? text : absl::StrCat(text, " in ", range);
}

// Where an unknown of the operands stands.
std::string OriginText(const v1::Symbol& symbol) {
  if (!symbol.origin().has_input()) return "";
  std::string text = absl::StrCat(" (operand ", symbol.origin().input());
  if (symbol.origin().has_axis()) absl::StrAppend(&text, ", axis ", symbol.origin().axis());
  return text + ")";
}

std::string Dims(const google::protobuf::RepeatedPtrField<v1::Dim>& dims) {
  return absl::StrCat(
      "[",
      absl::StrJoin(dims, ", ",
                    [](std::string* out, const v1::Dim& dim) { out->append(DimText(dim)); }),
      "]");
}

std::string Numbers(const v1::Index& index) {
  return absl::StrJoin(index.coordinates(), " ", [](std::string* out, int64_t number) {
    absl::StrAppend(out, number < 0 ? "-" : absl::StrCat(number));
  });
}

void AddFacts(std::string& out, const v1::LayoutFacts& facts) {
  Line(out, absl::StrCat("layout          ", facts.text()));
  if (!facts.dimension_names().empty()) {
    Line(out, absl::StrCat("dimensions      ", facts.dimension_names()));
  }
  if (facts.has_padded_shape()) {
    Line(out, absl::StrCat("padded shape    ", Dims(facts.padded_shape().dims())));
  }
  if (facts.strides_size() > 0) {
    Line(out, absl::StrCat("strides         ", Dims(facts.strides())));
  }
  if (facts.byte_strides_size() > 0) {
    Line(out, absl::StrCat("byte strides    ", Dims(facts.byte_strides())));
  }
  if (facts.largest_part_size() > 0) {
    Line(out, absl::StrCat("largest part    ", Dims(facts.largest_part())));
  }
  Line(out, absl::StrCat("elements        ", RangedDim(facts.elements())));
  Line(out, absl::StrCat("true rank       ", RangedDim(facts.true_rank())));
  if (!facts.has_bytes()) return;
  Line(out, absl::StrCat("bytes           ", RangedDim(facts.bytes())));
  Line(out, absl::StrCat("without padding ", RangedDim(facts.unpadded_bytes())));
}

std::string ComparisonText(const v1::Comparison& comparison) {
  std::string text = absl::StrCat(comparison.equal() ? "equal, " : "",
                                  comparison.equivalent() ? "equivalent, " : "",
                                  comparison.bitcast() ? "bitcast" : "needs a copy");
  if (comparison.transpose_size() > 0) {
    absl::StrAppend(&text, ", transpose [", absl::StrJoin(comparison.transpose(), ", "), "]");
  }
  return text;
}

// `[0, 1] [2, 1]`.
std::string IndicesText(const v1::IndexList& list) {
  return absl::StrJoin(list.indices(), " ", [](std::string* text, const v1::Index& index) {
    absl::StrAppend(text, "[", absl::StrJoin(index.coordinates(), ", "), "]");
  });
}

void AddMinimalTranspose(std::string& out, const v1::MinimalTranspose& transpose) {
  if (transpose.axes().empty()) return;
  const auto size = [](std::string* text, const v1::Dim& dim) { text->append(RangedDim(dim)); };
  Line(out, absl::StrCat("in the fewest   [", absl::StrJoin(transpose.sizes(), ", ", size),
                         "] by transpose [", absl::StrJoin(transpose.axes(), ", "), "]"));
}

void AddAnswer(std::string& out, const v1::LayoutAnswer& answer) {
  switch (answer.kind_case()) {
    case v1::LayoutAnswer::kLinear:
      Line(out, absl::StrCat("linear index    ", answer.linear()));
      break;
    case v1::LayoutAnswer::kMulti:
      Line(out, absl::StrCat("index           [", absl::StrJoin(answer.multi().coordinates(), ", "),
                             "]"));
      break;
    case v1::LayoutAnswer::kMultis:
      Line(out, absl::StrCat("indices         ", IndicesText(answer.multis())));
      break;
    case v1::LayoutAnswer::kOrder:
      Line(out, absl::StrCat("memory          ", Numbers(answer.order())));
      break;
    case v1::LayoutAnswer::kComparison:
      Line(out, absl::StrCat("comparison      ", ComparisonText(answer.comparison())));
      break;
    case v1::LayoutAnswer::kConverted:
      AddFacts(out, answer.converted());
      if (answer.has_conversion()) {
        Line(out, absl::StrCat("conversion      ", ComparisonText(answer.conversion())));
      }
      break;
    case v1::LayoutAnswer::kCount:
      Line(out, absl::StrCat("longest run     ", answer.count()));
      break;
    case v1::LayoutAnswer::kDimension:
      Line(out, absl::StrCat("dimension       ", answer.dimension()));
      break;
    default:
      break;
  }
  AddMinimalTranspose(out, answer.minimal_transpose());
  const auto write_pair = [](std::string* text, const v1::DimensionPair& pair) {
    absl::StrAppend(text, pair.source(), "->", pair.target());
  };
  if (!answer.unmodified().empty()) {
    Line(out,
         absl::StrCat("unmodified      ", absl::StrJoin(answer.unmodified(), " ", write_pair)));
  }
  if (answer.has_degenerate()) {
    Line(out, absl::StrCat("sizes of 1      -[", absl::StrJoin(answer.degenerate().deleted(), ", "),
                           "] +[", absl::StrJoin(answer.degenerate().inserted(), ", "), "]"));
  }
  for (const v1::LayoutStep& step : answer.steps()) {
    const std::string axes = absl::StrJoin(step.transpose(), ", ");
    Line(out, absl::StrCat("step            ",
                           axes.empty() ? "reshape" : absl::StrCat("transpose [", axes, "]"),
                           " to ", step.text()));
  }
  if (!answer.reason().empty()) Line(out, absl::StrCat("because         ", answer.reason()));
}

void AddComparison(std::string& out, const v1::TypeComparison& comparison) {
  const std::pair<absl::string_view, bool> answers[] = {
      {"compatible ", comparison.compatible()},  {"equal      ", comparison.equal()},
      {"relaxes    ", comparison.relaxes()},     {"refines    ", comparison.refines()},
      {"same scheme", comparison.same_scheme()}, {"same layout", comparison.same_layout()},
  };
  for (const auto& [name, holds] : answers) {
    Line(out, absl::StrCat(name, "  ", holds ? "yes" : "no"));
  }
}

std::string AmountText(const v1::Amount& amount) {
  if (amount.has_value()) return absl::StrCat(amount.value());
  const std::string range = amount.has_range() ? IntervalText(amount.range()) : "";
  return range.empty() ? amount.expr() : absl::StrCat(amount.expr(), " in ", range);
}

void AddSummary(std::string& out, const v1::TypeSummary& summary) {
  Line(out, summary.type().text());
  Line(out, absl::StrCat("static           ", summary.is_static() ? "yes" : "no"));
  if (summary.has_negative_size()) Line(out, "has a negative size");
  if (!summary.has_rank()) return;
  const std::string rank = IntervalText(summary.rank());
  Line(out, absl::StrCat("rank             ", rank.empty() ? "?" : rank));
  if (!summary.has_least()) return;
  Line(out, absl::StrCat("least sizes      ", Dims(summary.least().dims())));
  Line(out, absl::StrCat("greatest sizes   ", Dims(summary.greatest().dims())));
  if (summary.has_elements()) {
    Line(out, absl::StrCat("elements         ", AmountText(summary.elements())));
  }
}

void AddRange(std::string& out, const v1::DimRange& range) {
  const std::string text = range.has_range() ? IntervalText(range.range()) : "no number";
  Line(out, text.empty() ? "?" : text);
  if (range.has_count()) Line(out, absl::StrCat("numbers          ", range.count()));
  if (range.has_contains_number()) {
    Line(out, absl::StrCat("contains it      ", range.contains_number() ? "yes" : "no"));
  }
}

void AddOutcome(std::string& out, const v1::MergeResult& result) {
  if (result.has_type()) Line(out, result.type().text());
  if (result.has_comparison()) AddComparison(out, result.comparison());
  if (result.has_summary()) AddSummary(out, result.summary());
  if (result.has_range()) AddRange(out, result.range());
}

}  // namespace

std::string MergeReport(const v1::MergeResult& result) {
  std::string out;
  AddOutcome(out, result);
  for (const v1::Conflict& conflict : result.conflicts()) {
    Line(out, absl::StrCat("conflict: operands ", conflict.left_operand(), " and ",
                           conflict.right_operand(), ": ", conflict.message()));
  }
  for (const v1::Symbol& symbol : result.symbols()) {
    const std::string range = symbol.has_bounds() ? IntervalText(symbol.bounds()) : "";
    if (symbol.has_solved()) {
      Line(out, absl::StrCat("  ", symbol.name(), " := ", RangedDim(symbol.solved()),
                             OriginText(symbol)));
    } else if (!range.empty()) {
      Line(out, absl::StrCat("  ", symbol.name(), " in ", range, OriginText(symbol)));
    }
  }
  for (const std::string& fact : result.facts()) Line(out, absl::StrCat("  must hold: ", fact));
  for (const v1::Diagnostic& note : result.notes()) {
    Line(out, absl::StrCat("  note: ", note.message()));
  }
  return out;
}

std::string LayoutReport(const v1::LayoutResult& result) {
  std::string out;
  for (const v1::LayoutResult& element : result.tuple_elements()) {
    absl::StrAppend(&out, LayoutReport(element), "\n");
  }
  if (!result.reason().empty()) Line(out, absl::StrCat("no layout: ", result.reason()));
  if (result.has_facts()) AddFacts(out, result.facts());
  for (const v1::LayoutFacts& evaluation : result.evaluations()) {
    absl::StrAppend(&out, "\n");
    AddFacts(out, evaluation);
  }
  for (const v1::LayoutAnswer& answer : result.answers()) AddAnswer(out, answer);
  return out;
}

}  // namespace shapewright::cli
