#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_FINDING_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_FINDING_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "client/cpp/cli/check/base/check_codes.h"
#include "client/cpp/cli/check/base/config_file.h"

namespace shapewright::cli {

// Something that `check` tells of a configuration. Its texts are printable.
struct CheckFinding {
  CheckCode code = CheckCode::kWrongValue;
  LintLevel level = LintLevel::kError;
  std::string file;
  int line = 0;  // from 1; 0: the file as a whole
  // What the configuration says, what the model says of that and why, and what to do. The last two
  // may be empty.
  std::string says;
  std::string model;
  std::string mend;
  // What --fix does. Empty: it cannot.
  std::vector<TextEdit> edits;
};

// The findings of one configuration.
class Findings {
 public:
  explicit Findings(std::string file) : file_(std::move(file)) {}

  // Texts are made printable. The reference is good until the next one is added.
  CheckFinding& Add(CheckCode code, const ConfigPlace& place, absl::string_view says,
                    absl::string_view model = "", absl::string_view mend = "");
  // The same with an edit of the place, if its bytes are known.
  CheckFinding& AddMended(CheckCode code, const ConfigPlace& place, absl::string_view says,
                          absl::string_view model, absl::string_view mend, std::string text);

  bool HasErrors() const;
  const std::vector<CheckFinding>& all() const { return all_; }
  std::vector<CheckFinding> Take() { return std::move(all_); }

 private:
  std::string file_;
  std::vector<CheckFinding> all_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_FINDING_H_
