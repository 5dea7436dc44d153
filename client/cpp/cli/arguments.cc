#include "client/cpp/cli/arguments.h"

#include <variant>

#include "absl/status/status.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace shapewright::cli {
namespace {

constexpr char kDefaultTarget[] = "unix:/run/shapewright/shapewright.sock";

constexpr absl::string_view kHelp =
    R"(usage: shapewright infer [OPTION]... MODEL.onnx
       shapewright health [OPTION]...
       shapewright --help | --version

infer    Prints the type and symbolic shape of every value of a model, the facts
         that must hold at run time, and what is wrong with it. Weights stay
         here: the model is sent without them.
health   Succeeds if the server serves.

Options of both:
  --target T         The server: unix:PATH or HOST:PORT. Default: the environment
                     variable SHAPEWRIGHT_TARGET, else
                     unix:/run/shapewright/shapewright.sock.
  --tls              Speak TLS, with the authorities that this machine trusts.
  --tls-ca FILE      Speak TLS with a server whose certificate these signed (PEM).
  --tls-cert FILE    The certificate to show to the server (PEM), and its key.
  --tls-key FILE
  --deadline TIME    How long to wait, such as 500ms, 30s, 2m. Default: 30s.

Options of infer:
  --embedded         Infer in this process; no server is needed.
  --json             Print the whole answer as JSON.
  --onnx-out FILE    Write the model with value_info and output types filled in.
  --strict LEVEL     Fail if something is wrong (no_errors), or also if some
                     shape is not known (complete).
  --constants        List constants too.
  --wide             Shorten nothing. Else lines fit the terminal, or 100 columns
                     where there is none.
)";

absl::Status ParseStrictness(absl::string_view text, v1::Strictness& out) {
  if (text == "no_errors") {
    out = v1::STRICTNESS_NO_ERRORS;
  } else if (text == "complete") {
    out = v1::STRICTNESS_COMPLETE;
  } else {
    return absl::InvalidArgumentError(
        absl::StrCat("--strict: \"", text, "\" is neither no_errors nor complete"));
  }
  return absl::OkStatus();
}

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
  bool is_for_health;
  std::variant<bool Arguments::*, std::string Arguments::*, Parse> kind;
};

const Flag kFlags[] = {
    {"--target", true, &Arguments::target},
    {"--deadline", true,
     [](absl::string_view text, Arguments& out) { return ParseDeadline(text, out.deadline); }},
    {"--tls", true, &Arguments::tls},
    {"--tls-ca", true,
     [](absl::string_view text, Arguments& out) {
       return SetTlsFile(text, out.tls_files.ca, out);
     }},
    {"--tls-cert", true,
     [](absl::string_view text, Arguments& out) {
       return SetTlsFile(text, out.tls_files.cert, out);
     }},
    {"--tls-key", true,
     [](absl::string_view text, Arguments& out) {
       return SetTlsFile(text, out.tls_files.key, out);
     }},
    {"--embedded", false, &Arguments::embedded},
    {"--json", false, &Arguments::json},
    {"--onnx-out", false, &Arguments::onnx_out},
    {"--strict", false,
     [](absl::string_view text, Arguments& out) { return ParseStrictness(text, out.strictness); }},
    {"--constants", false, &Arguments::constants},
    {"--wide", false, &Arguments::wide},
};

const Flag* FindFlag(absl::string_view name) {
  for (const Flag& flag : kFlags) {
    if (flag.name == name) return &flag;
  }
  return nullptr;
}

// Reads the flag at words[index], and its value, which may be the next word.
absl::Status ParseFlag(absl::Span<const std::string> words, size_t& index, Arguments& out) {
  const absl::string_view word = words[index];
  const size_t equals = word.find('=');
  const bool has_value = equals != absl::string_view::npos;
  const Flag* flag = FindFlag(word.substr(0, equals));
  if (flag == nullptr || (out.command == Command::kHealth && !flag->is_for_health)) {
    return absl::InvalidArgumentError(absl::StrCat("unknown option ", word.substr(0, equals)));
  }
  if (const auto* field = std::get_if<bool Arguments::*>(&flag->kind)) {
    if (has_value) {
      return absl::InvalidArgumentError(absl::StrCat(flag->name, " takes no value"));
    }
    out.** field = true;
    return absl::OkStatus();
  }
  if (!has_value && index + 1 == words.size()) {
    return absl::InvalidArgumentError(absl::StrCat(flag->name, " needs a value"));
  }
  const absl::string_view value = has_value ? word.substr(equals + 1) : words[++index];
  if (const auto* field = std::get_if<std::string Arguments::*>(&flag->kind)) {
    out.** field = std::string(value);
    return absl::OkStatus();
  }
  return std::get<Flag::Parse>(flag->kind)(value, out);
}

absl::Status ParseCommand(absl::string_view word, Command& out) {
  if (word == "--help" || word == "-h" || word == "help") {
    out = Command::kHelp;
  } else if (word == "--version") {
    out = Command::kVersion;
  } else if (word == "infer") {
    out = Command::kInfer;
  } else if (word == "health") {
    out = Command::kHealth;
  } else {
    return absl::InvalidArgumentError(absl::StrCat("unknown command ", word));
  }
  return absl::OkStatus();
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
      arguments.command = Command::kHelp;
      return arguments;
    }
    if (absl::StartsWith(words[i], "-")) {
      status = ParseFlag(words, i, arguments);
      if (!status.ok()) return status;
    } else if (arguments.command == Command::kInfer && arguments.model.empty()) {
      arguments.model = words[i];
    } else {
      return absl::InvalidArgumentError(absl::StrCat("unexpected argument ", words[i]));
    }
  }
  if (arguments.command == Command::kInfer && arguments.model.empty()) {
    return absl::InvalidArgumentError("infer: give a model");
  }
  return arguments;
}

absl::string_view HelpText() { return kHelp; }

}  // namespace shapewright::cli
