#include "client/cpp/cli/help/help.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/options/command_table.h"
#include "client/cpp/cli/options/flag_table.h"

namespace shapewright::cli {
namespace {

constexpr size_t kWidth = 80;
constexpr size_t kIndent = 2;
// Where explanations begin.
constexpr size_t kColumn = 21;

// Appends words in lines that begin at a column; the first line has so much already.
void AppendWords(std::string& out, absl::string_view text, size_t used, size_t column) {
  bool is_first = true;
  for (const absl::string_view word : absl::StrSplit(text, ' ')) {
    if (!is_first && used + 1 + word.size() > kWidth) {
      absl::StrAppend(&out, "\n", std::string(column, ' '));
      used = column;
      is_first = true;
    }
    absl::StrAppend(&out, is_first ? "" : " ", word);
    used += word.size() + (is_first ? 0 : 1);
    is_first = false;
  }
  out += '\n';
}

// `  --bind N=8,S=128   The sizes: ...`.
void AppendEntry(std::string& out, absl::string_view name, absl::string_view text) {
  absl::StrAppend(&out, std::string(kIndent, ' '), name);
  const size_t used = kIndent + name.size();
  if (used + 1 < kColumn) {
    out.append(kColumn - used, ' ');
  } else {
    absl::StrAppend(&out, "\n", std::string(kColumn, ' '));
  }
  AppendWords(out, text, kColumn, kColumn);
}

void AppendFlags(std::string& out, Command command) {
  absl::string_view heading;
  for (const FlagGroup& group : FlagTable()) {
    for (const FlagRow& flag : group.flags) {
      if (!Has(flag, command)) continue;
      if (heading != group.heading) absl::StrAppend(&out, "\n", group.heading, ":\n");
      heading = group.heading;
      AppendEntry(out, FlagForm(flag), FlagSentences(flag));
    }
  }
}

void AppendExitCodes(std::string& out) {
  absl::StrAppend(&out, "\nExit codes:\n");
  for (const ExitCodeRow& row : ExitCodeTable()) {
    AppendEntry(out, absl::StrCat(row.code), row.meaning);
  }
}

std::string Overview() {
  std::string out = "usage: shapewright COMMAND [OPTION]... [OPERAND]...\n\nCommands:\n";
  for (const CommandRow& row : CommandTable()) AppendEntry(out, row.name, row.summary);
  absl::StrAppend(&out, "\n`shapewright COMMAND --help` lists the options of a command.\n");
  absl::StrAppend(&out, "\nEnvironment:\n");
  for (const VariableRow& row : VariableTable()) AppendEntry(out, row.name, row.meaning);
  AppendExitCodes(out);
  return out;
}

}  // namespace

std::string HelpText(Command about) {
  if (about == Command::kHelp) return Overview();
  const CommandRow& row = RowOf(about);
  std::string out = absl::StrCat("usage: shapewright ", row.name, row.usage.empty() ? "" : " ",
                                 row.usage, "\n\n", row.summary, ".\n");
  if (!row.about.empty()) AppendWords(out, row.about, 0, 0);
  const absl::string_view operands = ModelOperands(row);
  if (!operands.empty()) AppendWords(out, operands, 0, 0);
  AppendFlags(out, about);
  absl::StrAppend(&out, "\nExamples:\n");
  for (const absl::string_view line : absl::StrSplit(row.examples, '\n')) {
    absl::StrAppend(&out, "  shapewright ", line, "\n");
  }
  AppendExitCodes(out);
  return out;
}

}  // namespace shapewright::cli
