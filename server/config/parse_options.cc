#include "server/config/parse_options.h"

#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <optional>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "server/config/option_table.h"
#include "server/process/memory_limit.h"

namespace shapewright::server {
namespace {

constexpr int64_t kParsedKiB = 1024;
constexpr int64_t kParsedMiB = 1024 * kParsedKiB;
constexpr int64_t kParsedGiB = 1024 * kParsedMiB;
constexpr double kMillion = 1e6;

constexpr std::array<absl::string_view, 4> kLogLevels = {"debug", "info", "warning", "error"};

// What only prints something, and ends: flag and documentation.
constexpr std::array<std::pair<absl::string_view, absl::string_view>, 4> kPrinters = {{
    {"help", "Prints this."},
    {"help-markdown", "Prints the options as a table in Markdown."},
    {"help-man", "Prints the manual page."},
    {"version", "Prints the version."},
}};

std::optional<int64_t> ParseBytes(absl::string_view text) {
  int64_t unit = 1;
  if (absl::ConsumeSuffix(&text, "KiB")) unit = kParsedKiB;
  if (absl::ConsumeSuffix(&text, "MiB")) unit = kParsedMiB;
  if (absl::ConsumeSuffix(&text, "GiB")) unit = kParsedGiB;
  int64_t value = 0;
  if (!absl::SimpleAtoi(text, &value)) return std::nullopt;
  if (value < 0 || value > std::numeric_limits<int64_t>::max() / unit) {
    return std::nullopt;
  }
  return value * unit;
}

std::optional<int64_t> ParseMode(absl::string_view text) {
  int64_t mode = 0;
  if (text.empty() || text.size() > 6) return std::nullopt;
  for (const char digit : text) {
    if (digit < '0' || digit > '7') return std::nullopt;
    mode = mode * 8 + (digit - '0');
  }
  return mode;
}

std::optional<int64_t> ParseLogLevel(absl::string_view text) {
  for (size_t i = 0; i < kLogLevels.size(); ++i) {
    if (kLogLevels[i] == text) return static_cast<int64_t>(i);
  }
  return std::nullopt;
}

std::optional<int64_t> ParseShare(absl::string_view text) {
  double share = 0;
  if (!absl::SimpleAtod(text, &share) || !(share >= 0 && share <= 1)) return std::nullopt;
  return std::llround(share * kMillion);
}

std::optional<int64_t> ParseScalar(OptionKind kind, absl::string_view text) {
  switch (kind) {
    case OptionKind::kBytes:
      return ParseBytes(text);
    case OptionKind::kMode:
      return ParseMode(text);
    case OptionKind::kShare:
      return ParseShare(text);
    case OptionKind::kLogLevel:
      return ParseLogLevel(text);
    default:
      break;
  }
  int64_t value = 0;
  if (!absl::SimpleAtoi(text, &value)) return std::nullopt;
  return value;
}

std::string FormatBytes(int64_t bytes) {
  if (bytes == 0) return "0";
  if (bytes % kParsedGiB == 0) return absl::StrCat(bytes / kParsedGiB, "GiB");
  if (bytes % kParsedMiB == 0) return absl::StrCat(bytes / kParsedMiB, "MiB");
  if (bytes % kParsedKiB == 0) return absl::StrCat(bytes / kParsedKiB, "KiB");
  return absl::StrCat(bytes);
}

// The values that the option may have: "1 to 1024".
std::string RangeText(const OptionRow& row) {
  switch (row.kind) {
    case OptionKind::kNumber:
      return absl::StrCat(row.min, " to ", row.max);
    case OptionKind::kBytes:
      return absl::StrCat(FormatBytes(row.min), " to ", FormatBytes(row.max));
    case OptionKind::kMode:
      return absl::StrFormat("%04o to %04o", row.min, row.max);
    case OptionKind::kShare:
      return "0 to 1";
    case OptionKind::kLogLevel:
      return absl::StrJoin(kLogLevels, ", ");
    case OptionKind::kText:
      return "any text";
    case OptionKind::kNames:
      return "names, none of them empty";
    case OptionKind::kAddresses:
      break;
  }
  return "unix:PATH, unix-abstract:NAME or HOST:PORT";
}

std::string DefaultText(const OptionRow& row) {
  if (row.default_value.empty()) return "none";
  const int64_t share = MemoryShare(row.flag);
  if (share == 0) return std::string(row.default_value);
  return absl::StrCat(row.default_value, " or ", share, "/16 of the memory");
}

// The default for this amount of memory, as a user would write it.
std::string DefaultUnderLimit(const OptionRow& row, int64_t memory_limit) {
  if (MemoryShare(row.flag) == 0) return std::string(row.default_value);
  const int64_t usual = ParseBytes(row.default_value).value_or(0);
  return absl::StrCat(DefaultUnder(memory_limit, row.flag, usual, row.min));
}

// `source` is the flag or variable, for the message.
absl::Status SetScalar(const OptionRow& row, absl::string_view source, absl::string_view text,
                       int64_t& field) {
  const std::optional<int64_t> value = ParseScalar(row.kind, text);
  if (!value.has_value() || *value < row.min || *value > row.max) {
    return absl::InvalidArgumentError(
        absl::StrCat(source, ": \"", text, "\" is not in the range ", RangeText(row)));
  }
  field = *value;
  return absl::OkStatus();
}

absl::Status Set(const OptionRow& row, absl::string_view source, absl::string_view text,
                 Options& options) {
  if (const auto* scalar = std::get_if<int64_t Options::*>(&row.field)) {
    return SetScalar(row, source, text, options.**scalar);
  }
  if (const auto* plain = std::get_if<std::string Options::*>(&row.field)) {
    options.** plain = std::string(text);
    return absl::OkStatus();
  }
  const auto list = std::get<std::vector<std::string> Options::*>(row.field);
  for (absl::string_view item : absl::StrSplit(text, ',')) {
    item = absl::StripAsciiWhitespace(item);
    if (item.empty()) {
      return absl::InvalidArgumentError(absl::StrCat(source, ": give ", RangeText(row)));
    }
    (options.*list).emplace_back(item);
  }
  return absl::OkStatus();
}

const OptionRow* FindRow(absl::string_view flag) {
  for (const OptionRow& row : OptionTable()) {
    if (row.flag == flag) return &row;
  }
  return nullptr;
}

// The values given on the command line, in order, by their flag.
using Given = std::map<const OptionRow*, std::vector<std::string>>;

absl::StatusOr<Given> ReadArguments(absl::Span<const std::string> arguments) {
  Given given;
  for (size_t i = 0; i < arguments.size(); ++i) {
    absl::string_view flag = arguments[i];
    if (!absl::ConsumePrefix(&flag, "--")) {
      return absl::InvalidArgumentError(
          absl::StrCat("unexpected argument \"", flag, "\"; see --help"));
    }
    const size_t equals = flag.find('=');
    const OptionRow* row = FindRow(flag.substr(0, equals));
    if (row == nullptr) {
      return absl::InvalidArgumentError(
          absl::StrCat("unknown option --", flag.substr(0, equals), "; see --help"));
    }
    if (equals != absl::string_view::npos) {
      given[row].emplace_back(flag.substr(equals + 1));
    } else if (i + 1 < arguments.size()) {
      given[row].push_back(arguments[++i]);
    } else {
      return absl::InvalidArgumentError(
          absl::StrCat("--", flag, " needs a value: ", RangeText(*row)));
    }
  }
  return given;
}

// Text within a manual page: no line of it is a request of roff.
std::string RoffText(absl::string_view text) {
  return absl::StrCat("\\&",
                      absl::StrReplaceAll(text, {{"\\", "\\e"}, {"-", "\\-"}, {"\n", "\n\\&"}}));
}

}  // namespace

std::string EnvironmentName(const OptionRow& row) {
  return absl::StrCat("SHAPEWRIGHT_",
                      absl::AsciiStrToUpper(absl::StrReplaceAll(row.flag, {{"-", "_"}})));
}

absl::StatusOr<Options> ParseOptions(absl::Span<const std::string> arguments,
                                     Environment environment, int64_t memory_limit) {
  absl::StatusOr<Given> given = ReadArguments(arguments);
  if (!given.ok()) return given.status();
  Options options;
  for (const OptionRow& row : OptionTable()) {
    const std::string variable = EnvironmentName(row);
    std::string source = absl::StrCat("--", row.flag);
    std::vector<std::string> values = (*given)[&row];
    if (values.empty()) {
      const char* value = environment(variable.c_str());
      // An environment variable with an empty list is an error: it would allow every caller.
      if (value == nullptr && row.kind == OptionKind::kNames) continue;
      if (value != nullptr) source = variable;
      values.push_back(value != nullptr ? std::string(value)
                                        : DefaultUnderLimit(row, memory_limit));
    }
    for (const std::string& value : values) {
      absl::Status set = Set(row, source, value, options);
      if (!set.ok()) return set;
    }
  }
  return options;
}

std::string OptionText(const OptionRow& row, const Options& options) {
  if (const auto* list = std::get_if<std::vector<std::string> Options::*>(&row.field)) {
    return absl::StrJoin(options.**list, ",");
  }
  if (const auto* text = std::get_if<std::string Options::*>(&row.field)) return options.**text;
  const int64_t value = options.*std::get<int64_t Options::*>(row.field);
  switch (row.kind) {
    case OptionKind::kBytes:
      return FormatBytes(value);
    case OptionKind::kMode:
      return absl::StrFormat("%04o", value);
    case OptionKind::kShare:
      return absl::StrCat(static_cast<double>(value) / kMillion);
    case OptionKind::kLogLevel:
      return std::string(kLogLevels[static_cast<size_t>(value)]);
    default:
      return absl::StrCat(value);
  }
}

std::string HelpText() {
  std::string help =
      "usage: shapewright-server [--OPTION VALUE]...\n"
      "Answers questions about the shapes of tensors over gRPC.\n\n"
      "Each option can also be given by its environment variable; the command\n"
      "line goes first.\n\n";
  for (const OptionRow& row : OptionTable()) {
    absl::StrAppend(&help, "  --", row.flag, "\n      ",
                    absl::StrReplaceAll(row.doc, {{"\n", "\n      "}}), "\n      Default ",
                    DefaultText(row), "; ", RangeText(row), ".\n");
    if (!row.reason.empty()) {
      absl::StrAppend(&help, "      Reason of the error: ", row.reason, "\n");
    }
    absl::StrAppend(&help, "      Environment: ", EnvironmentName(row), "\n");
  }
  for (const auto& [flag, doc] : kPrinters) {
    absl::StrAppend(&help, "  --", flag, "\n      ", doc, "\n");
  }
  return help;
}

std::string HelpMarkdown() {
  std::string table =
      "| flag | environment | default | range | reason | what it is |\n"
      "|---|---|---|---|---|---|\n";
  for (const OptionRow& row : OptionTable()) {
    const std::string reason = row.reason.empty() ? "" : absl::StrCat("`", row.reason, "`");
    absl::StrAppend(&table, "| `--", row.flag, "` | `", EnvironmentName(row), "` | ",
                    DefaultText(row), " | ", RangeText(row), " | ", reason, " | ",
                    absl::StrReplaceAll(row.doc, {{"\n", " "}}), " |\n");
  }
  return table;
}

std::string HelpManual(absl::string_view version) {
  std::string page = absl::StrCat(
      ".TH SHAPEWRIGHT\\-SERVER 1 \"\" \"shapewright ", version, "\" \"Shapewright\"\n",
      ".SH NAME\nshapewright\\-server \\- answers questions about the shapes of tensors over gRPC\n"
      ".SH SYNOPSIS\n.B shapewright\\-server\n.RI [\\-\\- OPTION\\ VALUE ]...\n"
      ".SH DESCRIPTION\nServes until SIGTERM or SIGINT. Each option can also be given by its "
      "environment\n"
      "variable; the command line goes first.\n.SH OPTIONS\n");
  for (const OptionRow& row : OptionTable()) {
    absl::StrAppend(&page, ".TP\n.BI \\-\\-", RoffText(row.flag), " \\ VALUE\n", RoffText(row.doc),
                    "\n.br\nDefault ", RoffText(DefaultText(row)), "; ", RoffText(RangeText(row)),
                    ".\n");
    if (!row.reason.empty()) {
      absl::StrAppend(&page, ".br\nReason of the error: ", RoffText(row.reason), "\n");
    }
    absl::StrAppend(&page, ".br\nEnvironment: ", RoffText(EnvironmentName(row)), "\n");
  }
  for (const auto& [flag, doc] : kPrinters) {
    absl::StrAppend(&page, ".TP\n.B \\-\\-", RoffText(flag), "\n", RoffText(doc), "\n");
  }
  absl::StrAppend(&page, ".SH SEE ALSO\n.BR shapewright (1)\n");
  return page;
}

}  // namespace shapewright::server
