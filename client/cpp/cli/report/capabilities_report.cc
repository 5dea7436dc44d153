#include "client/cpp/cli/report/capabilities_report.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "client/cpp/cli/report/evaluation_report.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

std::string OpsetsText(const v1::GetCapabilitiesResponse& response) {
  return absl::StrJoin(response.newest_opsets(), ", ",
                       [](std::string* out, const v1::OpsetImport& opset) {
                         absl::StrAppend(out, opset.domain().empty() ? "ai.onnx" : opset.domain(),
                                         " ", opset.version());
                       });
}

std::string LimitTable(const v1::GetCapabilitiesResponse& response, size_t width) {
  Table table({"limit", "value", ""});
  for (const v1::ServerLimit& limit : response.limits()) {
    const bool is_size = limit.has_value() && absl::EndsWith(limit.name(), "_bytes");
    table.AddRow({Printable(limit.name()), limit.has_value() ? absl::StrCat(limit.value()) : "none",
                  is_size && limit.value() >= 10'000 ? BytesText(limit.value()) : ""});
  }
  return table.empty() ? "" : absl::StrCat("\n", table.Print(width));
}

}  // namespace

std::string ReportCapabilities(absl::string_view target, bool is_serving,
                               const v1::GetCapabilitiesResponse& response,
                               const ReportOptions& options) {
  Table table({"server", Printable(target)});
  table.AddRow({"serving", is_serving ? "yes" : "no"});
  table.AddRow({"version", Printable(response.version())});
  if (!response.commit().empty()) table.AddRow({"commit", Printable(response.commit())});
  table.AddRow({"answers", Printable(response.answers_id())});
  table.AddRow({"notation", absl::StrCat("version ", response.grammar_version())});
  table.AddRow({"newest opsets", Printable(OpsetsText(response))});
  table.AddRow({"features", response.features().empty()
                                ? "none"
                                : Printable(absl::StrJoin(response.features(), ", "))});
  table.AddRow(
      {"keeps tensors", absl::StrCat("of at most ", response.strip_keep_elements(), " elements")});
  return absl::StrCat(table.Print(options.width), LimitTable(response, options.width));
}

}  // namespace shapewright::cli
