#include "client/cpp/cli/parse_arguments.h"

#include <utility>
#include <variant>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "client/cpp/cli/case_flags.h"
#include "client/cpp/cli/model_flags.h"

namespace shapewright::cli {
namespace {

constexpr char kDefaultTarget[] = "unix:/run/shapewright/shapewright.sock";

absl::Status ParseDeadline(absl::string_view text, absl::Duration& out) {
  if (!absl::ParseDuration(text, &out) || out <= absl::ZeroDuration()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--deadline: \"", text, "\" is no time such as 30s"));
  }
  return absl::OkStatus();
}

absl::Status SetTlsFile(absl::string_view path, std::string& field, Arguments& out) {
  field = std::string(path);
  out.tls = true;
  return absl::OkStatus();
}

// A switch, a text, or a text with a form of its own.
struct Flag {
  using Parse = absl::Status (*)(absl::string_view text, Arguments& out);

  absl::string_view name;
  absl::string_view commands;  // the first letters of those that have it
  std::variant<bool Arguments::*, std::string Arguments::*, Parse> kind;
};

constexpr absl::string_view kAll = "iveabpdmlh";
constexpr absl::string_view kQuestions = "iveabpdml";
constexpr absl::string_view kModels = "iveabpd";

const Flag kFlags[] = {
    {"--target", kAll, &Arguments::target},
    {"--deadline", kAll,
     [](absl::string_view text, Arguments& out) { return ParseDeadline(text, out.deadline); }},
    {"--tls", kAll, &Arguments::tls},
    {"--tls-ca", kAll,
     [](absl::string_view text, Arguments& out) {
       return SetTlsFile(text, out.tls_files.ca, out);
     }},
    {"--tls-cert", kAll,
     [](absl::string_view text, Arguments& out) {
       return SetTlsFile(text, out.tls_files.cert, out);
     }},
    {"--tls-key", kAll,
     [](absl::string_view text, Arguments& out) {
       return SetTlsFile(text, out.tls_files.key, out);
     }},
    {"--embedded", kQuestions, &Arguments::embedded},
    {"--json", kQuestions, &Arguments::json},
    {"--onnx-out", "i", &Arguments::onnx_out},
    {"--strict", "i", ParseStrictness},
    {"--check-types", "i", &Arguments::check_types},
    {"--stream", "i", &Arguments::stream},
    {"--input", kModels, ParseInputType},
    {"--range", kModels, ParseRange},
    {"--multiple", kModels, ParseMultiple},
    {"--rules", kModels, ParseRulesFile},
    {"--from", kModels, ParseStart},
    {"--to", kModels, ParseEnd},
    {"--function", kModels, ParseFunction},
    {"--bind", "vb", ParseModelBinding},
    {"--value", "v", ParseValue},
    {"--memory", "vbp", &Arguments::memory},
    {"--opt", "p", ParseOptimum},
    {"--constants", "i", &Arguments::constants},
    {"--wide", kModels, &Arguments::wide},
    {"--axis", "e", ParseAxis},
    {"--element", "e", ParseElement},
    {"--fact", "e", ParseFact},
    {"--sizes", "b", ParseBucketSizes},
    {"--observed", "b", ParseObserved},
    {"--choose", "b", ParseBucketCount},
};

const Flag* FindFlag(absl::string_view name, Command command) {
  for (const Flag& flag : kFlags) {
    const bool has_it = flag.commands.find(LetterOf(command)) != absl::string_view::npos;
    if (flag.name == name && has_it) return &flag;
  }
  return nullptr;
}

absl::StatusOr<absl::string_view> FlagValue(absl::Span<const std::string> words, size_t& index) {
  const absl::string_view word = words[index];
  const size_t equals = word.find('=');
  if (equals != absl::string_view::npos) return word.substr(equals + 1);
  if (index + 1 == words.size()) {
    return absl::InvalidArgumentError(absl::StrCat(word, " needs a value"));
  }
  return absl::string_view(words[++index]);
}

// A flag that goes into the case.
absl::Status ParseCaseFlag(absl::Span<const std::string> words, size_t& index, Arguments& out) {
  const absl::string_view word = words[index];
  const absl::string_view name = word.substr(0, word.find('='));
  const CaseFlag* flag = FindCaseFlag(name, out.command);
  if (flag == nullptr) return absl::InvalidArgumentError(absl::StrCat("unknown option ", name));
  if (!flag->takes_value) return flag->parse("", out);
  const absl::StatusOr<absl::string_view> value = FlagValue(words, index);
  if (!value.ok()) return value.status();
  absl::Status parsed = flag->parse(*value, out);
  if (parsed.ok()) return parsed;
  return absl::InvalidArgumentError(absl::StrCat(name, ": ", parsed.message()));
}

// Reads the flag at words[index], and its value, which may be the next word.
absl::Status ParseFlag(absl::Span<const std::string> words, size_t& index, Arguments& out) {
  const absl::string_view word = words[index];
  const bool has_value = word.find('=') != absl::string_view::npos;
  const Flag* flag = FindFlag(word.substr(0, word.find('=')), out.command);
  if (flag == nullptr) return ParseCaseFlag(words, index, out);
  if (const auto* field = std::get_if<bool Arguments::*>(&flag->kind)) {
    if (has_value) {
      return absl::InvalidArgumentError(absl::StrCat(flag->name, " takes no value"));
    }
    out.** field = true;
    return absl::OkStatus();
  }
  const absl::StatusOr<absl::string_view> value = FlagValue(words, index);
  if (!value.ok()) return value.status();
  if (const auto* field = std::get_if<std::string Arguments::*>(&flag->kind)) {
    out.** field = std::string(*value);
    return absl::OkStatus();
  }
  return std::get<Flag::Parse>(flag->kind)(*value, out);
}

struct CommandWord {
  absl::string_view word;
  Command command;
};

constexpr CommandWord kCommands[] = {
    {"--help", Command::kHelp},       {"-h", Command::kHelp},
    {"help", Command::kHelp},         {"--version", Command::kVersion},
    {"infer", Command::kInfer},       {"evaluate", Command::kEvaluate},
    {"explain", Command::kExplain},   {"audit", Command::kAudit},
    {"buckets", Command::kBuckets},   {"profile", Command::kProfile},
    {"describe", Command::kDescribe}, {"merge", Command::kMerge},
    {"layout", Command::kLayout},     {"health", Command::kHealth},
};

absl::Status ParseCommand(absl::string_view word, Command& out) {
  for (const CommandWord& row : kCommands) {
    if (row.word != word) continue;
    out = row.command;
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("unknown command ", word));
}

bool IsAboutModel(Command command) {
  return kModels.find(LetterOf(command)) != absl::string_view::npos;
}

// A word that is no flag.
absl::Status ParseOperand(const std::string& word, Arguments& out) {
  if (out.command == Command::kMerge) {
    out.merge.operands.push_back(word);
  } else if (IsAboutModel(out.command) && out.model.empty()) {
    out.model = word;
  } else if (out.command == Command::kExplain && !out.explain.has_value()) {
    out.explain.mutable_value()->set_name(word);
  } else if (out.command == Command::kLayout && !out.layout.has_tensor()) {
    out.layout.mutable_tensor()->set_text(word);
  } else {
    return absl::InvalidArgumentError(absl::StrCat("unexpected argument ", word));
  }
  return absl::OkStatus();
}

absl::Status CheckComplete(const Arguments& arguments) {
  const Command command = arguments.command;
  if (IsAboutModel(command) && arguments.model.empty()) {
    return absl::InvalidArgumentError("give a model");
  }
  if (command == Command::kExplain &&
      arguments.explain.has_value() == arguments.explain.has_fact()) {
    return absl::InvalidArgumentError("explain: give a value, or --fact");
  }
  if (command == Command::kBuckets && arguments.buckets.axes().empty() &&
      arguments.observed.empty()) {
    return absl::InvalidArgumentError("buckets: give --sizes or --observed");
  }
  if (!arguments.buckets.bindings().empty() && arguments.buckets.axes().empty()) {
    return absl::InvalidArgumentError("buckets: --bind needs --sizes");
  }
  if (arguments.bucket_count > 0 && arguments.observed.empty()) {
    return absl::InvalidArgumentError("--choose needs --observed");
  }
  if (arguments.command == Command::kMerge && arguments.merge.operands.empty()) {
    return absl::InvalidArgumentError("merge: give a shape");
  }
  if (arguments.command == Command::kMerge) return RequestOf(arguments.merge).status();
  if (arguments.command == Command::kLayout && !arguments.layout.has_tensor()) {
    return absl::InvalidArgumentError("layout: give a shape");
  }
  return absl::OkStatus();
}

// A word such as -1 or -N is an operand, not a flag.
bool IsFlag(absl::string_view word) {
  return absl::StartsWith(word, "--") || word == "-h" ||
         (word.size() > 1 && word[0] == '-' && absl::ascii_isalpha(word[1]));
}

}  // namespace

absl::StatusOr<Arguments> ParseArguments(absl::Span<const std::string> words,
                                         Environment environment) {
  if (words.empty()) return absl::InvalidArgumentError("give a command");
  Arguments arguments;
  absl::Status status = ParseCommand(words[0], arguments.command);
  if (!status.ok()) return status;
  const char* target = environment("SHAPEWRIGHT_TARGET");
  arguments.target = target != nullptr ? target : kDefaultTarget;
  for (size_t i = 1; i < words.size(); ++i) {
    if (words[i] == "--help") {
      arguments.help_about = arguments.command;
      arguments.command = Command::kHelp;
      return arguments;
    }
    status = IsFlag(words[i]) ? ParseFlag(words, i, arguments) : ParseOperand(words[i], arguments);
    if (!status.ok()) return status;
  }
  status = CheckComplete(arguments);
  if (!status.ok()) return status;
  return arguments;
}

}  // namespace shapewright::cli
