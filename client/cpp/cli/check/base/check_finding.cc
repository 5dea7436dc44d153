#include "client/cpp/cli/check/base/check_finding.h"

#include <algorithm>

#include "core/wire/printable.h"

namespace shapewright::cli {

CheckFinding& Findings::Add(CheckCode code, const ConfigPlace& place, absl::string_view says,
                            absl::string_view model, absl::string_view mend) {
  CheckFinding& finding = all_.emplace_back();
  finding.code = code;
  finding.level = RowOf(code).level;
  finding.file = file_;
  finding.line = place.line;
  finding.says = Printable(says);
  finding.model = Printable(model);
  finding.mend = Printable(mend);
  return finding;
}

CheckFinding& Findings::AddMended(CheckCode code, const ConfigPlace& place, absl::string_view says,
                                  absl::string_view model, absl::string_view mend,
                                  std::string text) {
  CheckFinding& finding = Add(code, place, says, model, mend);
  if (place.length > 0) finding.edits.push_back({place.offset, place.length, std::move(text)});
  return finding;
}

bool Findings::HasErrors() const {
  return std::any_of(all_.begin(), all_.end(), [](const CheckFinding& finding) {
    return finding.level == LintLevel::kError;
  });
}

}  // namespace shapewright::cli
