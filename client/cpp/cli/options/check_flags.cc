#include "client/cpp/cli/options/check_flags.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"

namespace shapewright::cli {
namespace {

constexpr CommandSet kCheck = Of(Command::kCheck);

absl::Status ParseWritten(absl::string_view text, Arguments& out) {
  for (const absl::string_view format : absl::StrSplit(kWrittenFormats, ' ')) {
    if (format != text) continue;
    out.check.write = std::string(text);
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not known"));
}

template <std::string CheckQuestion::*member>
absl::Status SetCheckText(absl::string_view text, Arguments& out) {
  out.check.*member = std::string(text);
  return absl::OkStatus();
}

constexpr FlagRow kCheckFlags[] = {
    {"--model", kCheck, "FILE",
     "The model of configurations that name none. Default: the only *.onnx in their folder.",
     SetCheckText<&CheckQuestion::model>, kFileName},
    {"--fix", kCheck, "",
     "Correct in the files what is certain. The remaining findings are printed.",
     SetSwitch<&Arguments::fix>},
    {"--only", kCheck, "CODE,CODE", "Only findings with these codes; may be repeated.",
     [](absl::string_view text, Arguments& out) { return ParseCodes(text, &out.selection.only); }},
    {"--ignore", kCheck, "CODE,CODE", "No findings with these codes; may be repeated.",
     [](absl::string_view text, Arguments& out) {
       return ParseCodes(text, &out.selection.ignore);
     }},
    {"--sarif", kCheck, "", "Print the findings as SARIF 2.1.0, for services of CI.",
     [](absl::string_view, Arguments& out) {
       out.check.sarif = true;
       return absl::OkStatus();
     }},
    {"--write", kCheck, "FORMAT",
     "Write a configuration for the model PATH in place of checking one.", ParseWritten,
     kWrittenFormats},
    {"--out", kCheck, "FILE", "Where --write writes it; also -o. Default: stdout.",
     SetCheckText<&CheckQuestion::out>, kFileName},
};

}  // namespace

absl::Span<const FlagRow> CheckFlags() { return kCheckFlags; }

}  // namespace shapewright::cli
