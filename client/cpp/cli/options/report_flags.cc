#include "client/cpp/cli/options/report_flags.h"

namespace shapewright::cli {
namespace {

constexpr CommandSet kReport = Of(Command::kReport);

constexpr FlagRow kReportFlags[] = {
    {"--requests", kReport, "LOG",
     "Also show what a log of requests means for the model, as `requests` does.",
     SetText<&Arguments::request_log>, kFileName},
    {"--out", kReport, "FILE", "Where the page goes; also -o.", SetText<&Arguments::page_out>,
     kFileName},
};

}  // namespace

absl::Span<const FlagRow> ReportFlags() { return kReportFlags; }

}  // namespace shapewright::cli
