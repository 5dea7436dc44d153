#include "client/cpp/cli/evaluation_report.h"

#include <cstdint>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/table.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// What a negative size or number of bytes stands for (see Evaluation).
std::string SizeText(int64_t size) {
  switch (size) {
    case -1:
      return "?";
    case -2:
      return "overflow";
    case -3:
      return "undefined";
    default:
      return absl::StrCat(size);
  }
}

std::string MemoryText(const v1::Memory& memory) {
  std::string text = absl::StrCat("memory: weights ", BytesText(memory.weights_bytes()),
                                  ", inputs ", BytesText(memory.inputs_bytes()), ", outputs ",
                                  BytesText(memory.outputs_bytes()), ", intermediates ",
                                  BytesText(memory.intermediates_bytes()), ", their peak ",
                                  BytesText(memory.peak_bytes()));
  if (memory.peak_bytes() >= 0) {
    absl::StrAppendFormat(&text, " at node %u (%.2f of the lower bound)", memory.peak_step(),
                          memory.overhead());
  }
  if (memory.upper_bound()) absl::StrAppend(&text, "; some are upper bounds");
  return text;
}

}  // namespace

absl::flat_hash_map<uint32_t, std::string> NamesByNumber(const v1::InferShapesResponse& response) {
  absl::flat_hash_map<uint32_t, std::string> names;
  for (const v1::GraphInfo& graph : response.graphs()) {
    for (int i = 0; i < graph.values_size(); ++i) {
      const uint32_t number = graph.value_numbers().empty()
                                  ? graph.first_value() + static_cast<uint32_t>(i)
                                  : graph.value_numbers(i);
      names.emplace(number, graph.values(i).name());
    }
  }
  return names;
}

std::string EvaluatedShapeText(const v1::Evaluation& evaluation, int first, int32_t rank) {
  std::vector<std::string> sizes;
  for (int i = first; i < first + rank; ++i) {
    const int64_t size = evaluation.sizes(i);
    const int64_t upper = evaluation.upper_sizes().empty() ? size : evaluation.upper_sizes(i);
    sizes.push_back(size == upper ? SizeText(size) : absl::StrCat("..", upper));
  }
  return absl::StrCat("[", absl::StrJoin(sizes, ", "), "]");
}

std::string BytesText(int64_t bytes) {
  if (bytes < 0) return SizeText(bytes);
  if (bytes < 10'000) return absl::StrCat(bytes, " B");
  double scaled = static_cast<double>(bytes);
  const char* const units[] = {"B", "kB", "MB", "GB", "TB", "PB", "EB"};
  size_t unit = 0;
  for (; scaled >= 1000 && unit + 1 < std::size(units); ++unit) scaled /= 1000;
  return absl::StrFormat("%.1f %s", scaled, units[unit]);
}

std::string ReportEvaluations(const v1::InferShapesResponse& response,
                              const ReportOptions& options) {
  const absl::flat_hash_map<uint32_t, std::string> names = NamesByNumber(response);
  std::string text;
  for (const v1::Evaluation& evaluation : response.evaluations()) {
    absl::StrAppend(&text, "\nwith ", Printable(evaluation.label()), "\n");
    Table table({"value", "shape", "bytes"});
    int first = 0;
    for (int i = 0; i < response.evaluated_values_size(); ++i) {
      const int32_t rank = response.evaluated_ranks(i);
      const auto name = names.find(response.evaluated_values(i));
      table.AddRow({name == names.end() ? "" : Printable(name->second),
                    rank < 0 ? "?" : EvaluatedShapeText(evaluation, first, rank),
                    BytesText(evaluation.bytes(i))});
      first += rank < 0 ? 0 : rank;
    }
    absl::StrAppend(&text, table.Print(options.width));
    if (!evaluation.unbound().empty()) {
      absl::StrAppend(&text, "  not bound: ", Printable(absl::StrJoin(evaluation.unbound(), ", ")),
                      "\n");
    }
    if (evaluation.has_memory()) {
      absl::StrAppend(&text, Wrap(MemoryText(evaluation.memory()), options.width, 2), "\n");
    }
    for (const v1::Violation& violation : evaluation.violations()) {
      const std::string line = absl::StrCat("violated: ", Printable(violation.message()));
      absl::StrAppend(&text, Wrap(line, options.width, 2), "\n");
    }
  }
  return text;
}

}  // namespace shapewright::cli
