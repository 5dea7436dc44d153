#include "client/cpp/cli/help/manual.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/options/command_table.h"
#include "client/cpp/cli/options/flag_table.h"

namespace shapewright::cli {
namespace {

// Text that troff does not take for its own commands, and whose dashes and quotes can be copied.
std::string Escaped(absl::string_view text) {
  std::string out = absl::StrReplaceAll(text, {{"\\", "\\e"},
                                               {"-", "\\-"},
                                               {"'", "\\(aq"},
                                               {"`", "\\(ga"},
                                               {"^", "\\(ha"},
                                               {"~", "\\(ti"},
                                               {"\"", "\\(dq"}});
  if (!out.empty() && out[0] == '.') out.insert(0, "\\&");
  return out;
}

void AppendManualEntry(std::string& out, absl::string_view name, absl::string_view value,
                       absl::string_view text) {
  absl::StrAppend(&out, ".TP\n\\fB", Escaped(name), "\\fR");
  if (!value.empty()) absl::StrAppend(&out, " \\fI", Escaped(value), "\\fR");
  absl::StrAppend(&out, "\n", Escaped(text), "\n");
}

std::string PageName(const CommandRow& row) {
  return row.command == Command::kHelp ? "shapewright" : absl::StrCat("shapewright-", row.name);
}

std::string Head(absl::string_view page, absl::string_view summary, absl::string_view version) {
  const std::string upper = absl::AsciiStrToUpper(page);
  return absl::StrCat(".TH ", upper, " 1 \"\" \"shapewright ", version, "\" \"Shapewright\"\n",
                      ".SH NAME\n", Escaped(page), " \\- ", Escaped(summary), "\n.SH SYNOPSIS\n");
}

void AppendManualFlags(std::string& out, Command command) {
  absl::string_view heading;
  absl::StrAppend(&out, ".SH OPTIONS\n");
  for (const FlagGroup& group : FlagTable()) {
    for (const FlagRow& flag : group.flags) {
      if (!Has(flag, command)) continue;
      if (heading != group.heading) {
        heading = group.heading;
        absl::StrAppend(&out, ".SS ", Escaped(heading), "\n");
      }
      AppendManualEntry(out, flag.name, flag.value, FlagSentences(flag));
    }
  }
}

void AppendEnd(std::string& out, Command about) {
  absl::StrAppend(&out, ".SH EXIT STATUS\n");
  for (const ExitCodeRow& row : ExitCodeTable()) {
    AppendManualEntry(out, absl::StrCat(row.code), "", row.meaning);
  }
  absl::StrAppend(&out, ".SH ENVIRONMENT\n");
  for (const VariableRow& row : VariableTable()) AppendManualEntry(out, row.name, "", row.meaning);
  absl::StrAppend(&out, ".SH SEE ALSO\n");
  if (about != Command::kHelp) {
    absl::StrAppend(&out, "\\fBshapewright\\fR(1)\n");
    return;
  }
  std::string separator;
  for (const CommandRow& row : CommandTable()) {
    if (row.command == Command::kHelp) continue;
    absl::StrAppend(&out, separator, "\\fB", Escaped(PageName(row)), "\\fR(1)");
    separator = ",\n";
  }
  out += '\n';
}

std::string ManualOverview(absl::string_view version) {
  std::string out = Head("shapewright", "infer the shapes of tensors in ONNX models", version);
  absl::StrAppend(&out,
                  "\\fBshapewright\\fR \\fICOMMAND\\fR [\\fIOPTION\\fR]... [\\fIOPERAND\\fR]...\n",
                  ".SH DESCRIPTION\n");
  absl::StrAppend(&out, "Each command has a page of its own.\n");
  absl::StrAppend(&out, ".SH COMMANDS\n");
  for (const CommandRow& row : CommandTable()) AppendManualEntry(out, row.name, "", row.summary);
  AppendEnd(out, Command::kHelp);
  return out;
}

}  // namespace

std::string ManualPage(Command about, absl::string_view version) {
  if (about == Command::kHelp) return ManualOverview(version);
  const CommandRow& row = RowOf(about);
  std::string out = Head(PageName(row), row.summary, version);
  absl::StrAppend(&out, "\\fBshapewright ", Escaped(row.name), "\\fR ", Escaped(row.usage),
                  "\n.SH DESCRIPTION\n");
  absl::StrAppend(&out, Escaped(absl::StrCat(row.summary, ". ", row.about)), "\n");
  const absl::string_view operands = ModelOperands(row);
  if (!operands.empty()) absl::StrAppend(&out, ".PP\n", Escaped(operands), "\n");
  AppendManualFlags(out, about);
  absl::StrAppend(&out, ".SH EXAMPLES\n.nf\n");
  for (const absl::string_view line : absl::StrSplit(row.examples, '\n')) {
    absl::StrAppend(&out, "shapewright ", Escaped(line), "\n");
  }
  absl::StrAppend(&out, ".fi\n");
  AppendEnd(out, about);
  return out;
}

}  // namespace shapewright::cli
