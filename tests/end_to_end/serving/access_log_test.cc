#include <gtest/gtest.h>

#include <map>
#include <string>

#include "absl/strings/match.h"
#include "client/cpp/error_text.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using Metadata = std::multimap<std::string, std::string>;

constexpr char kTrace[] = "4bf92f3577b34da6a3ce929d0e0e4736";
constexpr char kTraceparent[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

grpc::Status CallWith(const ServerProcess& server, const std::string& request,
                      const Metadata& metadata) {
  return PendingCall(OpenChannel(server), kInferShapes, request, metadata).Wait();
}

TEST(AccessLog, OneLinePerCall) {
  ServerProcess server({"--log-every=1"});
  const std::string request = Request(ReluModel()).SerializeAsString();
  EXPECT_TRUE(
      CallWith(server, request, {{"x-request-id", "request 1"}, {"traceparent", kTraceparent}})
          .ok());
  EXPECT_FALSE(CallWith(server, "\xff", {{"traceparent", kTraceparent}}).ok());
  EXPECT_TRUE(CallWith(server, request, {{"traceparent", "00-0-0-00"}}).ok());
  const auto lines = server.LogOf("call");
  ASSERT_EQ(lines.size(), 3U);
  EXPECT_EQ(lines[0].at("method"), "InferShapes");
  EXPECT_EQ(lines[0].at("code"), "OK");
  EXPECT_EQ(lines[0].at("request_id"), "request 1");
  EXPECT_EQ(lines[0].at("trace_id"), kTrace);
  EXPECT_EQ(lines[0].at("parent_id"), "00f067aa0ba902b7");
  EXPECT_EQ(lines[0].at("request_bytes"), request.size());
  EXPECT_GT(lines[0].at("response_bytes"), 0);
  EXPECT_FALSE(lines[0].contains("reason"));
  EXPECT_EQ(lines[1].at("code"), "INVALID_ARGUMENT");
  EXPECT_EQ(lines[1].at("reason"), "MALFORMED_REQUEST");
  EXPECT_EQ(lines[1].at("trace_id"), kTrace);
  EXPECT_EQ(lines[1].at("response_bytes"), 0);
  EXPECT_FALSE(lines[2].contains("trace_id")) << "an invalid traceparent is none";
  EXPECT_NE(lines[1].at("request_id"), lines[2].at("request_id")) << "made by the server";
}

TEST(AccessLog, HostileMetadataNeitherBreaksNorBlowsUpTheLine) {
  ServerProcess server({"--log-every=1"});
  const std::string request = Request(ReluModel()).SerializeAsString();
  const std::string quotes = R"("},{"event":"call","a":"\u0000\)";
  EXPECT_TRUE(CallWith(server, request, {{"x-request-id", quotes}}).ok());
  EXPECT_TRUE(CallWith(server, request, {{"x-request-id", std::string(4000, 'a')}}).ok());
  EXPECT_TRUE(CallWith(server, request, {{"traceparent", std::string(2000, '0')}}).ok());
  EXPECT_TRUE(CallWith(server, request, {{"x-request-id", "a"}, {"x-request-id", "b"}}).ok());
  const auto lines = server.LogOf("call");
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[0].at("request_id"), quotes);
  for (const auto& line : lines) EXPECT_LT(line.dump().size(), 500U) << line;
}

// Models may be secret: what the log says about a call names nothing in them.
TEST(AccessLog, TellsNothingOfTheModel) {
  ServerProcess server({"--log-every=1"});
  const auto answer = server.client().InferShapes(Request(CyclicModel()));
  EXPECT_EQ(ErrorReason(answer.status()), "CYCLIC_GRAPH") << answer.status();
  const auto lines = server.LogOf("call");
  ASSERT_EQ(lines.size(), 1U);
  EXPECT_EQ(lines[0].at("reason"), "CYCLIC_GRAPH");
  for (const char* name : {"first", "second", "Relu"}) {
    EXPECT_FALSE(absl::StrContains(server.Log(), name)) << name;
  }
}

TEST(AccessLog, SuccessesAreSampled) {
  ServerProcess server({"--log-every=10"});
  for (int i = 0; i < 25; ++i) ExpectServing(server);
  EXPECT_FALSE(CallWith(server, "\xff", {}).ok());
  const auto lines = server.LogOf("call");
  ASSERT_EQ(lines.size(), 4U) << "the 1st, 11th and 21st, and the one that failed";
  EXPECT_EQ(lines[3].at("code"), "INVALID_ARGUMENT");
}

TEST(AccessLog, FailuresBeyondTheRateAreCounted) {
  ServerProcess server({"--log-every=0", "--log-failures-per-second=0", kListenHttp});
  for (int i = 0; i < 3; ++i) EXPECT_FALSE(CallWith(server, "\xff", {}).ok());
  ExpectServing(server);
  EXPECT_EQ(server.LogOf("call").size(), 0U);
  const auto samples = ParseMetrics(Fetch(server.http_address(), "/metrics").body);
  EXPECT_EQ(samples.at("shapewright_log_lines_dropped_total"), 3);
}

}  // namespace
}  // namespace shapewright::end_to_end
