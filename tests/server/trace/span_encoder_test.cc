#include "server/trace/span_encoder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/otlp_json.h"

namespace shapewright::server {
namespace {

using nlohmann::json;
using std::chrono::microseconds;
using std::chrono::system_clock;

CallSpan MakeCallSpan() {
  CallSpan span;
  span.trace_id = {0x4bf92f3577b34da6, 0xa3ce929d0e0e4736};
  span.span_id = 0x00f067aa0ba902b7;
  span.start = system_clock::from_time_t(1'700'000'000);
  span.call.method = Method::kInferShapes;
  span.call.time = microseconds(2500);
  span.call.request_bytes = 100;
  span.call.response_bytes = 2000;
  return span;
}

json SpansOf(const std::vector<CallSpan>& calls) {
  const json message = ReadOtlp(EncodeSpans({"1.2.3", "an instance", "a host", 42}, calls));
  return message.at("resourceSpans").at(0).at("scopeSpans").at(0).at("spans");
}

// The names and numbers are those of the official messages, which the test reads the bytes with.
TEST(SpanEncoder, OfACall) {
  const json spans = SpansOf({MakeCallSpan()});
  ASSERT_EQ(spans.size(), 1U);
  const json expected = json::parse(R"({
    "traceId": "S/kvNXezTaajzpKdDg5HNg==",
    "spanId": "APBnqgupArc=",
    "name": "shapewright.v1.ShapeService/InferShapes",
    "kind": "SPAN_KIND_SERVER",
    "startTimeUnixNano": "1700000000000000000",
    "endTimeUnixNano": "1700000000002500000",
    "attributes": [
      {"key": "rpc.system", "value": {"stringValue": "grpc"}},
      {"key": "rpc.service", "value": {"stringValue": "shapewright.v1.ShapeService"}},
      {"key": "rpc.method", "value": {"stringValue": "InferShapes"}},
      {"key": "rpc.grpc.status_code", "value": {"intValue": "0"}},
      {"key": "shapewright.request_bytes", "value": {"intValue": "100"}},
      {"key": "shapewright.response_bytes", "value": {"intValue": "2000"}}],
    "flags": 257})");
  EXPECT_EQ(spans.at(0), expected) << spans.at(0).dump(2);
}

TEST(SpanEncoder, OfACallWithAParentThatWaitedAndWorked) {
  CallSpan call = MakeCallSpan();
  call.parent_id = 1;
  call.trace_state = "vendor=1";
  call.call.cache = CacheResult::kMiss;
  call.call.lane = Lane::kTiny;
  call.call.nodes = 7;
  call.call.phases[static_cast<size_t>(Phase::kQueue)] = microseconds(500);
  call.call.phases[static_cast<size_t>(Phase::kInfer)] = microseconds(1000);
  EXPECT_EQ(call.spans(), 3U);
  const json spans = SpansOf({call});
  ASSERT_EQ(spans.size(), 3U);
  EXPECT_EQ(spans[0].at("parentSpanId"), "AAAAAAAAAAE=");
  EXPECT_EQ(spans[0].at("traceState"), "vendor=1");
  EXPECT_EQ(spans[0].at("flags"), 0x301) << "sampled, and the parent is in another process";
  EXPECT_EQ(AttributeOf(spans[0], "shapewright.cache"), json({{"stringValue", "miss"}}));
  EXPECT_EQ(AttributeOf(spans[0], "shapewright.lane"), json({{"stringValue", "tiny"}}));
  EXPECT_EQ(AttributeOf(spans[0], "shapewright.nodes"), json({{"intValue", "7"}}));
  for (const size_t i : {1, 2}) {
    EXPECT_EQ(spans[i].at("traceId"), spans[0].at("traceId"));
    EXPECT_EQ(spans[i].at("parentSpanId"), spans[0].at("spanId"));
    EXPECT_EQ(spans[i].at("kind"), "SPAN_KIND_INTERNAL");
  }
  EXPECT_NE(spans[1].at("spanId"), spans[2].at("spanId"));
  EXPECT_EQ(spans[1].at("name"), "queue");
  EXPECT_EQ(spans[1].at("startTimeUnixNano"), "1700000000000000000");
  EXPECT_EQ(spans[1].at("endTimeUnixNano"), "1700000000000500000");
  EXPECT_EQ(spans[2].at("name"), "infer");
  EXPECT_EQ(spans[2].at("startTimeUnixNano"), "1700000000000500000");
  EXPECT_EQ(spans[2].at("endTimeUnixNano"), "1700000000001500000");
}

// Only what is the server's fault makes a span of a server an error (conventions for gRPC).
TEST(SpanEncoder, OfCallsThatFail) {
  CallSpan of_caller = MakeCallSpan();
  of_caller.code = absl::StatusCode::kInvalidArgument;
  of_caller.reason = "CYCLIC_GRAPH";
  CallSpan of_server = MakeCallSpan();
  of_server.code = absl::StatusCode::kInternal;
  const json spans = SpansOf({of_caller, of_server});
  ASSERT_EQ(spans.size(), 2U);
  EXPECT_EQ(AttributeOf(spans[0], "rpc.grpc.status_code"), json({{"intValue", "3"}}));
  EXPECT_EQ(AttributeOf(spans[0], "error.type"), json({{"stringValue", "CYCLIC_GRAPH"}}));
  EXPECT_FALSE(spans[0].contains("status"));
  EXPECT_EQ(spans[1].at("status"), json({{"code", "STATUS_CODE_ERROR"}}));
}

TEST(SpanEncoder, TellsTheProcess) {
  const json message = ReadOtlp(EncodeSpans({"1.2.3", "an instance", "a host", 42}, {}));
  const json& resource = message.at("resourceSpans").at(0).at("resource");
  EXPECT_EQ(AttributeOf(resource, "service.name"), json({{"stringValue", "shapewright"}}));
  EXPECT_EQ(AttributeOf(resource, "service.version"), json({{"stringValue", "1.2.3"}}));
  EXPECT_EQ(AttributeOf(resource, "service.instance.id"), json({{"stringValue", "an instance"}}));
  EXPECT_EQ(AttributeOf(resource, "host.name"), json({{"stringValue", "a host"}}));
  EXPECT_EQ(AttributeOf(resource, "process.pid"), json({{"intValue", "42"}}));
}

}  // namespace
}  // namespace shapewright::server
