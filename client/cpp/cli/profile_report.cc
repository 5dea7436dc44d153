#include "client/cpp/cli/profile_report.h"

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/evaluation_report.h"
#include "client/cpp/cli/table.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

using Numbers = google::protobuf::RepeatedField<int64_t>;

// `[1, 3, ?]`; elements stand in braces.
std::string ListText(const Numbers& numbers, absl::string_view open, absl::string_view close) {
  const auto write = [](std::string* out, int64_t number) {
    absl::StrAppend(out, number == -1 ? "?" : absl::StrCat(number));
  };
  return absl::StrCat(open, absl::StrJoin(numbers, ", ", write), close);
}

std::string InputTable(const v1::InferShapesResponse& response, size_t width) {
  Table table({"input", "min", "opt", "max"});
  for (const v1::InputProfile& input : response.profile()) {
    const std::string name = Printable(input.input());
    table.AddRow({name, ListText(input.min(), "[", "]"), ListText(input.opt(), "[", "]"),
                  ListText(input.max(), "[", "]")});
    if (!input.needs_elements()) continue;
    table.AddRow({absl::StrCat(name, ": its values"), ListText(input.min_elements(), "{", "}"),
                  ListText(input.opt_elements(), "{", "}"),
                  ListText(input.max_elements(), "{", "}")});
  }
  return table.Print(width);
}

std::string OutputTable(const v1::InferShapesResponse& response, size_t width) {
  Table table({"output", "min", "opt", "max"});
  const auto& points = response.profile_evaluations();
  const int outputs = points.empty() ? 0 : points[0].evaluation().outputs_size();
  for (int i = 0; i < outputs; ++i) {
    std::vector<std::string> row = {Printable(points[0].evaluation().outputs(i).name())};
    for (const v1::PlanPoint& point : points) {
      if (i >= point.evaluation().outputs_size()) continue;
      row.push_back(EvaluatedShapeText(point.evaluation().outputs(i)));
    }
    table.AddRow(std::move(row));
  }
  std::vector<std::string> memory = {"peak of intermediates"};
  for (const v1::PlanPoint& point : points) {
    if (point.evaluation().has_memory()) memory.push_back(PeakText(point.evaluation().memory()));
  }
  if (memory.size() == 4) table.AddRow(std::move(memory));
  return table.Print(width);
}

}  // namespace

std::string ReportProfile(const v1::InferShapesResponse& response, const ReportOptions& options) {
  std::string text =
      absl::StrCat(InputTable(response, options.width), "\n", OutputTable(response, options.width));
  for (const v1::PlanPoint& point : response.profile_evaluations()) {
    for (const v1::Violation& violation : point.evaluation().violations()) {
      const std::string line = absl::StrCat("violated at ", Printable(point.evaluation().label()),
                                            ": ", Printable(violation.message()));
      absl::StrAppend(&text, Wrap(line, options.width, 2), "\n");
    }
  }
  return text;
}

}  // namespace shapewright::cli
