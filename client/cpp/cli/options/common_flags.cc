#include "client/cpp/cli/options/common_flags.h"

#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/time/time.h"
#include "core/symbolic/text/dialect/dialect_text.h"

namespace shapewright::cli {
namespace {

using FlagText = absl::string_view;

absl::Status ParseDeadline(FlagText text, Arguments& out) {
  if (absl::ParseDuration(text, &out.deadline) && out.deadline > absl::ZeroDuration()) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not a time such as 30s"));
}

absl::Status ParseColor(FlagText text, Arguments& out) {
  if (text == "auto") {
    out.color = ColorMode::kAuto;
  } else if (text == "always") {
    out.color = ColorMode::kAlways;
  } else if (text == "never") {
    out.color = ColorMode::kNever;
  } else {
    return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not known"));
  }
  return absl::OkStatus();
}

absl::Status ParseDims(FlagText text, Arguments& out) {
  for (const symbolic::NamedDialect& row : symbolic::Dialects()) {
    if (text != row.name) continue;
    out.dims = row.dialect;
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(absl::StrCat("\"", text, "\" is not known"));
}

absl::Status ParseJobs(FlagText text, Arguments& out) {
  constexpr int32_t kMostJobs = 1024;
  if (absl::SimpleAtoi(text, &out.jobs) && out.jobs > 0 && out.jobs <= kMostJobs) {
    return absl::OkStatus();
  }
  return absl::InvalidArgumentError(
      absl::StrCat("\"", text, "\" is not a number from 1 to ", kMostJobs));
}

template <std::string ClientTls::*file>
absl::Status SetTlsFile(FlagText path, Arguments& out) {
  out.tls_files.*file = std::string(path);
  out.tls = true;
  return absl::OkStatus();
}

constexpr CommandSet kPrinting =
    kQuestions | Of(Command::kServerInfo, Command::kKeptModels, Command::kPlanServer);

constexpr FlagRow kOutputFlags[] = {
    {"--json", kPrinting & ~Of(Command::kDescribe, Command::kReport), "",
     "Print the whole answer as JSON. For several models: one object per line, {\"path\": ..., "
     "\"answer\": ...}, with \"error\": {\"code\": ..., \"reason\": ..., \"message\": ...} if "
     "something is wrong.",
     SetSwitch<&Arguments::json>},
    {"--quiet", kQuestions, "", "Print nothing about models that are fine.",
     SetSwitch<&Arguments::quiet>},
    {"--dims", Of(Command::kInfer), "NOTATION",
     "The notation of dims in the output and in the file of --onnx-out: sympy, torch "
     "(torch.export), onnx (its proposal for symbolic shapes) or jax. What the notation cannot "
     "express is written in ours. Default: ours.",
     ParseDims, "ours sympy torch onnx jax"},
    {"--jobs", kManyModels, "N",
     "Models at a time. The output keeps the order of the operands. Default: the number of cores.",
     ParseJobs},
    {"--wide", kTellModels, "",
     "Do not shorten lines. Otherwise a line has as many columns as the environment variable "
     "COLUMNS says, or the terminal, or 80.",
     SetSwitch<&Arguments::wide>},
    {"--color", kPrinting, "WHEN",
     "Colors in the output. auto: on a terminal, unless NO_COLOR is set or TERM is dumb. "
     "Default: auto.",
     ParseColor, "auto always never"},
};

constexpr FlagRow kServerFlags[] = {
    {"--target", kCalls, "T",
     "The server: unix:PATH or HOST:PORT. Default: the environment variable SHAPEWRIGHT_TARGET, "
     "else unix:/run/shapewright/shapewright.sock, else the socket that `serve` made in "
     "XDG_RUNTIME_DIR. If there is none of these, the program answers by itself.",
     SetText<&Arguments::target>},
    {"--evict", Of(Command::kKeptModels), "ID",
     "Let the server forget this model, sha256:<hex>; may be repeated.",
     [](FlagText id, Arguments& out) {
       out.evicted.emplace_back(id);
       return absl::OkStatus();
     }},
    {"--embedded", kQuestions, "", "Answer without a server, in this process.",
     SetSwitch<&Arguments::embedded>},
    {"--deadline", kCalls, "TIME",
     "How long to wait for an answer, such as 500ms, 30s, 2m. Default: 30s.", ParseDeadline},
    {"--tls", kCalls, "", "Speak TLS, with the authorities that this machine trusts.",
     SetSwitch<&Arguments::tls>},
    {"--tls-ca", kCalls, "FILE",
     "Speak TLS. FILE has the authorities that may sign the server's certificate (PEM).",
     SetTlsFile<&ClientTls::ca>, kFileName},
    {"--tls-cert", kCalls, "FILE", "The certificate to show to the server (PEM).",
     SetTlsFile<&ClientTls::cert>, kFileName},
    {"--tls-key", kCalls, "FILE", "The key of this certificate (PEM).", SetTlsFile<&ClientTls::key>,
     kFileName},
};

constexpr FlagRow kHelpFlags[] = {
    {"--man", Of(Command::kHelp), "", "Print a man page (troff) in place of plain text.",
     SetSwitch<&Arguments::manual>},
    {"--help", ~CommandSet{0}, "", "Print this help.",
     [](FlagText, Arguments& out) {
       out.help_about = out.command;
       out.command = Command::kHelp;
       return absl::OkStatus();
     }},
};

}  // namespace

absl::Span<const FlagRow> OutputFlags() { return kOutputFlags; }
absl::Span<const FlagRow> ServerFlags() { return kServerFlags; }
absl::Span<const FlagRow> HelpFlags() { return kHelpFlags; }

}  // namespace shapewright::cli
