#include "client/cpp/cli/report/capabilities_report.h"

#include <cstdint>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// The greatest unit that it is a whole number of: `64 MiB`; empty: it is none.
std::string WholeUnits(int64_t bytes) {
  constexpr std::pair<int64_t, absl::string_view> kUnits[] = {
      {int64_t{1} << 30, " GiB"}, {int64_t{1} << 20, " MiB"}, {int64_t{1} << 10, " KiB"}};
  for (const auto& [unit, name] : kUnits) {
    if (bytes > 0 && bytes % unit == 0) return absl::StrCat(bytes / unit, name);
  }
  return bytes < 10'000 ? "" : BytesText(bytes);
}

std::string OpsetTable(const v1::GetCapabilitiesResponse& response, size_t width) {
  Table table({"operator set", "newest version"});
  for (const v1::OpsetImport& opset : response.newest_opsets()) {
    table.AddRow({opset.domain().empty() ? "ai.onnx" : Printable(opset.domain()),
                  absl::StrCat(opset.version())});
  }
  return table.empty() ? "" : absl::StrCat("\n", table.Print(width));
}

std::string LimitTable(const v1::GetCapabilitiesResponse& response, size_t width) {
  Table table({"limit", "value", ""});
  for (const v1::ServerLimit& limit : response.limits()) {
    const bool is_size = limit.has_value() && absl::StrContains(limit.name(), "bytes");
    table.AddRow({Printable(limit.name()), limit.has_value() ? absl::StrCat(limit.value()) : "none",
                  is_size ? WholeUnits(limit.value()) : ""});
  }
  return table.empty() ? "" : absl::StrCat("\n", table.Print(width));
}

}  // namespace

std::string ReportCapabilities(absl::string_view target, bool is_serving,
                               const v1::GetCapabilitiesResponse& response,
                               const ReportOptions& options) {
  Table table({"server", Printable(target)});
  table.AddRow({"serving", is_serving ? Cell("yes", Style::kGood) : Cell("no", Style::kError)});
  table.AddRow({"version", Printable(response.version())});
  if (!response.commit().empty()) table.AddRow({"commit", Printable(response.commit())});
  table.AddRow({"answers", Printable(response.answers_id())});
  table.AddRow({"notation", absl::StrCat("version ", response.grammar_version())});
  table.AddRow({"features", response.features().empty()
                                ? "none"
                                : Printable(absl::StrJoin(response.features(), ", "))});
  table.AddRow(
      {"keeps tensors", absl::StrCat("of at most ", response.strip_keep_elements(), " elements")});
  return absl::StrCat(table.Print(options.width), OpsetTable(response, options.width),
                      LimitTable(response, options.width));
}

}  // namespace shapewright::cli
