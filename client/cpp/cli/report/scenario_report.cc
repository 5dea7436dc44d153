#include "client/cpp/cli/report/scenario_report.h"

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/report/verdict.h"
#include "client/cpp/cli/screen/table.h"
#include "core/wire/printable.h"
#include "page/answer_text.h"

namespace shapewright::cli {

std::string ReportScenarios(const v1::InferShapesResponse& response, const ReportOptions& options) {
  std::string text;
  for (const v1::ScenarioAnswer& scenario : response.scenarios()) {
    absl::StrAppend(&text, "\n",
                    Styled(Style::kHeading, absl::StrCat("scenario ", Printable(scenario.name()))),
                    "\n");
    if (scenario.has_error()) {
      absl::StrAppend(
          &text,
          Wrap(absl::StrCat(Styled(Style::kError, "error"), ": ", EntryErrorText(scenario.error())),
               options.width, 2),
          "\n");
    }
    Table table({"output", "type", "shape"});
    for (const v1::ValueInfo& output : scenario.answer().outputs()) {
      table.AddRow(
          {Printable(output.name()), ElementTypeText(output.type()), TypeShapeText(output.type())});
    }
    if (!table.empty()) absl::StrAppend(&text, table.Print(options.width));
    for (const v1::Diagnostic& diagnostic : scenario.answer().diagnostics()) {
      if (diagnostic.severity() != v1::Diagnostic::SEVERITY_ERROR) continue;
      absl::StrAppend(&text,
                      Wrap(absl::StrCat(Styled(Style::kError, Printable(diagnostic.code())), ": ",
                                        Printable(diagnostic.message())),
                           options.width, 2),
                      "\n");
    }
  }
  return text;
}

}  // namespace shapewright::cli
