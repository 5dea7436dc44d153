#ifndef SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_SPAN_COLLECTOR_H_
#define SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_SPAN_COLLECTOR_H_

#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

struct mg_context;
struct mg_connection;

namespace shapewright::end_to_end {

// A collector of the OpenTelemetry protocol on a free port of this host, which keeps what it takes.
class SpanCollector {
 public:
  // Answers every message with this status of HTTP, and takes those that it answers with 200.
  explicit SpanCollector(int status = 200);
  SpanCollector(const SpanCollector&) = delete;
  SpanCollector& operator=(const SpanCollector&) = delete;
  ~SpanCollector();

  // The option of the server that sends to it.
  std::string option() const;
  // Waits until there are so many spans; fails the test if they do not come.
  std::vector<nlohmann::json> WaitForSpans(size_t count);
  // Waits until so many messages came, taken or not.
  void WaitForMessages(size_t count);
  void set_status(int status);

 private:
  static int Handle(mg_connection* connection, void* self);
  int Take(mg_connection* connection);

  mg_context* server_ = nullptr;
  std::mutex mutex_;
  // Guarded by mutex_, as is all below.
  std::condition_variable changed_;
  int status_;
  size_t messages_ = 0;
  std::vector<nlohmann::json> spans_;
};

}  // namespace shapewright::end_to_end

#endif  // SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_SPAN_COLLECTOR_H_
