#include "client/cpp/cli/report/kept_models_report.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "client/cpp/cli/screen/counts.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// To the second.
std::string TimeText(int64_t milliseconds) {
  return absl::FormatDuration(absl::Trunc(absl::Milliseconds(milliseconds), absl::Seconds(1)));
}

}  // namespace

std::string ReportKeptModels(const v1::ListModelsResponse& response, const ReportOptions& options) {
  if (response.models().empty()) return "no models are kept\n";
  // An id has 71 columns, and what else there is fits beside it without being shortened.
  constexpr size_t kEnough = 160;
  Table table({"model", "size", "memory", "hits", "kept for", "not used for"});
  for (const v1::KeptModel& model : response.models()) {
    table.AddRow({Printable(model.model_id()), BytesText(model.size_bytes()),
                  BytesText(model.memory_bytes()), absl::StrCat(model.hits()),
                  TimeText(model.age_milliseconds()), TimeText(model.idle_milliseconds())});
  }
  return table.Print(std::max(options.width, kEnough));
}

}  // namespace shapewright::cli
