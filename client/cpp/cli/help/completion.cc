#include "client/cpp/cli/help/completion.h"

#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/options/command_table.h"
#include "client/cpp/cli/options/flag_table.h"

namespace shapewright::cli {
namespace {

void ForEachFlag(Command command, absl::FunctionRef<void(const FlagRow&)> visit) {
  for (const FlagGroup& group : FlagTable()) {
    for (const FlagRow& flag : group.flags) {
      if (Has(flag, command)) visit(flag);
    }
  }
}

std::string CommandNames() {
  return absl::StrJoin(CommandTable(), " ", [](std::string* out, const CommandRow& row) {
    absl::StrAppend(out, row.name);
  });
}

bool TakesModels(const CommandRow& row) {
  return row.operand_kind == OperandKind::kModel || row.operand_kind == OperandKind::kStage;
}

// What operands of a kind may be, with spaces between them; empty: models or nothing known.
std::string OperandWords(OperandKind kind) {
  if (kind == OperandKind::kCommand) return CommandNames();
  return kind == OperandKind::kShell ? std::string(kShells) : "";
}

// The first sentence, for lists.
absl::string_view FirstSentence(absl::string_view text) {
  const size_t stop = text.find(". ");
  if (stop != absl::string_view::npos) return text.substr(0, stop);
  return text.substr(0, text.size() - (text.back() == '.' ? 1 : 0));
}

// ----- bash

constexpr absl::string_view kBashHead = R"(# bash completion of shapewright
_shapewright() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} flags= words= models= paths=
  # bash splits --flag=value at the equals sign.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  COMPREPLY=()
  if [[ $COMP_CWORD -eq 1 ]]; then
    mapfile -t COMPREPLY < <(compgen -W ')";
constexpr absl::string_view kBashValues = R"( --help --version' -- "$cur")
    return
  fi
  case ${COMP_WORDS[1]}:$prev in
)";
constexpr absl::string_view kBashOperands = R"(  esac
  case ${COMP_WORDS[1]} in
)";
constexpr absl::string_view kBashTail = R"(  esac
  if [[ $cur == -?* ]]; then
    mapfile -t COMPREPLY < <(compgen -W "$flags" -- "$cur")
  elif [[ -n $models ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -X '!*.onnx' -- "$cur"; compgen -d -- "$cur")
  elif [[ -n $paths ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  else
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  fi
}
complete -F _shapewright shapewright
)";

std::string BashScript() {
  std::string values;
  std::string operands;
  for (const CommandRow& row : CommandTable()) {
    std::vector<absl::string_view> flags;
    ForEachFlag(row.command, [&](const FlagRow& flag) {
      flags.push_back(flag.name);
      if (flag.value.empty()) return;
      absl::StrAppend(&values, "    ", row.name, ":", flag.name, ") ");
      if (flag.choices == kFileName) {
        absl::StrAppend(&values,
                        "compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < "
                        "<(compgen -f -- \"$cur\"); ");
      } else if (!flag.choices.empty()) {
        absl::StrAppend(&values, "mapfile -t COMPREPLY < <(compgen -W '", flag.choices,
                        "' -- \"$cur\"); ");
      }
      absl::StrAppend(&values, "return ;;\n");
    });
    absl::StrAppend(&operands, "    ", row.name, ") flags='", absl::StrJoin(flags, " "),
                    "' words='", OperandWords(row.operand_kind),
                    "' models=", TakesModels(row) ? "1" : "",
                    " paths=", row.operand_kind == OperandKind::kPath ? "1" : "", " ;;\n");
  }
  return absl::StrCat(kBashHead, CommandNames(), kBashValues, values, kBashOperands, operands,
                      kBashTail);
}

// ----- zsh

std::string ZshQuoted(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"'", "'\\''"}}), "'");
}

// Text within the brackets or between the colons of _arguments.
std::string ZshPart(absl::string_view text) {
  return absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"[", "\\["}, {"]", "\\]"}, {":", "\\:"}});
}

std::string ZshFlag(const FlagRow& flag) {
  std::string text = absl::StrCat("*", flag.name, flag.value.empty() ? "" : "=", "[",
                                  ZshPart(FirstSentence(flag.help)), "]");
  if (flag.value.empty()) return ZshQuoted(text);
  absl::StrAppend(&text, ":", ZshPart(flag.value), ":");
  if (flag.choices == kFileName) {
    absl::StrAppend(&text, "_files");
  } else if (!flag.choices.empty()) {
    absl::StrAppend(&text, "(", flag.choices, ")");
  }
  return ZshQuoted(text);
}

std::string ZshOperand(OperandKind kind) {
  if (kind == OperandKind::kModel) return " '*:model:_files -g \"*.onnx\"'";
  if (kind == OperandKind::kPath) return " '*:path:_files'";
  if (kind == OperandKind::kStage) {
    return " '*:stage=model:{compset -P \"*=\"; _files -g \"*.onnx\"}'";
  }
  if (kind == OperandKind::kText) return " '*:shape:'";
  const std::string words = OperandWords(kind);
  return words.empty() ? "" : absl::StrCat(" '1:word:(", words, ")'");
}

std::string ZshScript() {
  std::string out = "#compdef shapewright\n\n_shapewright() {\n  local -a commands=(\n";
  for (const CommandRow& row : CommandTable()) {
    absl::StrAppend(&out, "    ", ZshQuoted(absl::StrCat(row.name, ":", row.summary)), "\n");
  }
  absl::StrAppend(&out,
                  "  )\n  if (( CURRENT == 2 )); then\n    _describe -t commands command commands\n"
                  "    return\n  fi\n  local command=$words[2]\n  shift words\n  (( CURRENT-- ))\n"
                  "  case $command in\n");
  for (const CommandRow& row : CommandTable()) {
    absl::StrAppend(&out, "    ", row.name, ") _arguments");
    ForEachFlag(row.command,
                [&](const FlagRow& flag) { absl::StrAppend(&out, " \\\n      ", ZshFlag(flag)); });
    absl::StrAppend(&out, ZshOperand(row.operand_kind), " ;;\n");
  }
  return absl::StrCat(out,
                      "  esac\n}\n\n# As a function of fpath it is called, as a sourced file it is "
                      "registered.\nif [[ $funcstack[1] == _shapewright ]]; then\n  _shapewright "
                      "\"$@\"\nelse\n  compdef _shapewright shapewright\nfi\n");
}

// ----- fish

std::string FishQuoted(absl::string_view text) {
  return absl::StrCat("'", absl::StrReplaceAll(text, {{"\\", "\\\\"}, {"'", "\\'"}}), "'");
}

std::string FishFlag(const FlagRow& flag) {
  std::string text = absl::StrCat(" -l ", flag.name.substr(2));
  if (flag.choices == kFileName) {
    absl::StrAppend(&text, " -r -F");
  } else if (!flag.value.empty()) {
    absl::StrAppend(&text, " -x");
    if (!flag.choices.empty()) absl::StrAppend(&text, " -a '", flag.choices, "'");
  }
  return absl::StrCat(text, " -d ", FishQuoted(FirstSentence(flag.help)));
}

std::string FishScript() {
  constexpr absl::string_view kStart = "complete -c shapewright";
  std::string out = absl::StrCat("# fish completion of shapewright\n", kStart, " -f\n");
  for (const CommandRow& row : CommandTable()) {
    absl::StrAppend(&out, kStart, " -n __fish_use_subcommand -a ", row.name, " -d ",
                    FishQuoted(row.summary), "\n");
  }
  for (const CommandRow& row : CommandTable()) {
    const std::string start =
        absl::StrCat(kStart, " -n '__fish_seen_subcommand_from ", row.name, "'");
    ForEachFlag(row.command,
                [&](const FlagRow& flag) { absl::StrAppend(&out, start, FishFlag(flag), "\n"); });
    const std::string words = OperandWords(row.operand_kind);
    if (TakesModels(row)) {
      absl::StrAppend(&out, start, " -k -a '(__fish_complete_suffix .onnx)'\n");
    } else if (row.operand_kind == OperandKind::kPath) {
      absl::StrAppend(&out, start, " -F\n");
    } else if (!words.empty()) {
      absl::StrAppend(&out, start, " -a '", words, "'\n");
    }
  }
  return out;
}

}  // namespace

std::string CompletionScript(absl::string_view shell) {
  if (shell == "bash") return BashScript();
  return shell == "zsh" ? ZshScript() : FishScript();
}

}  // namespace shapewright::cli
