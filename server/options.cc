#include "server/options.h"

#include <array>
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

namespace shapewright::server {
namespace {

constexpr int64_t kKiB = 1024;
constexpr int64_t kMiB = 1024 * kKiB;
constexpr int64_t kGiB = 1024 * kMiB;
constexpr int64_t kDay = 24 * 60 * 60;
// gRPC counts milliseconds in an int.
constexpr int64_t kMaxConnectionSeconds = 24 * kDay;

constexpr std::array<absl::string_view, 4> kLogLevels = {"debug", "info", "warning", "error"};

constexpr OptionRow kTable[] = {
    {"listen", OptionKind::kAddresses, &Options::listen, "unix:/run/shapewright/shapewright.sock",
     0, 0, false,
     "Where to listen: unix:PATH or HOST:PORT. May be repeated; in the\n"
     "environment, separated by commas. Port 0: any free one. The file of a\n"
     "socket that nobody serves any more is replaced."},
    {"socket-mode", OptionKind::kMode, &Options::socket_mode, "0660", 0, 0777, false,
     "Permissions of the Unix sockets."},
    {"http-listen", OptionKind::kText, &Options::http_listen, "", 0, 0, false,
     "HOST:PORT of the HTTP port for /metrics, /healthz, /readyz and a page for\n"
     "people. Without TLS. Port 0: any free one."},
    {"tls-cert", OptionKind::kText, &Options::tls_cert, "", 0, 0, false,
     "PEM file: the certificate of the server and those that vouch for it. With\n"
     "it, all TCP addresses speak TLS only; Unix sockets never do."},
    {"tls-key", OptionKind::kText, &Options::tls_key, "", 0, 0, false,
     "PEM file: its private key."},
    {"tls-client-ca", OptionKind::kText, &Options::tls_client_ca, "", 0, 0, false,
     "PEM file: who may sign the certificates of clients. With it, clients\n"
     "without one are turned away (mTLS)."},
    {"tls-refresh-seconds", OptionKind::kNumber, &Options::tls_refresh_seconds, "10", 1, kDay,
     false, "How often these files are looked at again."},
    {"threads", OptionKind::kNumber, &Options::threads, "0", 0, 1024, false,
     "Threads that infer. 0: one per CPU that the process may use."},
    {"max-queued-calls", OptionKind::kNumber, &Options::max_queued_calls, "256", 1, 1'000'000, true,
     "Calls that may wait for a thread; more are refused at once."},
    // gRPC counts messages in an int, and its own limit lies 1 MiB higher.
    {"max-message-bytes", OptionKind::kBytes, &Options::max_message_bytes, "64MiB", kKiB,
     2 * kGiB - 2 * kMiB, true, "The size of a request."},
    {"default-deadline-seconds", OptionKind::kNumber, &Options::default_deadline_seconds, "300", 1,
     kDay, true, "The deadline of calls that come without one."},
    {"drain-wait-seconds", OptionKind::kNumber, &Options::drain_wait_seconds, "0", 0, kDay, false,
     "After SIGTERM or SIGINT: how long calls are still taken on while the\n"
     "server already reports that it is not ready."},
    {"drain-seconds", OptionKind::kNumber, &Options::drain_seconds, "30", 0, kDay, false,
     "After that wait: how long calls that were accepted may take before they\n"
     "are cancelled."},
    {"max-nodes", OptionKind::kNumber, &Options::max_nodes, "4000000", 1,
     std::numeric_limits<int32_t>::max(), true, "Nodes of a model."},
    {"max-subgraph-depth", OptionKind::kNumber, &Options::max_subgraph_depth, "32", 0, 64, true,
     "Graphs within graphs."},
    {"max-function-depth", OptionKind::kNumber, &Options::max_function_depth, "32", 0, 64, true,
     "Calls of functions within functions."},
    {"max-rank", OptionKind::kNumber, &Options::max_rank, "64", 1, 1024, true, "Axes of a tensor."},
    {"max-type-depth", OptionKind::kNumber, &Options::max_type_depth, "16", 1, 64, true,
     "Types within types, as in a sequence of sequences."},
    {"max-expression-nodes", OptionKind::kNumber, &Options::max_expression_nodes, "4194304", 1024,
     std::numeric_limits<int32_t>::max(), true,
     "Nodes of all dimension expressions of one inference."},
    {"transport-memory-bytes", OptionKind::kBytes, &Options::transport_memory_bytes, "1GiB",
     16 * kMiB, 1024 * kGiB, false,
     "What gRPC may take for bytes on their way; beyond it, connections are\n"
     "slowed and dropped."},
    {"max-concurrent-streams", OptionKind::kNumber, &Options::max_concurrent_streams, "1024", 1,
     1'000'000, false, "Calls at a time on one connection; more wait in the client."},
    {"max-connection-age-seconds", OptionKind::kNumber, &Options::max_connection_age_seconds, "0",
     0, kMaxConnectionSeconds, false,
     "A connection this old (10 % more or less) is asked to come anew, so that\n"
     "clients spread over new replicas. 0: never."},
    {"max-connection-age-grace-seconds", OptionKind::kNumber,
     &Options::max_connection_age_grace_seconds, "300", 0, kMaxConnectionSeconds, false,
     "How long its calls may then take. 0: for ever."},
    {"max-connection-idle-seconds", OptionKind::kNumber, &Options::max_connection_idle_seconds, "0",
     0, kMaxConnectionSeconds, false,
     "A connection without calls for so long is closed. 0: never."},
    {"keepalive-seconds", OptionKind::kNumber, &Options::keepalive_seconds, "120", 0,
     kMaxConnectionSeconds, false,
     "A client that is silent for so long is asked whether it lives. 0: never."},
    {"keepalive-timeout-seconds", OptionKind::kNumber, &Options::keepalive_timeout_seconds, "20", 1,
     kMaxConnectionSeconds, false, "How long it has for the answer."},
    {"min-ping-seconds", OptionKind::kNumber, &Options::min_ping_seconds, "10", 1,
     kMaxConnectionSeconds, false,
     "A client that pings more often than this, and sends nothing else, is cut\n"
     "off."},
    {"channelz", OptionKind::kNumber, &Options::channelz, "0", 0, 1, false,
     "1: serve gRPC's channelz, which tells about all connections."},
    {"log-level", OptionKind::kLogLevel, &Options::log_level, "info", 0, 3, false,
     "The least level that is logged: debug, info, warning, error."},
    {"log-every", OptionKind::kNumber, &Options::log_every, "100", 0, 1'000'000'000, false,
     "Of the calls that succeed, each n-th is logged; 0: none."},
    {"log-failures-per-second", OptionKind::kNumber, &Options::log_failures_per_second, "100", 0,
     1'000'000, false, "So many of the calls that fail are logged; all are counted."},
};

std::optional<int64_t> ParseBytes(absl::string_view text) {
  int64_t unit = 1;
  if (absl::ConsumeSuffix(&text, "KiB")) unit = kKiB;
  if (absl::ConsumeSuffix(&text, "MiB")) unit = kMiB;
  if (absl::ConsumeSuffix(&text, "GiB")) unit = kGiB;
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

std::optional<int64_t> ParseScalar(OptionKind kind, absl::string_view text) {
  switch (kind) {
    case OptionKind::kBytes:
      return ParseBytes(text);
    case OptionKind::kMode:
      return ParseMode(text);
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
  if (bytes % kGiB == 0) return absl::StrCat(bytes / kGiB, "GiB");
  if (bytes % kMiB == 0) return absl::StrCat(bytes / kMiB, "MiB");
  if (bytes % kKiB == 0) return absl::StrCat(bytes / kKiB, "KiB");
  return absl::StrCat(bytes);
}

// What the option may be: "1 to 1024".
std::string RangeText(const OptionRow& row) {
  switch (row.kind) {
    case OptionKind::kNumber:
      return absl::StrCat(row.min, " to ", row.max);
    case OptionKind::kBytes:
      return absl::StrCat(FormatBytes(row.min), " to ", FormatBytes(row.max));
    case OptionKind::kMode:
      return absl::StrFormat("%04o to %04o", row.min, row.max);
    case OptionKind::kLogLevel:
      return absl::StrJoin(kLogLevels, ", ");
    case OptionKind::kText:
      return "any text";
    case OptionKind::kAddresses:
      break;
  }
  return "unix:PATH or HOST:PORT";
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
  if (const auto* field = std::get_if<std::string Options::*>(&row.field)) {
    options.** field = std::string(text);
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
  for (const OptionRow& row : kTable) {
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

}  // namespace

absl::Span<const OptionRow> OptionTable() { return kTable; }

std::string EnvironmentName(const OptionRow& row) {
  return absl::StrCat("SHAPEWRIGHT_",
                      absl::AsciiStrToUpper(absl::StrReplaceAll(row.flag, {{"-", "_"}})));
}

absl::StatusOr<Options> ParseOptions(absl::Span<const std::string> arguments,
                                     Environment environment) {
  absl::StatusOr<Given> given = ReadArguments(arguments);
  if (!given.ok()) return given.status();
  Options options;
  for (const OptionRow& row : kTable) {
    const std::string variable = EnvironmentName(row);
    std::string source = absl::StrCat("--", row.flag);
    std::vector<std::string> values = (*given)[&row];
    if (values.empty()) {
      const char* value = environment(variable.c_str());
      if (value != nullptr) source = variable;
      values.emplace_back(value != nullptr ? absl::string_view(value) : row.default_value);
    }
    for (const std::string& value : values) {
      const absl::Status set = Set(row, source, value, options);
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
  for (const OptionRow& row : kTable) {
    absl::StrAppend(&help, "  --", row.flag, "\n      ",
                    absl::StrReplaceAll(row.doc, {{"\n", "\n      "}}), "\n      Default ",
                    row.default_value.empty() ? "none" : row.default_value, "; ", RangeText(row),
                    ".\n      Environment: ", EnvironmentName(row), "\n");
  }
  absl::StrAppend(&help, "  --help\n      Prints this.\n",
                  "  --version\n      Prints the version.\n");
  return help;
}

}  // namespace shapewright::server
