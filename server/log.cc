#include "server/log.h"

#include <spdlog/logger.h>
#include <spdlog/pattern_formatter.h>
#include <spdlog/sinks/stdout_sinks.h>

#include <nlohmann/json.hpp>
#include <string>

namespace shapewright::server {
namespace {

spdlog::level::level_enum SpdlogLevel(LogLevel level) {
  switch (level) {
    case LogLevel::kDebug:
      return spdlog::level::debug;
    case LogLevel::kInfo:
      return spdlog::level::info;
    case LogLevel::kWarning:
      return spdlog::level::warn;
    case LogLevel::kError:
      break;
  }
  return spdlog::level::err;
}

}  // namespace

Log::Log(LogLevel least)
    : logger_(std::make_unique<spdlog::logger>("shapewright",
                                               std::make_shared<spdlog::sinks::stderr_sink_mt>())) {
  // %v is the rest of a JSON object.
  logger_->set_formatter(std::make_unique<spdlog::pattern_formatter>(
      R"({"time":"%Y-%m-%dT%H:%M:%S.%eZ","level":"%l",%v)", spdlog::pattern_time_type::utc));
  logger_->set_level(SpdlogLevel(least));
  logger_->flush_on(spdlog::level::debug);
}

Log::~Log() = default;

void Log::Write(LogLevel level, absl::string_view event, absl::Span<const Field> fields) {
  if (!logger_->should_log(SpdlogLevel(level))) return;
  nlohmann::ordered_json line;
  line["event"] = std::string(event);
  for (const Field& field : fields) {
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
  logger_->log(SpdlogLevel(level), spdlog::string_view_t(text.data() + 1, text.size() - 1));
}

}  // namespace shapewright::server
