#include "client/cpp/cli/report/evaluation_report.h"

#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/report/verdict.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

std::string KnownBytes(bool is_known, int64_t bytes) { return is_known ? BytesText(bytes) : "?"; }

std::string MemoryText(const v1::Memory& memory) {
  std::string text = absl::StrCat(
      "memory: ", KnownBytes(memory.has_total_bytes(), memory.total_bytes()), " in all: weights ",
      KnownBytes(memory.has_weights_bytes(), memory.weights_bytes()), ", inputs ",
      KnownBytes(memory.has_inputs_bytes(), memory.inputs_bytes()), ", outputs ",
      KnownBytes(memory.has_outputs_bytes(), memory.outputs_bytes()),
      ", the peak of intermediates ", PeakText(memory));
  if (memory.has_peak_bytes()) {
    absl::StrAppend(&text, " of ",
                    KnownBytes(memory.has_intermediates_bytes(), memory.intermediates_bytes()));
    if (memory.has_peak_node()) absl::StrAppend(&text, ", at node ", memory.peak_node());
    if (memory.lower_bound_bytes() > 0) {
      absl::StrAppendFormat(&text, " (%.2f of the lower bound)",
                            static_cast<double>(memory.peak_bytes()) /
                                static_cast<double>(memory.lower_bound_bytes()));
    }
  }
  if (memory.upper_bound()) absl::StrAppend(&text, "; some are upper bounds");
  return text;
}

std::string KnownNumber(bool is_known, int64_t number) {
  return is_known ? absl::StrCat(number) : "?";
}

std::string CostText(const v1::CostNumbers& cost) {
  std::string text =
      absl::StrCat("cost: ", KnownNumber(cost.has_flops(), cost.flops()), " flops, ",
                   KnownNumber(cost.has_macs(), cost.macs()), " multiply-adds, ",
                   KnownBytes(cost.has_bytes_read(), cost.bytes_read()), " read, ",
                   KnownBytes(cost.has_bytes_written(), cost.bytes_written()), " written");
  if (cost.has_estimated_seconds()) {
    absl::StrAppendFormat(&text, ", estimated %.3g ms", cost.estimated_seconds() * 1000);
  }
  if (cost.upper_bound()) absl::StrAppend(&text, "; at most");
  if (cost.uncounted_nodes() > 0) {
    absl::StrAppend(&text, "; not counted: ", Plural(cost.uncounted_nodes(), "node"));
  }
  return text;
}

std::string VerdictText(v1::Evaluation::Verdict verdict) {
  switch (verdict) {
    case v1::Evaluation::VERDICT_VALID:
      return Styled(Style::kGood, "valid");
    case v1::Evaluation::VERDICT_INVALID:
      return Styled(Style::kError, "invalid");
    case v1::Evaluation::VERDICT_OPEN:
      return Styled(Style::kWarning, "open");
    default:
      return Styled(Style::kError, "not answered");
  }
}

std::string ValuesTable(const v1::Evaluation& evaluation, size_t width) {
  Table table({"value", "shape", "bytes"});
  for (const auto* values : {&evaluation.outputs(), &evaluation.values()}) {
    for (const v1::ValueSize& value : *values) {
      table.AddRow({Printable(value.name()), EvaluatedShapeText(value),
                    KnownBytes(value.has_bytes(), value.bytes())});
    }
  }
  return table.empty() ? "" : table.Print(width);
}

}  // namespace

std::string EvaluatedShapeText(const v1::ValueSize& value) {
  if (value.unsized()) return "?";
  std::vector<std::string> sizes;
  for (int i = 0; i < value.sizes_size(); ++i) {
    const int64_t size = value.sizes(i);
    const int64_t upper = i < value.upper_sizes_size() ? value.upper_sizes(i) : size;
    sizes.push_back(size >= 0 ? absl::StrCat(size) : upper >= 0 ? absl::StrCat("..", upper) : "?");
  }
  return absl::StrCat("[", absl::StrJoin(sizes, ", "), "]");
}

std::string PeakText(const v1::Memory& memory) {
  return KnownBytes(memory.has_peak_bytes(), memory.peak_bytes());
}

std::string ReportEvaluations(const v1::EvaluateShapesResponse& response,
                              const ReportOptions& options) {
  std::string text;
  for (const v1::Evaluation& evaluation : response.evaluations()) {
    const std::string with =
        evaluation.label().empty() ? "as it is" : absl::StrCat("with ", evaluation.label());
    absl::StrAppend(&text, text.empty() ? "" : "\n", Styled(Style::kHeading, Printable(with)), ": ",
                    VerdictText(evaluation.verdict()),
                    evaluation.scenario().empty()
                        ? ""
                        : absl::StrCat(", scenario ", Printable(evaluation.scenario())),
                    "\n", ValuesTable(evaluation, options.width));
    const auto add_line = [&](absl::string_view mark, absl::string_view line) {
      absl::StrAppend(
          &text, Wrap(absl::StrCat(Styled(Style::kError, mark), Printable(line)), options.width, 2),
          "\n");
    };
    if (!evaluation.unbound().empty()) {
      add_line("", absl::StrCat("not bound: ", absl::StrJoin(evaluation.unbound(), ", ")));
    }
    if (evaluation.has_memory()) add_line("", MemoryText(evaluation.memory()));
    if (evaluation.has_cost()) add_line("", CostText(evaluation.cost()));
    for (const v1::Violation& violation : evaluation.violations()) {
      add_line("violated:",
               absl::StrCat(" ", violation.message(), violation.suggestion().empty() ? "" : "; ",
                            violation.suggestion()));
    }
    if (evaluation.has_error()) add_line("", EntryErrorText(evaluation.error()));
  }
  return text;
}

}  // namespace shapewright::cli
