#include "client/cpp/cli/report/profile_report.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/report/evaluation_report.h"
#include "client/cpp/cli/screen/table.h"
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

std::array<const v1::PlanPoint*, 3> PointsOf(const v1::Profile& profile) {
  return {&profile.min(), &profile.opt(), &profile.max()};
}

std::string InputTable(const v1::Profile& profile, size_t width) {
  Table table({"input", "min", "opt", "max"});
  for (int i = 0; i < profile.min().binding().inputs_size(); ++i) {
    const std::string name = Printable(profile.min().binding().inputs(i).name());
    std::vector<Cell> sizes = {name};
    std::vector<Cell> values = {absl::StrCat(name, ": its values")};
    for (const v1::PlanPoint* point : PointsOf(profile)) {
      if (i >= point->binding().inputs_size()) continue;
      const v1::InputSizes& input = point->binding().inputs(i);
      sizes.push_back(ListText(input.sizes(), "[", "]"));
      if (!input.values().empty()) values.push_back(ListText(input.values(), "{", "}"));
    }
    table.AddRow(std::move(sizes));
    if (values.size() > 1) table.AddRow(std::move(values));
  }
  return table.Print(width);
}

std::string OutputTable(const v1::Profile& profile, size_t width) {
  Table table({"output", "min", "opt", "max"});
  const auto points = PointsOf(profile);
  for (int i = 0; i < profile.min().evaluation().outputs_size(); ++i) {
    std::vector<Cell> row = {Printable(profile.min().evaluation().outputs(i).name())};
    for (const v1::PlanPoint* point : points) {
      if (i >= point->evaluation().outputs_size()) continue;
      row.push_back(EvaluatedShapeText(point->evaluation().outputs(i)));
    }
    table.AddRow(std::move(row));
  }
  std::vector<Cell> memory = {"peak of intermediates"};
  for (const v1::PlanPoint* point : points) {
    if (point->evaluation().has_memory()) memory.push_back(PeakText(point->evaluation().memory()));
  }
  if (memory.size() == 4) table.AddRow(std::move(memory));
  return table.Print(width);
}

}  // namespace

std::string ReportProfile(const v1::Profile& profile, const ReportOptions& options) {
  std::string text =
      absl::StrCat(InputTable(profile, options.width), "\n", OutputTable(profile, options.width));
  for (const v1::PlanPoint* point : PointsOf(profile)) {
    for (const v1::Violation& violation : point->evaluation().violations()) {
      const std::string line = absl::StrCat(Styled(Style::kError, "violated"), " at ",
                                            Printable(point->evaluation().label()), ": ",
                                            Printable(violation.message()));
      absl::StrAppend(&text, Wrap(line, options.width, 2), "\n");
    }
  }
  return text;
}

}  // namespace shapewright::cli
