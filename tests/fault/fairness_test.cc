#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/http.h"
#include "tests/end_to_end/models.h"
#include "tests/end_to_end/server_process.h"

// Light calls beside heavy ones, and one caller beside another that floods.
namespace shapewright::end_to_end {
namespace {

using Calls = std::vector<std::unique_ptr<PendingCall>>;

// Half a second or so of work each, and enough to wait in the lane of large work.
constexpr int kSlowNodes = 400'000;
constexpr int kLargeNodes = 60'000;

std::map<std::string, double> Metrics(const ServerProcess& server) {
  return ParseMetrics(Fetch(server.http_address(), "/metrics").body);
}

double Sample(const ServerProcess& server, const std::string& name) {
  return Metrics(server).at("shapewright_" + name);
}

// Sends them, each when the one before was accepted.
Calls SendAll(ServerProcess& server, const std::shared_ptr<grpc::Channel>& channel,
              const std::vector<std::string>& requests) {
  const auto before = static_cast<int>(server.LogOf("call_accepted").size());
  Calls calls;
  for (const std::string& request : requests) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, request));
    server.WaitForLog("\"call_accepted\"", before + static_cast<int>(calls.size()));
  }
  return calls;
}

std::vector<std::string> Requests(int count, int nodes) {
  std::vector<std::string> requests;
  for (int i = 1; i <= count; ++i) {
    requests.push_back(Request(ChainModel(nodes, i)).SerializeAsString());
  }
  return requests;
}

void ExpectAnswered(const Calls& calls) {
  for (const auto& call : calls) {
    const grpc::Status status = call->Wait();
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
}

// How many calls of at least so many bytes ended before the last smaller one did.
int LargeOnesBeforeTheLastLightOne(const ServerProcess& server, int64_t bytes) {
  int large = 0;
  int before = 0;
  for (const auto& line : server.LogOf("call")) {
    if (line.at("request_bytes").get<int64_t>() >= bytes) {
      ++large;
    } else {
      before = large;
    }
  }
  return before;
}

// One thread, which large models keep, and more of them in the queue: light calls that came after
// them all end before the second of them.
void ExpectLightCallsFirst(int threads, int light_nodes, const std::string& lane) {
  constexpr int kLight = 20;
  ServerProcess server(
      {"--threads=" + std::to_string(threads), "--log-level=debug", "--log-every=1", kListenHttp});
  const auto channel = OpenChannel(server);
  const std::vector<std::string> slow = SlowRequests(2 * threads + 2, kSlowNodes);
  const std::vector<std::string> light = Requests(kLight, light_nodes);
  const Calls heavy = SendAll(server, channel, slow);
  for (const std::string& request : light) {
    EXPECT_TRUE(PendingCall(channel, kInferShapes, request).Wait().ok());
  }
  ExpectAnswered(heavy);
  server.WaitForLog("\"event\":\"call\"", kLight + static_cast<int>(heavy.size()));
  EXPECT_LE(LargeOnesBeforeTheLastLightOne(server, static_cast<int64_t>(slow[0].size())), threads);
  EXPECT_EQ(Sample(server, "lane_wait_seconds_count{lane=\"" + lane + "\"}"), kLight);
  EXPECT_EQ(Sample(server, "lane_wait_seconds_count{lane=\"large\"}"), heavy.size());
}

TEST(Fairness, TinyCallsDoNotWaitForLargeOnes) {
  ExpectLightCallsFirst(1, 10, "tiny");
  ExpectLightCallsFirst(2, 10, "tiny");
}

TEST(Fairness, NormalCallsDoNotWaitForLargeOnes) { ExpectLightCallsFirst(1, 6000, "normal"); }

// A full queue of large calls refuses large ones, and nothing else.
TEST(Fairness, LanesHaveQueuesOfTheirOwn) {
  ServerProcess server({"--threads=1", "--max-queued-calls=2", "--log-level=debug", kListenHttp});
  const auto channel = OpenChannel(server);
  const std::vector<std::string> slow = SlowRequests(3, kSlowNodes);
  const std::vector<std::string> large = Requests(5, kLargeNodes);
  const Calls heavy = SendAll(server, channel, slow);
  for (const std::string& request : large) {
    EXPECT_EQ(ErrorInfoOf(PendingCall(channel, kInferShapes, request).Wait()).reason(),
              "OVERLOADED");
  }
  for (const std::string& request : Requests(5, 10)) {
    EXPECT_TRUE(PendingCall(channel, kInferShapes, request).Wait().ok());
  }
  EXPECT_EQ(Sample(server, "lane_refusals_total{lane=\"large\"}"), 5);
  EXPECT_EQ(Sample(server, "lane_refusals_total{lane=\"tiny\"}"), 0);
  EXPECT_EQ(Sample(server, "rejections_total{reason=\"queue_full\"}"), 5);
  EXPECT_EQ(Sample(server, "lane_queued_calls{lane=\"large\"}"), 2);
  ExpectAnswered(heavy);
}

// A server with two kinds of callers: one over its Unix socket, one over TCP.
struct TwoPeers {
  explicit TwoPeers(std::vector<std::string> options) : server(Complete(std::move(options))) {
    flood = OpenChannel(server);
    other = grpc::CreateChannel(server.tcp_address(), grpc::InsecureChannelCredentials());
  }
  static std::vector<std::string> Complete(std::vector<std::string> options) {
    for (const char* more : {"--threads=1", "--listen=127.0.0.1:0", "--log-level=debug",
                             "--log-every=1", kListenHttp}) {
      options.emplace_back(more);
    }
    return options;
  }

  ServerProcess server;
  std::shared_ptr<grpc::Channel> flood;
  std::shared_ptr<grpc::Channel> other;
};

// The queue is full of one peer's calls. Another's is taken on, and is the second to run.
TEST(Fairness, AFloodLeavesRoomInTheQueue) {
  TwoPeers peers({"--max-queued-calls=6"});
  // All are made before the first runs: to make one takes as long as to answer it.
  const std::vector<std::string> slow = SlowRequests(1, kSlowNodes);
  const std::vector<std::string> late = Requests(9, kLargeNodes);
  const Calls heavy = SendAll(peers.server, peers.flood, slow);
  const Calls queued = SendAll(peers.server, peers.flood, {late.begin(), late.begin() + 6});
  EXPECT_EQ(ErrorInfoOf(PendingCall(peers.flood, kInferShapes, late[6]).Wait()).reason(),
            "OVERLOADED");
  EXPECT_EQ(Sample(peers.server, "rejections_total{reason=\"queue_full\"}"), 1);
  const Calls others = SendAll(peers.server, peers.other, {late[7]});
  EXPECT_EQ(ErrorInfoOf(PendingCall(peers.flood, kInferShapes, late[8]).Wait()).reason(),
            "OVERLOADED");
  EXPECT_EQ(Sample(peers.server, "rejections_total{reason=\"peer_share\"}"), 1);
  ExpectAnswered(others);
  ExpectAnswered(heavy);
  ExpectAnswered(queued);
  peers.server.WaitForLog("\"code\":\"OK\"", 8);
  std::string order;
  for (const auto& line : peers.server.LogOf("call")) {
    if (line.at("code") != "OK") continue;
    order += line.at("peer").get<std::string>().starts_with("ipv4:") ? 'o' : 'f';
  }
  EXPECT_EQ(order, "ffofffff") << "the one that ran, then in turns";
}

// So with the places of all calls, and their bytes.
TEST(Fairness, AFloodLeavesPlacesAndBytes) {
  const std::vector<std::string> slow = SlowRequests(4, kSlowNodes);
  size_t bytes = 0;
  for (const std::string& request : slow) bytes += request.size();
  for (const std::string& bound :
       {std::string("--max-calls-in-flight=4"), "--max-bytes-in-flight=" + std::to_string(bytes)}) {
    TwoPeers peers({bound});
    const Calls heavy = SendAll(peers.server, peers.flood, slow);
    const std::string tiny = Request(ChainModel(10)).SerializeAsString();
    EXPECT_EQ(ErrorInfoOf(PendingCall(peers.flood, kInferShapes, tiny).Wait()).reason(),
              "OVERLOADED")
        << bound;
    EXPECT_TRUE(PendingCall(peers.other, kInferShapes, tiny).Wait().ok()) << bound;
    EXPECT_EQ(Sample(peers.server, "inferences_total"), 1) << "before any of the flood ended";
    ExpectAnswered(heavy);
  }
}

}  // namespace
}  // namespace shapewright::end_to_end
