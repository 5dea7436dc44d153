#include <gtest/gtest.h>

#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

std::string OfMethod(const std::string& name, const std::string& method,
                     const std::string& service = "ShapeService") {
  return name + "grpc_method=\"" + method + "\",grpc_service=\"shapewright.v1." + service +
         "\",grpc_type=\"unary\"}";
}

// y = NonZero(x).
std::string NonZeroModel() {
  onnx::ModelProto model;
  EXPECT_TRUE(model.ParseFromString(ReluModel()));
  model.mutable_graph()->mutable_node(0)->set_op_type("NonZero");
  return model.SerializeAsString();
}

TEST(AdminHttp, Pages) {
  ServerProcess server({kListenHttp});
  const std::string address = server.http_address();
  EXPECT_EQ(Fetch(address, "/healthz").status, 200);
  EXPECT_EQ(Fetch(address, "/readyz").status, 200);
  const HttpResponse metrics = Fetch(address, "/metrics");
  EXPECT_EQ(metrics.status, 200);
  EXPECT_EQ(metrics.headers.at("Content-Type"), "text/plain; version=0.0.4; charset=utf-8");
  EXPECT_TRUE(absl::StrContains(Fetch(address, "/").body, "--max-message-bytes"));
  EXPECT_EQ(Fetch(address, "/no/such").status, 404);
  EXPECT_EQ(Fetch(address, "/metrics/x").status, 404);
  EXPECT_EQ(Fetch(address, "/../../etc/passwd").status, 404);
  EXPECT_EQ(Fetch(address, "/metrics", "HEAD").status, 200);
  EXPECT_EQ(Fetch(address, "/metrics", "POST").status, 405);
  EXPECT_EQ(Fetch(address, "/metrics", "DELETE").status, 405);
}

// What is kept and what was called, without a word of a caller's.
TEST(AdminHttp, StatusPage) {
  ServerProcess server({kListenHttp, "--status-page=1"});
  onnx::ModelProto secret;
  ASSERT_TRUE(secret.ParseFromString(ReluModel()));
  secret.mutable_graph()->set_name("secret");
  secret.mutable_graph()->mutable_node(0)->set_op_type("secret");
  const auto inferred = server.client().InferShapes(Request(secret.SerializeAsString()));
  ASSERT_TRUE(inferred.ok()) << inferred.status();
  EXPECT_FALSE(server.client().InferShapes(RequestByPath("secret.onnx")).ok());
  const HttpResponse page = Fetch(server.http_address(), "/statusz");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(page.headers.at("Content-Type"), "text/html; charset=utf-8");
  for (const std::string& text :
       {inferred->model_id(), std::string(">InferShapes<"), std::string(">NOT_FOUND<"),
        std::string("PATH_NOT_SERVED"), std::string("--max-message-bytes")}) {
    EXPECT_TRUE(absl::StrContains(page.body, text)) << text;
  }
  EXPECT_FALSE(absl::StrContains(page.body, "secret"));
  EXPECT_FALSE(absl::StrContains(page.body, "<script"));
  // Off by default: ids of models are not for everybody who may read metrics.
  ServerProcess other({kListenHttp});
  EXPECT_EQ(Fetch(other.http_address(), "/statusz").status, 404);
}

TEST(AdminHttp, MetricsCountExactlyTheCalls) {
  ServerProcess server({kListenHttp});
  for (int i = 0; i < 3; ++i) ExpectServing(server);
  EXPECT_FALSE(server.client().InferShapes(Request("no model")).ok());
  EXPECT_TRUE(server.client().GetCapabilities().ok());
  const auto samples = ParseMetrics(Fetch(server.http_address(), "/metrics").body);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_started_total{", "InferShapes")), 4);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_msg_received_total{", "InferShapes")), 4);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_msg_sent_total{", "InferShapes")), 3);
  const auto handled = [&](const std::string& code, const std::string& method,
                           const std::string& service = "ShapeService") {
    return samples.at(
        OfMethod("grpc_server_handled_total{grpc_code=\"" + code + "\",", method, service));
  };
  EXPECT_EQ(handled("OK", "InferShapes"), 3);
  EXPECT_EQ(handled("InvalidArgument", "InferShapes"), 1);
  EXPECT_EQ(handled("Internal", "InferShapes"), 0);
  EXPECT_EQ(handled("OK", "GetCapabilities", "ModelService"), 1);
  EXPECT_EQ(samples.at(OfMethod("grpc_server_handling_seconds_count{", "InferShapes")), 4);
  EXPECT_EQ(samples.at(OfMethod("shapewright_request_bytes_count{", "InferShapes")), 4);
  EXPECT_EQ(samples.at("shapewright_call_errors_total{reason=\"MALFORMED_MODEL\"}"), 1);
  // The second and third good call are hits; the bad one is not read.
  for (const std::string phase : {"queue", "read", "infer", "serialize"}) {
    EXPECT_EQ(samples.at("shapewright_phase_seconds_count{phase=\"" + phase + "\"}"), 1) << phase;
  }
  EXPECT_GT(samples.at("process_resident_memory_bytes"), 0);
}

// A call that its caller cancels is handled too, whether it ran or waited.
TEST(AdminHttp, CancelledCallsAreCounted) {
  ServerProcess server({kListenHttp, "--threads=1", "--log-level=debug"});
  const auto channel = OpenChannel(server);
  std::vector<std::string> requests;
  for (const int nodes : {1'000'000, 1000, 1001}) {
    requests.push_back(Request(ChainModel(nodes)).SerializeAsString());
  }
  std::vector<std::unique_ptr<PendingCall>> calls;
  for (const std::string& request : requests) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, request));
    server.WaitForLog("\"call_accepted\"", static_cast<int>(calls.size()));
  }
  for (const auto& call : calls) call->Cancel();
  for (const auto& call : calls) call->Wait();
  const auto handled = [&server](const std::string& code) {
    const auto samples = ParseMetrics(Fetch(server.http_address(), "/metrics").body);
    return samples.at(
        OfMethod("grpc_server_handled_total{grpc_code=\"" + code + "\",", "InferShapes"));
  };
  while (handled("Canceled") + handled("OK") < 3) std::this_thread::yield();
  EXPECT_GT(handled("Canceled"), 0);
}

// gRPC lets go of a call only some time after its answer has arrived.
TEST(AdminHttp, NoCallStaysInFlight) {
  ServerProcess server({kListenHttp});
  ExpectServing(server);
  while (!absl::StrContains(Fetch(server.http_address(), "/metrics").body,
                            "\nshapewright_calls_in_flight 0\n")) {
    std::this_thread::yield();
  }
}

// An answer from the cache is no inference.
TEST(AdminHttp, UnknownDimsByOperator) {
  ServerProcess server({kListenHttp});
  for (int i = 0; i < 2; ++i) {
    EXPECT_TRUE(server.client().InferShapes(Request(NonZeroModel())).ok());
  }
  const auto samples = ParseMetrics(Fetch(server.http_address(), "/metrics").body);
  EXPECT_EQ(samples.at("shapewright_unknown_dims_total{op=\"NonZero\"}"), 1);
  EXPECT_EQ(samples.at("shapewright_inferences_total"), 1);
  EXPECT_EQ(samples.at("shapewright_nodes_inferred_total"), 1);
  EXPECT_EQ(samples.at("shapewright_cache_hits_total{cache=\"answers\"}"), 1);
}

// A probe must not wait for somebody who connects and says nothing.
TEST(AdminHttp, SilentClientsDoNotBlockProbes) {
  ServerProcess server({kListenHttp});
  const std::string address = server.http_address();
  const SilentConnections silent(address, 20);
  EXPECT_EQ(Fetch(address, "/healthz").status, 200);
}

// Limits of connections are for those who call: a probe has its place beside them.
TEST(AdminHttp, CallersLimitsAreNotThoseOfProbes) {
  ServerProcess server({kListenHttp, "--max-connections=1"});
  const SilentConnections silent(server.http_address(), 3);
  EXPECT_EQ(Fetch(server.http_address(), "/healthz").status, 200);
}

// The reader and the connections are those of the JSON port.
TEST(AdminHttp, ReadsRequestsOneAfterAnother) {
  ServerProcess server({kListenHttp});
  const RawConnection connection(server.http_address());
  connection.Send(
      "GET /healthz HTTP/1.1\r\nHost: a\r\n\r\nHEAD /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
      "GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n{}");
  const std::string answers = connection.ReadAll();
  std::vector<std::string> statuses;
  for (size_t at = 0; (at = answers.find("HTTP/1.1 ", at)) != std::string::npos; ++at) {
    statuses.push_back(answers.substr(at + 9, 3));
  }
  EXPECT_EQ(statuses, std::vector<std::string>({"200", "200", "400"})) << answers;
}

TEST(AdminHttp, AddressesThatAreNone) {
  const ServerProcess server({kListenHttp});
  for (const std::string address : {"unix:/tmp/x", "127.0.0.1", "127.0.0.1:99999", "127.0.0.1:1,2",
                                    "127.0.0.1:0s", "no.such.host.invalid:0"}) {
    const ProcessResult result =
        RunProcess({SHAPEWRIGHT_SERVER, "--listen=127.0.0.1:0", "--http-listen=" + address});
    EXPECT_EQ(result.code, 1) << address;
    EXPECT_TRUE(absl::StrContains(result.err, "start_failed")) << result.err;
  }
  const ProcessResult taken = RunProcess(
      {SHAPEWRIGHT_SERVER, "--listen=127.0.0.1:0", "--http-listen=" + server.http_address()});
  EXPECT_EQ(taken.code, 1);
  EXPECT_TRUE(absl::StrContains(taken.err, "cannot listen")) << taken.err;
}

void WaitForStatus(const std::string& address, const std::string& path, int status) {
  while (Fetch(address, path).status != status) std::this_thread::yield();
}

// While it waits for its callers to notice, the server still serves.
TEST(AdminHttp, NotReadyWhileDraining) {
  ServerProcess server({kListenHttp, "--drain-wait-seconds=600"});
  const std::string address = server.http_address();
  server.process().Signal(SIGTERM);
  WaitForStatus(address, "/readyz", 503);
  EXPECT_EQ(Fetch(address, "/readyz").body, "draining\n");
  EXPECT_EQ(Fetch(address, "/healthz").status, 200);
  EXPECT_EQ(Fetch(address, "/metrics").status, 200);
  EXPECT_TRUE(absl::IsUnavailable(server.client().CheckHealth()));
  EXPECT_TRUE(absl::IsUnavailable(server.client().CheckHealth("readiness")));
  EXPECT_TRUE(absl::IsUnavailable(server.client().CheckHealth("shapewright.v1.ShapeService")));
  EXPECT_TRUE(server.client().CheckHealth("liveness").ok());
  ExpectServing(server);
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), -SIGTERM) << "the second signal";
}

}  // namespace
}  // namespace shapewright::end_to_end
