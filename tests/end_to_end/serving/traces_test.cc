#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/end_to_end/support/span_collector.h"
#include "tests/otlp_json.h"

namespace shapewright::end_to_end {
namespace {

using nlohmann::json;

// The example of the W3C recommendation "Trace Context", and the same trace not sampled.
constexpr char kSampled[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
constexpr char kNotSampled[] = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00";

grpc::Status CallIn(const ServerProcess& server, const std::string& trace,
                    const std::string& request) {
  std::multimap<std::string, std::string> metadata;
  if (!trace.empty()) metadata.emplace("traceparent", trace);
  return PendingCall(OpenChannel(server), kInferShapes, request, metadata).Wait();
}

std::string AskAboutRelu() { return Request(ReluModel()).SerializeAsString(); }

// The hex of an id in JSON, where it is base64.
std::string HexOf(const json& id) {
  std::string bytes;
  EXPECT_TRUE(absl::Base64Unescape(id.get<std::string>(), &bytes));
  return absl::BytesToHexString(bytes);
}

double SpansOf(const ServerProcess& server, const std::string& result) {
  return server.Metric("shapewright_trace_spans_total{result=\"" + result + "\"}");
}

TEST(Traces, CallsAreSpansOfTheirCallersTraces) {
  SpanCollector collector;
  ServerProcess server(
      {collector.option(), "--trace-sample=0", "--log-every=1", "--threads=1", kListenHttp});
  EXPECT_TRUE(CallIn(server, kSampled, AskAboutRelu()).ok());
  EXPECT_TRUE(CallIn(server, kNotSampled, AskAboutRelu()).ok());
  EXPECT_TRUE(CallIn(server, "", AskAboutRelu()).ok());
  EXPECT_TRUE(CallIn(server, kSampled, AskAboutRelu()).ok());
  EXPECT_FALSE(CallIn(server, kSampled, "\xff").ok());
  const std::vector<json> spans = collector.WaitForSpans(5 + 1 + 1);
  const json& call = spans[0];
  EXPECT_EQ(HexOf(call.at("traceId")), "4bf92f3577b34da6a3ce929d0e0e4736");
  EXPECT_EQ(HexOf(call.at("parentSpanId")), "00f067aa0ba902b7");
  EXPECT_EQ(call.at("name"), "shapewright.v1.ShapeService/InferShapes");
  EXPECT_EQ(AttributeOf(call, "shapewright.cache").at("stringValue"), "miss");
  EXPECT_EQ(AttributeOf(call, "shapewright.lane").at("stringValue"), "tiny");
  EXPECT_EQ(AttributeOf(call, "shapewright.nodes").at("intValue"), "1");
  const std::vector<std::string> phases = {"queue", "read", "infer", "serialize"};
  for (size_t i = 0; i < phases.size(); ++i) {
    EXPECT_EQ(spans[1 + i].at("name"), phases[i]);
    EXPECT_EQ(spans[1 + i].at("parentSpanId"), call.at("spanId"));
    EXPECT_EQ(spans[1 + i].at("traceId"), call.at("traceId"));
  }
  EXPECT_EQ(AttributeOf(spans[5], "shapewright.cache").at("stringValue"), "hit");
  EXPECT_EQ(AttributeOf(spans[6], "error.type").at("stringValue"), "MALFORMED_REQUEST");
  EXPECT_EQ(AttributeOf(spans[6], "rpc.grpc.status_code").at("intValue"), "3");
  const auto lines = server.LogOf("call");
  ASSERT_EQ(lines.size(), 5U);
  EXPECT_EQ(lines[0].at("span_id"), HexOf(call.at("spanId")));
  EXPECT_FALSE(lines[1].contains("span_id")) << "its caller has not sampled the trace";
  EXPECT_FALSE(lines[2].contains("span_id"));
  EXPECT_EQ(SpansOf(server, "sent"), 7);
}

TEST(Traces, CallsWithoutATraceBeginOne) {
  SpanCollector collector;
  ServerProcess server({collector.option(), "--trace-sample=1", "--log-every=1"});
  EXPECT_FALSE(CallIn(server, "", "\xff").ok());
  EXPECT_FALSE(CallIn(server, "not a traceparent", "\xff").ok());
  EXPECT_FALSE(CallIn(server, kNotSampled, "\xff").ok());
  const std::vector<json> spans = collector.WaitForSpans(2);
  EXPECT_NE(spans[0].at("traceId"), spans[1].at("traceId"));
  const auto lines = server.LogOf("call");
  ASSERT_EQ(lines.size(), 3U);
  for (const size_t i : {0, 1}) {
    EXPECT_FALSE(spans[i].contains("parentSpanId"));
    EXPECT_EQ(lines[i].at("trace_id"), HexOf(spans[i].at("traceId")));
  }
}

// By the JSON port, whose headers are those of W3C Trace Context: several `tracestate` are one.
TEST(Traces, CallsByJsonAreSpansOfTheirCallersTraces) {
  SpanCollector collector;
  ServerProcess server({collector.option(), "--trace-sample=0", "--json-listen=127.0.0.1:0"});
  const std::string address = server.LogOf("started").at(0).at("json");
  const auto ask = [&address](const std::string& fields) {
    const RawConnection connection(address);
    connection.Send(
        "GET /shapewright.v1.ModelService/GetCapabilities?encoding=json&message=%7B%7D HTTP/1.1\r\n"
        "Host: a\r\nConnection: close\r\n" +
        fields + "\r\n");
    EXPECT_TRUE(absl::StartsWith(connection.ReadAll(), "HTTP/1.1 200 "));
  };
  const std::string sampled = absl::StrCat("TraceParent: ", kSampled, "\r\n");
  ask(sampled + sampled);  // which would be its parent?
  ask(absl::StrCat("traceparent: ", kNotSampled, "\r\n"));
  ask(sampled + "Tracestate: a=1\r\ntracestate: b=2, c=3\r\n");
  ask(sampled);
  const std::vector<json> spans = collector.WaitForSpans(2);
  for (const json& span : spans) {
    EXPECT_EQ(HexOf(span.at("traceId")), "4bf92f3577b34da6a3ce929d0e0e4736");
    EXPECT_EQ(HexOf(span.at("parentSpanId")), "00f067aa0ba902b7");
    EXPECT_EQ(span.at("name"), "shapewright.v1.ModelService/GetCapabilities");
  }
  EXPECT_EQ(spans[0].at("traceState"), "a=1,b=2, c=3");
  EXPECT_FALSE(spans[1].contains("traceState"));
}

TEST(Traces, AreSentBeforeTheServerEnds) {
  SpanCollector collector;
  ServerProcess server({collector.option(), "--trace-sample=1"});
  EXPECT_FALSE(CallIn(server, "", "\xff").ok());
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
  collector.WaitForSpans(1);
}

TEST(Traces, ACollectorThatRefusesOrIsAwayCostsItsSpansOnly) {
  SpanCollector collector(400);
  ServerProcess server({collector.option(), "--trace-sample=1", kListenHttp});
  EXPECT_FALSE(CallIn(server, "", "\xff").ok());
  server.WaitForLog("spans_not_taken");
  collector.set_status(200);
  EXPECT_FALSE(CallIn(server, "", "\xff").ok());
  server.WaitForLog("spans_taken_again");
  EXPECT_EQ(SpansOf(server, "not_taken"), 1);
  EXPECT_EQ(SpansOf(server, "sent"), 1);
  collector.set_status(503);
  EXPECT_FALSE(CallIn(server, "", "\xff").ok());
  collector.WaitForMessages(4);
  collector.set_status(200);
  collector.WaitForSpans(2);  // it was tried again
}

// A port where connections are taken, by the kernel, and nobody ever reads or answers.
class SilentServer {
 public:
  SilentServer() : socket_(socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof(address);
    auto* const any = reinterpret_cast<sockaddr*>(&address);
    EXPECT_EQ(bind(socket_, any, size), 0);
    EXPECT_EQ(listen(socket_, 16), 0);
    EXPECT_EQ(getsockname(socket_, any, &size), 0);
    port_ = ntohs(address.sin_port);
  }
  SilentServer(const SilentServer&) = delete;
  SilentServer& operator=(const SilentServer&) = delete;
  ~SilentServer() { close(socket_); }

  std::string option() const { return "--otlp-endpoint=http://127.0.0.1:" + std::to_string(port_); }

 private:
  const int socket_;
  int port_ = 0;
};

TEST(Traces, NobodyWaitsForACollectorThatDoesNotAnswer) {
  const SilentServer silent;
  ServerProcess server({silent.option(), "--trace-sample=1", kListenHttp});
  const auto channel = OpenChannel(server);
  // As many as wait, twice: those that are being sent, and those behind them.
  for (int i = 0; i < 2 * 2048 + 1; ++i) {
    EXPECT_FALSE(PendingCall(channel, kInferShapes, "\xff").Wait().ok());
  }
  EXPECT_GT(SpansOf(server, "queue_full"), 0);
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0) << "the drain has a bound";
}

TEST(Traces, AnEndpointThatIsNoneEndsTheStart) {
  const TempFolder folder;
  const ProcessResult result = RunProcess(
      {SHAPEWRIGHT_SERVER, "--listen=unix:" + folder.File("s"), "--otlp-endpoint=collector:4318"});
  EXPECT_EQ(result.code, 1);
  EXPECT_TRUE(absl::StrContains(result.err, "is not http://HOST:PORT")) << result.err;
}

}  // namespace
}  // namespace shapewright::end_to_end
