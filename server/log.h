#ifndef SHAPEWRIGHT_SERVER_LOG_H_
#define SHAPEWRIGHT_SERVER_LOG_H_

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <variant>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace spdlog {
class logger;
}  // namespace spdlog

namespace shapewright::server {

// Numbers = the option --log-level.
enum class LogLevel : uint8_t {
  kDebug = 0,
  kInfo = 1,
  kWarning = 2,
  kError = 3,
};

// One JSON object per line on stderr: time, level, event, then the fields.
// Thread-safe.
class Log {
 public:
  struct Field {
    absl::string_view key;
    std::variant<absl::string_view, int64_t, double> value;
  };

  explicit Log(LogLevel least);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;
  ~Log();

  void Write(LogLevel level, absl::string_view event, absl::Span<const Field> fields);
  void Write(LogLevel level, absl::string_view event, std::initializer_list<Field> fields = {}) {
    Write(level, event, absl::MakeConstSpan(fields.begin(), fields.size()));
  }

 private:
  std::unique_ptr<spdlog::logger> logger_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_LOG_H_
