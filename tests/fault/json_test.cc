// The JSON port (docs/json.md) among clients that are slow, gone, many or greedy.
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/certificates.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/fault/json_client.h"
#include "tests/fault/process_memory.h"
#include "tests/mebibyte.h"
#include "tests/sanitized.h"

namespace shapewright::end_to_end {
namespace {

constexpr char kInFlight[] = "shapewright_calls_in_flight";

void ExpectAnswering(const std::string& address) {
  EXPECT_EQ(Post(address, kMergeShapes, "{}").status, 200);
}

// Sends a byte now and then until the server answers or closes.
void Trickle(const RawConnection& connection, const std::string& byte) {
  while (!connection.HasAnswer()) {
    connection.Send(byte);
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
}

TEST(JsonFault, SlowHeadsAndBodiesEnd) {
  ServerProcess server({kListenJson, "--handshake-seconds=1"});
  const std::string address = JsonAddress(server);
  std::vector<std::thread> slow;
  const std::vector<std::string> begins = {
      "POST /a HTTP/1.1\r\nx: ", HeadOf(kMergeShapes, "json", "Content-Length: 1000000"),
      HeadOf(kMergeShapes, "json", "Transfer-Encoding: chunked") + "f4240\r\n",
      HeadOf(kMergeShapes, "json", "Transfer-Encoding: chunked") + "1;"};
  slow.reserve(begins.size());
  for (const std::string& begin : begins) {
    slow.emplace_back([&address, &begin] {
      const RawConnection connection(address);
      connection.Send(begin);
      Trickle(connection, "a");
      const std::string status = connection.ReadAll().substr(0, 12);
      EXPECT_EQ(status, "HTTP/1.1 408") << begin;
    });
  }
  ExpectAnswering(address);
  ExpectServing(server);
  for (std::thread& each : slow) each.join();
  ExpectAnswering(address);
}

// Handshakes that stop hold no more than their own connection, and not for ever.
TEST(JsonFault, TlsHandshakesThatStallEnd) {
  const TempFolder folder;
  const CertificateAuthority authority;
  const Identity identity = authority.Issue("server");
  WriteFile(folder.File("cert.pem"), identity.certificate);
  WriteFile(folder.File("key.pem"), identity.key);
  WriteFile(folder.File("ca.pem"), authority.certificate());
  ServerProcess server({kListenJson, "--handshake-seconds=3",
                        "--tls-cert=" + folder.File("cert.pem"),
                        "--tls-key=" + folder.File("key.pem")});
  const std::string address = JsonAddress(server);
  std::vector<std::unique_ptr<RawConnection>> stalled;
  for (int i = 0; i < 300; ++i) {
    stalled.push_back(std::make_unique<RawConnection>(address));
    // The beginning of a record of the handshake, of 512 bytes.
    stalled.back()->Send(std::string("\x16\x03\x01\x02\x00\x01", 6));
  }
  const ProcessResult result =
      RunProcess({"/usr/bin/curl", "-s", "--cacert", folder.File("ca.pem"), "-d", "{}", "-H",
                  "content-type: application/json", "https://" + address + kMergeShapes});
  EXPECT_EQ(result.code, 0);
  EXPECT_EQ(result.out, "{}");
  for (const auto& each : stalled) EXPECT_EQ(each->ReadAll(), "") << "closed";
}

TEST(JsonFault, HangingUpEndsTheWork) {
  ServerProcess server({kListenJson, kListenHttp, kLongWork, "--threads=1"});
  {
    std::vector<std::unique_ptr<RawConnection>> callers;
    for (const std::string& request : LongRequests(6)) {
      callers.push_back(std::make_unique<RawConnection>(JsonAddress(server)));
      callers.back()->Send(PostOf(kEvaluateShapes, "proto", request));
    }
    while (server.Metric(kInFlight) < 6) std::this_thread::yield();
  }
  while (server.Metric(kInFlight) > 0) std::this_thread::yield();
  ExpectAnswering(JsonAddress(server));
}

// What is too large is refused before it is kept.
TEST(JsonFault, TooLargeBodiesAreNotKept) {
  ServerProcess server({kListenJson, "--max-message-bytes=1MiB"});
  const std::string address = JsonAddress(server);
  ExpectAnswering(address);
  const size_t before = PeakBytes(server);
  const std::string chunk = absl::StrCat("10000\r\n", std::string(65'536, ' '), "\r\n");
  for (int i = 0; i < 8; ++i) {
    const RawConnection connection(address);
    connection.Send(HeadOf(kMergeShapes, "json", "Transfer-Encoding: chunked"));
    while (!connection.HasAnswer()) connection.Send(chunk);
    EXPECT_EQ(connection.ReadAll().substr(0, 12), "HTTP/1.1 413");
  }
  EXPECT_LT(PeakBytes(server), before + WithSanitizer(16 * kMiB));
  ExpectAnswering(address);
}

size_t CountOpenFiles(ServerProcess& server) {
  const std::filesystem::directory_iterator files(
      absl::StrCat("/proc/", server.process().pid(), "/fd"));
  return static_cast<size_t>(std::distance(begin(files), end(files)));
}

// Of all kinds: silent ones, and such as stopped in the midst of a head, of a body, of a chunk.
TEST(JsonFault, AThousandConnectionsKeepNobodyOut) {
  ServerProcess server(SmallServer());
  const std::string address = JsonAddress(server);
  const size_t before = CountOpenFiles(server);
  const std::vector<std::string> begins = {
      "", "POST /", HeadOf(kMergeShapes, "json", "Content-Length: 9") + "{",
      HeadOf(kMergeShapes, "json", "Transfer-Encoding: chunked") + "5\r\n{",
      PostOf(kMergeShapes, "json", "{}")};
  std::vector<std::unique_ptr<RawConnection>> connections;
  for (size_t i = 0; i < 1000; ++i) {
    connections.push_back(std::make_unique<RawConnection>(address));
    connections.back()->Send(begins[i % begins.size()]);
    if (i % 100 == 0) ExpectAnswering(address);
  }
  ExpectAnswering(address);
  ExpectServing(server);
  EXPECT_LT(CountOpenFiles(server), before + 4 * 512);
}

// Connections of the JSON port leave descriptors for those of gRPC, for files and for /healthz.
TEST(JsonFault, SessionsLeaveDescriptorsForOthers) {
  const TempFolder folder;
  WriteFile(folder.File("relu.onnx"), ReluModel());
  ServerProcess server({kListenHttp, kListenJson, "--model-root=" + folder.File("")}, FewFiles());
  const std::string address = JsonAddress(server);
  std::vector<std::unique_ptr<RawConnection>> connections;
  for (int i = 0; i < 100; ++i) {
    connections.push_back(std::make_unique<RawConnection>(address));
    connections.back()->Send(PostOf(kMergeShapes, "json", "{}"));
  }
  EXPECT_EQ(Fetch(server.http_address(), "/healthz").status, 200);
  // Those that gave way take a moment to go.
  while (Post(address, kMergeShapes, "{}").status != 200) std::this_thread::yield();
  std::vector<std::unique_ptr<Client>> clients;
  for (int i = 0; i < 20; ++i) {
    clients.push_back(Client::Connect(server.target()));
    EXPECT_TRUE(clients.back()->InferShapes(RequestByPath("relu.onnx")).ok());
  }
  EXPECT_EQ(server.Metric("shapewright_connections_refused_total{reason=\"descriptors\"}"), 0);
}

// Who asks for much and reads nothing keeps nobody out, however long answers may take to be read.
TEST(JsonFault, UnreadAnswersKeepNobodyOut) {
  ServerProcess server({kListenHttp, kListenJson, "--send-seconds=86400"}, FewFiles());
  const std::string address = JsonAddress(server);
  const std::string model = ReadFile(SourcePath("tests/data/corpus/models/swin_t_ts17.onnx"));
  const auto answer = server.client().InferShapes(Request(model));
  ASSERT_TRUE(answer.ok()) << answer.status();
  const std::string ask =
      PostOf(kInferShapes, "json", "{\"model\": {\"modelId\": \"" + answer->model_id() + "\"}}");
  std::string many;  // whose answers no socket holds
  for (int i = 0; i < 50; ++i) many += ask;
  std::vector<std::unique_ptr<RawConnection>> connections;
  for (int i = 0; i < 5; ++i) {
    connections.push_back(std::make_unique<RawConnection>(address));
    connections.back()->Send(many);
    while (!connections.back()->HasAnswer()) std::this_thread::yield();
  }
  while (Post(address, kMergeShapes, "{}").status != 200) std::this_thread::yield();
}

// Bodies that are much more in memory than as text, and texts that another reader takes long for.
TEST(JsonFault, HostileBodiesEndWithinTheMemory) {
  ServerProcess server(SmallServer());
  const std::string address = JsonAddress(server);
  std::string keys = "{";
  for (int i = 0; i < 1'000'000; ++i) absl::StrAppend(&keys, i == 0 ? "" : ",", "\"k", i, "\":0");
  std::string inner_keys = absl::StrCat("{\"shareSymbols\": ", keys, "}}");
  const std::vector<std::string> bodies = {
      ListOf("{}", 16 * kMiB),
      ListOf("{\"merge\":{\"operands\":[{},{}]}}", 16 * kMiB),
      ListOf("[]", 16 * kMiB),
      std::string(16 * kMiB, '['),
      absl::StrCat("{\"premises\": [\"", std::string(16 * kMiB, 'x'), "\"]}"),
      absl::StrCat("{\"premises\": [\"", std::string(16 * kMiB, '\\'), "\"]}"),
      absl::StrCat("{\"cases\": ", std::string(16 * kMiB, '9'), "}"),
      absl::StrCat("{\"", std::string(16 * kMiB, 'k'), "\": 1}"),
      keys + "}",
      inner_keys,
  };
  for (const std::string& body : bodies) {
    const RawConnection connection(address);
    connection.Send(PostOf(kMergeShapes, "json", body, kClosing));
    EXPECT_EQ(connection.ReadAll().substr(0, 10), "HTTP/1.1 4") << body.substr(0, 40);
    ASSERT_TRUE(server.process().IsRunning()) << server.Log();
    ExpectAnswering(address);
  }
  EXPECT_LT(PeakBytes(server), WithSanitizer(512 * kMiB));
  ExpectServing(server);
}

// Nobody else takes memory: what does not fit never will. Oracle: the same call without JSON.
TEST(JsonFault, WhatNeverFitsIsNotToBeTriedAgain) {
  ServerProcess server(SmallServer());
  const std::string address = JsonAddress(server);
  for (const int nodes : {200'000, 800'000}) {
    v1::InferShapesRequest request = Request(ChainModel(nodes, 1));
    request.set_scope(v1::SCOPE_OUTPUTS);
    const grpc::Status plain = Call(server, kInferShapes, request.SerializeAsString());
    const std::string onnx = absl::Base64Escape(ChainModel(nodes, 2));
    const RawConnection connection(address);
    connection.Send(PostOf(
        kInferShapes, "json",
        "{\"scope\": \"SCOPE_OUTPUTS\", \"model\": {\"onnx\": \"" + onnx + "\"}}", kClosing));
    const std::string answer = connection.ReadAll();
    EXPECT_EQ(absl::StrContains(answer.substr(0, 20), " 200 "), plain.ok()) << nodes << answer;
    const std::string reason = plain.ok() ? "" : ErrorInfoOf(plain).reason();
    EXPECT_TRUE(plain.ok() || reason == "OUT_OF_MEMORY") << nodes << reason;
    EXPECT_FALSE(absl::StrContains(answer, "OVERLOADED")) << nodes;
  }
  const RawConnection connection(address);
  connection.Send(PostOf(kMergeShapes, "json", ListOf("{}", 40 * kMiB), kClosing));
  const std::string answer = connection.ReadAll();
  EXPECT_EQ(answer.substr(0, 10), "HTTP/1.1 4");
  EXPECT_FALSE(absl::StrContains(answer, "OVERLOADED")) << answer;
}

// Many large bodies at once, while others call.
TEST(JsonFault, AFloodOfBodiesStaysWithinTheMemory) {
  ServerProcess server(SmallServer());
  const std::string address = JsonAddress(server);
  const std::string empty = PostOf(kMergeShapes, "json", ListOf("{}", 24 * kMiB), kClosing);
  const std::string half = empty.substr(0, empty.size() / 2);
  std::vector<std::thread> flood;
  std::atomic<bool> is_over = false;
  for (int i = 0; i < 16; ++i) {
    flood.emplace_back([&, i] {
      while (!is_over) {
        const RawConnection connection(address);
        connection.Send(i % 2 == 0 ? empty : half);
        // Half of them stop there, and hold what they sent.
        if (i % 2 == 0) connection.ReadAll();
        while (i % 2 != 0 && !is_over && !connection.HasAnswer()) std::this_thread::yield();
      }
    });
  }
  for (int i = 0; i < 200; ++i) {
    ExpectAnswering(address);
    ExpectServing(server);
  }
  is_over = true;
  for (std::thread& each : flood) each.join();
  EXPECT_LT(PeakBytes(server), WithSanitizer(512 * kMiB));
  ExpectAnswering(address);
}

// Each is little, and counts as a step of the memory of work.
TEST(JsonFault, ManyBodiesThatStopLeaveMemoryForOthers) {
  ServerProcess server(SmallServer());
  const std::string address = JsonAddress(server);
  const std::string begin =
      HeadOf(kMergeShapes, "json", "Content-Length: 60000000") + std::string(70'000, ' ');
  std::vector<std::unique_ptr<RawConnection>> slow;
  size_t refused = 0;
  for (int i = 0; i < 250; ++i) {
    slow.push_back(std::make_unique<RawConnection>(address));
    slow.back()->Send(begin);
  }
  // More than half of the memory they do not have together.
  while (refused < 250 - 96) {
    refused = 0;
    for (const auto& each : slow) refused += each->HasAnswer() ? 1 : 0;
    ExpectAnswering(address);
    ExpectServing(server);
    if (::testing::Test::HasFailure()) break;
  }
}

// Answers that nobody reads take a bounded part of the memory.
TEST(JsonFault, AnswersThatNobodyReadsLeaveMemoryForOthers) {
  ServerProcess server(SmallServer());
  const std::string address = JsonAddress(server);
  std::vector<std::unique_ptr<RawConnection>> greedy;
  for (int i = 0; i < 40; ++i) {
    greedy.push_back(std::make_unique<RawConnection>(address));
    greedy.back()->Send(
        PostOf(kInferShapes, "proto", Request(ChainModel(30'000, i)).SerializeAsString()));
  }
  while (server.Metric("grpc_server_handled_total{grpc_code=\"OK\",grpc_method=\"InferShapes\","
                       "grpc_service=\"shapewright.v1.ShapeService\",grpc_type=\"unary\"}") < 20) {
    ExpectAnswering(address);
  }
  ExpectAnswering(address);
  ExpectServing(server);
  EXPECT_LT(PeakBytes(server), WithSanitizer(512 * kMiB));
}

// Whoever has been accepted has the whole answer, in JSON too.
TEST(JsonFault, AcceptedCallsAreAnsweredWhenItStops) {
  ServerProcess server({kListenJson, "--threads=1", "--log-level=debug", "--drain-seconds=600"});
  std::vector<std::unique_ptr<RawConnection>> callers;
  for (const std::string& request : SlowRequests(3, 50'000)) {
    v1::InferShapesRequest message;
    ASSERT_TRUE(message.ParseFromString(request));
    const std::string body = absl::StrCat("{\"model\": {\"onnx\": \"",
                                          absl::Base64Escape(message.model().onnx()), "\"}}");
    callers.push_back(std::make_unique<RawConnection>(JsonAddress(server)));
    callers.back()->Send(PostOf(kInferShapes, "json", body));
  }
  server.WaitForLog("\"call_accepted\"", 3);
  server.process().Signal(SIGTERM);
  for (const auto& caller : callers) {
    const std::string answer = caller->ReadAll();
    EXPECT_EQ(answer.substr(0, 12), "HTTP/1.1 200") << answer.substr(0, 400);
    const size_t body = answer.find("\r\n\r\n");
    ASSERT_NE(body, std::string::npos);
    EXPECT_TRUE(nlohmann::json::accept(answer.substr(body + 4)));
    EXPECT_TRUE(absl::StrContains(answer.substr(0, body), "connection: close"));
  }
  EXPECT_EQ(server.process().Wait(), 0);
}

}  // namespace
}  // namespace shapewright::end_to_end
