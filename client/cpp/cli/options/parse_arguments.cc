#include "client/cpp/cli/options/parse_arguments.h"

#include <algorithm>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "client/cpp/cli/options/command_table.h"
#include "client/cpp/cli/options/flag_table.h"
#include "core/base/nearest_name.h"

namespace shapewright::cli {
namespace {

absl::Status UnknownFlag(absl::string_view name, Command command) {
  NearestName nearest(name);
  for (const FlagGroup& group : FlagTable()) {
    for (const FlagRow& flag : group.flags) {
      if (Has(flag, command)) nearest.Consider(flag.name);
    }
  }
  return absl::InvalidArgumentError(
      absl::StrCat(RowOf(command).name, ": unknown option ", name, nearest.Question()));
}

// Reads the flag at words[index], and its value, which may be the next word.
absl::Status ParseFlag(absl::Span<const std::string> words, size_t& index, Arguments& out) {
  const absl::string_view word = words[index];
  const size_t equals = word.find('=');
  const bool has_onnx_out = FindFlag("--onnx-out", out.command) != nullptr;
  const absl::string_view name = word != "-o"   ? word.substr(0, equals)
                                 : has_onnx_out ? "--onnx-out"
                                                : "--out";
  const FlagRow* flag = FindFlag(name, out.command);
  if (flag == nullptr) return UnknownFlag(name, out.command);
  const bool has_value = equals != absl::string_view::npos;
  if (flag->value.empty()) {
    if (!has_value) return flag->parse("", out);
    return absl::InvalidArgumentError(absl::StrCat(name, " takes no value"));
  }
  if (!has_value && index + 1 == words.size()) {
    return absl::InvalidArgumentError(absl::StrCat(name, " needs a value"));
  }
  const absl::string_view value = has_value ? word.substr(equals + 1) : words[++index];
  absl::Status status = flag->parse(value, out);
  if (status.ok()) return status;
  const bool is_enumerated = !flag->choices.empty() && flag->choices != kFileName;
  return absl::InvalidArgumentError(
      absl::StrCat(name, ": ", status.message(), is_enumerated ? "; there are " : "",
                   is_enumerated ? absl::StrReplaceAll(flag->choices, {{" ", ", "}}) : ""));
}

// A word such as -1 is an operand, and `-` is stdin.
bool IsFlag(absl::string_view word) {
  return word.size() > 1 && word[0] == '-' && (word[1] == '-' || absl::ascii_isalpha(word[1]));
}

// Whether a word that stands for a model says sizes: `eval MODEL N=8`. A path with a slash does
// not.
bool IsBinding(absl::string_view word, Command command) {
  const FlagRow* const bind = FindFlag("--bind", command);
  if (bind == nullptr || !absl::StrContains(word, '=') || absl::StrContains(word, '/'))
    return false;
  Arguments tried;
  tried.command = command;
  return bind->parse(word, tried).ok();
}

absl::Status CheckOperands(const CommandRow& row, const Arguments& arguments) {
  const size_t count = arguments.operands.size();
  if (count < row.least_operands) {
    return absl::InvalidArgumentError(
        absl::StrCat("usage: shapewright ", row.name, " ", row.usage));
  }
  if (count > row.most_operands) {
    return absl::InvalidArgumentError(
        absl::StrCat(row.name, ": unexpected argument ", arguments.operands[row.most_operands]));
  }
  for (const std::string& operand : arguments.operands) {
    const bool is_model = row.operand_kind == OperandKind::kModel;
    if (!is_model || !IsBinding(operand, arguments.command)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(row.name, ": ", operand, " is no model; write --bind ", operand));
  }
  const auto stdins = std::count(arguments.operands.begin(), arguments.operands.end(), "-");
  if (row.operand_kind == OperandKind::kModel && stdins > 1) {
    return absl::InvalidArgumentError(absl::StrCat(row.name, ": stdin can be read once only"));
  }
  return absl::OkStatus();
}

absl::StatusOr<Command> ParseCommand(absl::string_view word) {
  if (word == "--help" || word == "-h") return Command::kHelp;
  if (word == "--version") return Command::kVersion;
  if (IsFlag(word)) {
    return absl::InvalidArgumentError("give a command, then options");
  }
  return CommandOf(word);
}

// All but the first word: flags and operands.
absl::Status ParseWords(absl::Span<const std::string> words, Arguments& out) {
  bool has_flags = true;
  for (size_t i = 1; i < words.size(); ++i) {
    if (has_flags && words[i] == "--") {
      has_flags = false;
    } else if (has_flags && (words[i] == "-h" || words[i] == "--help")) {
      return FindFlag("--help", out.command)->parse("", out);
    } else if (out.command == Command::kServe) {
      out.server_words.push_back(words[i]);
    } else if (has_flags && IsFlag(words[i])) {
      absl::Status status = ParseFlag(words, i, out);
      if (!status.ok()) return status;
    } else {
      out.operands.push_back(words[i]);
    }
  }
  const CommandRow& row = RowOf(out.command);
  absl::Status status = CheckOperands(row, out);
  if (!status.ok() || row.finish == nullptr) return status;
  return row.finish(out);
}

}  // namespace

absl::StatusOr<Arguments> ParseArguments(absl::Span<const std::string> words,
                                         Environment environment) {
  if (words.empty()) return absl::InvalidArgumentError("give a command");
  const absl::StatusOr<Command> command = ParseCommand(words[0]);
  if (!command.ok()) return command.status();
  Arguments arguments;
  arguments.command = *command;
  const char* target = environment("SHAPEWRIGHT_TARGET");
  if (target != nullptr) arguments.target = target;
  absl::Status status = ParseWords(words, arguments);
  if (!status.ok()) return status;
  return arguments;
}

}  // namespace shapewright::cli
