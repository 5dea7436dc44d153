#include "server/observe/log.h"

#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <ctime>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"

namespace shapewright::server {
namespace {

constexpr std::array<absl::string_view, 4> kLevelNames = {"debug", "info", "warning", "error"};

// 2026-01-31T12:00:00.000Z
std::string Now() {
  timeval now = {};
  gettimeofday(&now, nullptr);
  std::tm utc = {};
  gmtime_r(&now.tv_sec, &utc);
  return absl::StrFormat("%04d-%02d-%02dT%02d:%02d:%02d.%03dZ", utc.tm_year + 1900, utc.tm_mon + 1,
                         utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec, now.tv_usec / 1000);
}

std::string Line(LogLevel level, absl::string_view event, absl::Span<const Log::Field> fields) {
  nlohmann::ordered_json line;
  line["event"] = std::string(event);
  for (const Log::Field& field : fields) {
    nlohmann::ordered_json& value = line[std::string(field.key)];
    if (const auto* text = std::get_if<absl::string_view>(&field.value)) {
      value = std::string(*text);
    } else if (const auto* number = std::get_if<int64_t>(&field.value)) {
      value = *number;
    } else {
      value = std::get<double>(field.value);
    }
  }
  const std::string text = line.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
  return absl::StrCat("{\"time\":\"", Now(), "\",\"level\":\"",
                      kLevelNames[static_cast<size_t>(level)], "\",", text.substr(1), "\n");
}

std::string LostLine(uint64_t lines) {
  const Log::Field field = {"lines", static_cast<int64_t>(lines)};
  return Line(LogLevel::kWarning, "log_lines_lost", absl::MakeConstSpan(&field, 1));
}

}  // namespace

Log::Log(LogLevel least, size_t buffer_bytes)
    : least_(least), writer_(STDERR_FILENO, buffer_bytes, LostLine) {}

void Log::Write(LogLevel level, absl::string_view event, absl::Span<const Field> fields) {
  if (level < least_) return;
  writer_.Push(Line(level, event, fields));
}

}  // namespace shapewright::server
