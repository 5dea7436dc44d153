#include "tests/core/query/merge/merge_tester.h"

#include <gtest/gtest.h>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/query/merge/merge_shapes.h"
#include "core/symbolic/text/interval_text.h"

namespace shapewright::query {
namespace {

using symbolic::Interval;
using Texts = std::vector<std::string>;

std::string DimText(const v1::Dim& dim) {
  if (dim.kind_case() == v1::Dim::KIND_NOT_SET) return "?";
  return dim.has_size() ? absl::StrCat(dim.size()) : dim.expr();
}

std::string ShapeText(const v1::Shape& shape) {
  return absl::StrCat("[",
                      absl::StrJoin(shape.dims(), ", ",
                                    [](std::string* out, const v1::Dim& dim) {
                                      absl::StrAppend(out, DimText(dim));
                                    }),
                      "]");
}

std::string IntervalText(const v1::Interval& message) {
  Interval range;
  if (message.has_min()) range.min = message.min();
  if (message.has_max()) range.max = message.max();
  if (range == Interval::Size() || range == Interval::All()) return "?";
  if (range.min == 0 && range.max > 0) range.min = Interval::kMinusInfinity;
  return symbolic::ToString(range);
}

std::string Text(bool holds) { return holds ? "true" : "false"; }

template <typename Question>
bool SetOperands(Question* question, const Texts& texts) {
  for (const std::string& text : texts) question->add_operands()->set_text(text);
  return true;
}

bool SetArithmetic(absl::string_view word, const Texts& texts, v1::MergeCase& out) {
  v1::ComputeDims::Operation operation = v1::ComputeDims::OPERATION_UNSPECIFIED;
  if (!v1::ComputeDims::Operation_Parse(absl::StrCat("OPERATION_", absl::AsciiStrToUpper(word)),
                                        &operation)) {
    return false;
  }
  out.mutable_compute()->set_operation(operation);
  return SetOperands(out.mutable_compute(), texts);
}

bool SetAxes(absl::string_view word, const Texts& texts, const std::vector<int64_t>& axes,
             const Texts& sizes, v1::MergeCase& out) {
  v1::SelectAxes::Mode mode = v1::SelectAxes::MODE_UNSPECIFIED;
  if (v1::SelectAxes::Mode_Parse(absl::StrCat("MODE_", absl::AsciiStrToUpper(word)), &mode)) {
    out.mutable_select_axes()->set_mode(mode);
    out.mutable_select_axes()->mutable_operand()->set_text(texts[0]);
    for (const int64_t axis : axes) out.mutable_select_axes()->add_axes(axis);
    return true;
  }
  if (word != "put" && word != "replace") return false;
  out.mutable_put_axes()->set_replace(word == "replace");
  out.mutable_put_axes()->mutable_operand()->set_text(texts[0]);
  for (const int64_t axis : axes) out.mutable_put_axes()->add_axes(axis);
  for (const std::string& size : sizes) out.mutable_put_axes()->add_sizes()->set_expr(size);
  return true;
}

bool SetWindow(absl::string_view word, const Texts& texts, v1::MergeCase& out) {
  if (word == "convolve") {
    out.mutable_convolve()->mutable_data()->set_text(texts[0]);
    out.mutable_convolve()->mutable_filters()->set_text(texts[1]);
    return true;
  }
  if (word != "window" && word != "pooling") return false;
  out.mutable_slide_window()->set_pooling(word == "pooling");
  out.mutable_slide_window()->mutable_data()->set_text(texts[0]);
  return true;
}

bool SetList(absl::string_view word, const Texts& texts, const std::vector<int64_t>& axes,
             v1::MergeCase& out) {
  if (word == "merge") return SetOperands(out.mutable_merge(), texts);
  if (word == "relax") return SetOperands(out.mutable_relax(), texts);
  if (word == "append") return SetOperands(out.mutable_append_axes(), texts);
  if (word == "broadcast") return SetOperands(out.mutable_broadcast(), texts);
  if (word != "paddle") return false;
  out.mutable_broadcast()->set_rule(v1::BroadcastTypes::RULE_PADDLE);
  if (!axes.empty()) out.mutable_broadcast()->set_axis(axes[0]);
  return SetOperands(out.mutable_broadcast(), texts);
}

bool IsOfComparison(absl::string_view word) {
  return word == "compatible" || word == "equal" || word == "relaxes" || word == "refines" ||
         word == "same_scheme" || word == "same_layout";
}

bool IsOfRange(absl::string_view word) { return word == "intersect" || word == "count"; }

}  // namespace

v1::MergeCase MakeCase(absl::string_view word, const Texts& texts, const std::vector<int64_t>& axes,
                       const Texts& sizes) {
  v1::MergeCase out;
  if (SetList(word, texts, axes, out) || SetArithmetic(word, texts, out) ||
      SetAxes(word, texts, axes, sizes, out) || SetWindow(word, texts, out)) {
    return out;
  }
  if (IsOfComparison(word)) {
    out.mutable_compare()->mutable_left()->set_text(texts[0]);
    out.mutable_compare()->mutable_right()->set_text(texts[1]);
  } else if (IsOfRange(word)) {
    out.mutable_intersect_dims();
    for (const std::string& text : texts) out.mutable_intersect_dims()->add_dims()->set_expr(text);
  } else {
    out.mutable_inspect()->mutable_operand()->set_text(texts[0]);
  }
  return out;
}

v1::Type* MutableOperand(v1::MergeCase& message, int index) {
  switch (message.question_case()) {
    case v1::MergeCase::kMerge:
      return message.mutable_merge()->mutable_operands(index);
    case v1::MergeCase::kBroadcast:
      return message.mutable_broadcast()->mutable_operands(index);
    case v1::MergeCase::kRelax:
      return message.mutable_relax()->mutable_operands(index);
    case v1::MergeCase::kCompute:
      return message.mutable_compute()->mutable_operands(index);
    case v1::MergeCase::kAppendAxes:
      return message.mutable_append_axes()->mutable_operands(index);
    case v1::MergeCase::kCompare:
      return index == 0 ? message.mutable_compare()->mutable_left()
                        : message.mutable_compare()->mutable_right();
    case v1::MergeCase::kConvolve:
      return index == 0 ? message.mutable_convolve()->mutable_data()
                        : message.mutable_convolve()->mutable_filters();
    case v1::MergeCase::kInspect:
      return message.mutable_inspect()->mutable_operand();
    case v1::MergeCase::kSelectAxes:
      return message.mutable_select_axes()->mutable_operand();
    case v1::MergeCase::kPutAxes:
      return message.mutable_put_axes()->mutable_operand();
    case v1::MergeCase::kSlideWindow:
      return message.mutable_slide_window()->mutable_data();
    default:
      break;
  }
  ADD_FAILURE() << "no operand: " << message.ShortDebugString();
  return nullptr;
}

v1::Window* MutableWindow(v1::MergeCase& message) {
  return message.has_convolve() ? message.mutable_convolve()->mutable_window()
                                : message.mutable_slide_window()->mutable_window();
}

v1::MergeResult RunCase(const v1::MergeCase& message, v1::Notation notation) {
  v1::MergeShapesRequest request;
  *request.add_cases() = message;
  request.set_notation(notation);
  v1::MergeShapesResponse response;
  const absl::Status status = MergeShapes(request, QueryOptions(), &response);
  EXPECT_TRUE(status.ok()) << status << "\n" << message.DebugString();
  if (!status.ok()) return {};
  return response.results(0);
}

std::string Summary(const v1::MergeResult& result) {
  std::string text = result.type().text();
  if (result.has_range()) {
    text = result.range().has_range() ? IntervalText(result.range().range()) : "empty";
  }
  if (result.has_error()) text = "error";
  for (const v1::Conflict& conflict : result.conflicts()) {
    absl::StrAppend(&text, text.empty() ? "" : ", ", "conflict ", conflict.code());
    if (conflict.has_axis()) absl::StrAppend(&text, " ", conflict.axis());
  }
  return text;
}

std::string Part(absl::string_view word, const v1::MergeResult& result) {
  if (result.has_error()) return "error";
  const v1::TypeComparison& comparison = result.comparison();
  if (word == "compatible") return Text(comparison.compatible());
  if (word == "equal") return Text(comparison.equal());
  if (word == "relaxes") return Text(comparison.relaxes());
  if (word == "refines") return Text(comparison.refines());
  if (word == "same_scheme") return Text(comparison.same_scheme());
  if (word == "same_layout") return Text(comparison.same_layout());
  const v1::TypeSummary& summary = result.summary();
  if (word == "inspect") return summary.type().text();
  if (word == "is_static") return Text(summary.is_static());
  if (word == "has_negative_size") return Text(summary.has_negative_size());
  if (word == "rank") return IntervalText(summary.rank());
  if (word == "least") return summary.has_least() ? ShapeText(summary.least()) : "";
  if (word == "greatest") return summary.has_greatest() ? ShapeText(summary.greatest()) : "";
  if (word == "elements") {
    return summary.elements().has_value() ? absl::StrCat(summary.elements().value())
                                          : summary.elements().expr();
  }
  if (word != "count") return Summary(result);
  return result.range().has_count() ? absl::StrCat(result.range().count()) : "endless";
}

std::string Answer(const v1::MergeCase& message, v1::Notation notation) {
  return Summary(RunCase(message, notation));
}

std::string Answer(absl::string_view word, const Texts& texts, v1::Notation notation,
                   const std::vector<int64_t>& axes, const Texts& sizes) {
  return Part(word, RunCase(MakeCase(word, texts, axes, sizes), notation));
}

std::string ErrorOf(const v1::MergeCase& message, v1::Notation notation) {
  const v1::EntryError error = RunCase(message, notation).error();
  return error.reason().empty() ? "" : absl::StrCat(error.field(), ": ", error.message());
}

std::string FieldOfError(const v1::MergeCase& message, v1::Notation notation) {
  return RunCase(message, notation).error().field();
}

std::string Substitutions(const v1::MergeResult& result) {
  std::vector<std::string> texts;
  for (const v1::Symbol& symbol : result.symbols()) {
    if (!symbol.has_equals() || symbol.kind() == v1::Symbol::KIND_DEFINED) continue;
    texts.push_back(
        absl::StrCat(symbol.name(), " := ", symbol.equals().expr(),
                     symbol.equals().has_value() ? absl::StrCat(symbol.equals().value()) : ""));
  }
  return absl::StrJoin(texts, ", ");
}

std::string Facts(const v1::MergeResult& result) { return absl::StrJoin(result.facts(), ", "); }

}  // namespace shapewright::query
