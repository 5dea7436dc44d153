#include "tests/end_to_end/support/span_collector.h"

#include <civetweb.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>

#include "absl/strings/str_cat.h"
#include "tests/otlp_json.h"

namespace shapewright::end_to_end {
namespace {

// Far longer than it takes: no test depends on it.
constexpr std::chrono::seconds kPatience{60};

std::string ReadMessage(mg_connection* connection) {
  std::string message;
  std::array<char, 4096> buffer;
  while (true) {
    const int size = mg_read(connection, buffer.data(), buffer.size());
    if (size <= 0) return message;
    message.append(buffer.data(), static_cast<size_t>(size));
  }
}

}  // namespace

SpanCollector::SpanCollector(int status) : status_(status) {
  std::array<const char*, 5> options = {"listening_ports", "127.0.0.1:0", "num_threads", "4",
                                        nullptr};
  server_ = mg_start(nullptr, nullptr, options.data());
  EXPECT_NE(server_, nullptr);
  mg_set_request_handler(server_, "/v1/traces$", Handle, this);
}

SpanCollector::~SpanCollector() { mg_stop(server_); }

std::string SpanCollector::option() const {
  mg_server_port port = {};
  EXPECT_EQ(mg_get_server_ports(server_, 1, &port), 1);
  return absl::StrCat("--otlp-endpoint=http://127.0.0.1:", port.port);
}

std::vector<nlohmann::json> SpanCollector::WaitForSpans(size_t count) {
  std::unique_lock<std::mutex> lock(mutex_);
  EXPECT_TRUE(changed_.wait_for(lock, kPatience, [&] { return spans_.size() >= count; }));
  EXPECT_EQ(spans_.size(), count);
  return spans_;
}

void SpanCollector::WaitForMessages(size_t count) {
  std::unique_lock<std::mutex> lock(mutex_);
  EXPECT_TRUE(changed_.wait_for(lock, kPatience, [&] { return messages_ >= count; }));
}

void SpanCollector::set_status(int status) {
  const std::lock_guard<std::mutex> lock(mutex_);
  status_ = status;
}

int SpanCollector::Handle(mg_connection* connection, void* self) {
  return static_cast<SpanCollector*>(self)->Take(connection);
}

int SpanCollector::Take(mg_connection* connection) {
  const char* const type = mg_get_header(connection, "content-type");
  EXPECT_STREQ(type, "application/x-protobuf");
  const nlohmann::json message = ReadOtlp(ReadMessage(connection));
  const std::lock_guard<std::mutex> lock(mutex_);
  ++messages_;
  if (status_ == 200) {
    for (const auto& span : message.at("resourceSpans").at(0).at("scopeSpans").at(0).at("spans")) {
      spans_.push_back(span);
    }
  }
  mg_printf(connection, "HTTP/1.1 %d Said\r\nContent-Length: 0\r\nConnection: close\r\n\r\n",
            status_);
  changed_.notify_all();
  return status_;
}

}  // namespace shapewright::end_to_end
