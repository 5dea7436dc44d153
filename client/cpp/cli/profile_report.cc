#include "client/cpp/cli/profile_report.h"

#include <cstdint>
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

std::vector<std::string> RowOf(const v1::InferShapesResponse& response, const std::string& title) {
  std::vector<std::string> row = {title};
  row.reserve(static_cast<size_t>(response.profile_evaluations_size()) + 1);
  return row;
}

std::string OutputTable(const v1::InferShapesResponse& response, size_t width) {
  const auto names = NamesByNumber(response);
  Table table({"output", "min", "opt", "max"});
  int first = 0;
  for (int i = 0; i < response.evaluated_values_size(); ++i) {
    const int32_t rank = response.evaluated_ranks(i);
    const auto name = names.find(response.evaluated_values(i));
    std::vector<std::string> row =
        RowOf(response, name == names.end() ? "" : Printable(name->second));
    for (const v1::Evaluation& evaluation : response.profile_evaluations()) {
      row.push_back(rank < 0 ? "?" : EvaluatedShapeText(evaluation, first, rank));
    }
    table.AddRow(std::move(row));
    first += rank < 0 ? 0 : rank;
  }
  std::vector<std::string> memory = RowOf(response, "peak of intermediates");
  for (const v1::Evaluation& evaluation : response.profile_evaluations()) {
    if (evaluation.has_memory()) memory.push_back(BytesText(evaluation.memory().peak_bytes()));
  }
  if (memory.size() == 4) table.AddRow(std::move(memory));
  return table.Print(width);
}

}  // namespace

std::string ReportProfile(const v1::InferShapesResponse& response, const ReportOptions& options) {
  std::string text =
      absl::StrCat(InputTable(response, options.width), "\n", OutputTable(response, options.width));
  for (const v1::Evaluation& evaluation : response.profile_evaluations()) {
    for (const v1::Violation& violation : evaluation.violations()) {
      const std::string line = absl::StrCat("violated at ", Printable(evaluation.label()), ": ",
                                            Printable(violation.message()));
      absl::StrAppend(&text, Wrap(line, options.width, 2), "\n");
    }
  }
  return text;
}

}  // namespace shapewright::cli
