#include "client/cpp/cli/report/case_report.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/screen/style.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

void Line(std::string& out, absl::string_view text) {
  absl::StrAppend(&out, Printable(text), "\n");
}

// `N`, with its range.
std::string RangedAmount(const v1::Amount& amount) {
  const std::string text = amount.has_value() ? absl::StrCat(amount.value()) : amount.expr();
  const std::string range = amount.has_range() ? IntervalText(amount.range()) : "";
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

std::string CaseAmountText(const v1::Amount& amount) {
  if (amount.has_value()) return absl::StrCat(amount.value());
  const std::string range = amount.has_range() ? IntervalText(amount.range()) : "";
  return range.empty() ? amount.expr() : absl::StrCat(amount.expr(), " in ", range);
}

std::string Amounts(const google::protobuf::RepeatedPtrField<v1::Amount>& amounts) {
  const auto append = [](std::string* out, const v1::Amount& amount) {
    out->append(amount.has_value() ? absl::StrCat(amount.value()) : amount.expr());
  };
  return absl::StrCat("[", absl::StrJoin(amounts, ", ", append), "]");
}

void AddDetails(std::string& out, const v1::LayoutDetails& details) {
  const std::pair<absl::string_view, const v1::Amount*> amounts[] = {
      {"true rank       ", details.has_true_rank() ? &details.true_rank() : nullptr},
      {"padded elements ", details.has_padded_elements() ? &details.padded_elements() : nullptr},
      {"without padding ", details.has_unpadded_bytes() ? &details.unpadded_bytes() : nullptr},
      {"leading run     ", details.has_leading_run() ? &details.leading_run() : nullptr},
  };
  for (const auto& [name, amount] : amounts) {
    if (amount != nullptr) Line(out, absl::StrCat(name, CaseAmountText(*amount)));
  }
  if (details.has_longest_run()) {
    Line(out, absl::StrCat("longest run     ", details.longest_run()));
  }
  if (details.has_padding_overhead()) {
    Line(out, absl::StrCat("overhead        ", details.padding_overhead()));
  }
  if (details.has_element_bits()) {
    Line(out, absl::StrCat("bits            ", details.element_bits()));
  }
  if (!details.degenerate_axes().empty()) {
    Line(out, absl::StrCat("axes of size 1  ", absl::StrJoin(details.degenerate_axes(), ", ")));
  }
  if (!details.axis_names().empty()) {
    Line(out, absl::StrCat("names           ", details.axis_names()));
  }
}

void AddFacts(std::string& out, const v1::LayoutFacts& facts) {
  if (!facts.text().empty()) Line(out, absl::StrCat("layout          ", facts.text()));
  if (facts.has_padded_shape()) {
    Line(out, absl::StrCat("padded shape    ", Dims(facts.padded_shape().dims())));
  }
  if (facts.strides_size() > 0) {
    Line(out, absl::StrCat("strides         ", Amounts(facts.strides())));
  }
  if (facts.byte_strides_size() > 0) {
    Line(out, absl::StrCat("byte strides    ", Amounts(facts.byte_strides())));
  }
  if (facts.has_elements()) {
    Line(out, absl::StrCat("elements        ", CaseAmountText(facts.elements())));
  }
  if (facts.has_bytes()) Line(out, absl::StrCat("bytes           ", CaseAmountText(facts.bytes())));
  AddDetails(out, facts.details());
}

std::string ComparisonText(const v1::LayoutComparison& comparison) {
  std::string text = absl::StrCat(comparison.equal() ? "equal, " : "",
                                  comparison.equivalent() ? "equivalent, " : "",
                                  comparison.bitcast() ? "bitcast" : "needs a copy");
  if (comparison.transpose_size() > 0) {
    absl::StrAppend(&text, ", transpose [", absl::StrJoin(comparison.transpose(), ", "), "]");
  }
  return text;
}

void AddReason(std::string& out, const std::string& reason) {
  if (!reason.empty()) Line(out, absl::StrCat("because         ", reason));
}

void AddChange(std::string& out, const v1::LayoutChangeResult& change) {
  absl::StrAppend(&out, "\n");
  if (change.has_tensor()) Line(out, absl::StrCat("changed to      ", change.tensor().text()));
  AddFacts(out, change.facts());
  if (change.has_comparison()) {
    Line(out, absl::StrCat("comparison      ", ComparisonText(change.comparison())));
  }
  for (const std::string& step : change.steps()) {
    Line(out, absl::StrCat("step            ", step));
  }
  AddReason(out, change.reason());
}

// Numbers without a place or an element are padding.
std::string NumbersText(const v1::Numbers& numbers) {
  return absl::StrJoin(numbers.values(), " ", [](std::string* out, int64_t number) {
    absl::StrAppend(out, number < 0 ? "-" : absl::StrCat(number));
  });
}

// `[0, 1] [2, 1] -`.
std::string ElementsText(const v1::CoordinatesList& list) {
  return absl::StrJoin(list.elements(), " ", [](std::string* out, const v1::Coordinates& element) {
    absl::StrAppend(out, element.padding()
                             ? "-"
                             : absl::StrCat("[", absl::StrJoin(element.indices(), ", "), "]"));
  });
}

void AddAnswer(std::string& out, const v1::LayoutQuestion& question,
               const v1::LayoutAnswer& answer) {
  switch (answer.answer_case()) {
    case v1::LayoutAnswer::kNumbers:
      if (question.has_locate()) {
        // Strides may lead below 0.
        Line(out, absl::StrCat("place           ", absl::StrJoin(answer.numbers().values(), " ")));
      } else {
        Line(out, absl::StrCat(question.has_axis_named() ? "axis            " : "memory          ",
                               NumbersText(answer.numbers())));
      }
      break;
    case v1::LayoutAnswer::kCoordinates:
      Line(out, absl::StrCat("elements there  ", ElementsText(answer.coordinates())));
      break;
    case v1::LayoutAnswer::kComparison:
      Line(out, absl::StrCat("comparison      ", ComparisonText(answer.comparison())));
      AddReason(out, answer.comparison().reason());
      break;
    case v1::LayoutAnswer::kError:
      Line(out, absl::StrCat("no answer       ", answer.error().message()));
      break;
    case v1::LayoutAnswer::ANSWER_NOT_SET:
      break;
  }
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
    Line(out, absl::StrCat("elements         ", CaseAmountText(summary.elements())));
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
    absl::StrAppend(&out, Styled(Style::kError, "conflict:"));
    Line(out, absl::StrCat(" operands ", conflict.left_operand(), " and ", conflict.right_operand(),
                           ": ", conflict.message()));
  }
  for (const v1::Symbol& symbol : result.symbols()) {
    const std::string range = symbol.has_range() ? IntervalText(symbol.range()) : "";
    if (symbol.has_equals()) {
      Line(out, absl::StrCat("  ", symbol.name(), " := ", RangedAmount(symbol.equals()),
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

std::string LayoutReport(const v1::LayoutCase& message, const v1::LayoutResult& result) {
  std::string out;
  for (const v1::LayoutResult& element : result.tuple_elements()) {
    absl::StrAppend(&out, LayoutReport(message, element), "\n");
  }
  if (!result.reason().empty()) Line(out, absl::StrCat("no layout: ", result.reason()));
  AddFacts(out, result.facts());
  for (const v1::LayoutChangeResult& change : result.changes()) {
    // A tuple has none of its own, unless it does not fit.
    if (result.tuple_elements().empty() || !change.reason().empty()) AddChange(out, change);
  }
  if (result.changes_size() > 0 && result.answers_size() > 0) absl::StrAppend(&out, "\n");
  for (int i = 0; i < result.answers_size(); ++i) {
    AddAnswer(out, message.questions(i), result.answers(i));
  }
  return out;
}

}  // namespace shapewright::cli
