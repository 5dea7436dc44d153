#ifndef SHAPEWRIGHT_SERVER_OBSERVE_LOG_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_LOG_H_

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <variant>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "server/observe/line_writer.h"

namespace shapewright::server {

// The numbers are those of the option --log-level.
enum class LogLevel : uint8_t {
  kDebug = 0,
  kInfo = 1,
  kWarning = 2,
  kError = 3,
};

// Writes one JSON object per line to stderr: time, level, event, then the fields. Callers never
// wait for stderr: lines that it does not take are kept for a while, then dropped and counted.
// Thread-safe.
class Log {
 public:
  struct Field {
    absl::string_view key;
    std::variant<absl::string_view, int64_t, double> value;
  };

  // `buffer_bytes`: the size of all lines that wait for stderr.
  Log(LogLevel least, size_t buffer_bytes);
  Log(const Log&) = delete;
  Log& operator=(const Log&) = delete;

  void Write(LogLevel level, absl::string_view event, absl::Span<const Field> fields);
  void Write(LogLevel level, absl::string_view event, std::initializer_list<Field> fields = {}) {
    Write(level, event, absl::MakeConstSpan(fields.begin(), fields.size()));
  }

  // Called before the process ends: waits for stderr, but not for long.
  void Flush() { writer_.Flush(); }
  // The number of lines that were dropped.
  uint64_t lost() const { return writer_.lost(); }
  // Whether all lines are written. Takes no lock, so signal handlers may call it.
  bool is_idle() const { return writer_.is_idle(); }

 private:
  const LogLevel least_;
  LineWriter writer_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_LOG_H_
