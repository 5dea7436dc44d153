#include <grpcpp/create_channel.h>
#include <gtest/gtest.h>

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

// Light calls beside heavy ones, and one caller beside another that floods.
namespace shapewright::end_to_end {
namespace {

using Calls = std::vector<std::unique_ptr<PendingCall>>;

std::map<std::string, double> Metrics(const ServerProcess& server) {
  return ParseMetrics(Fetch(server.http_address(), "/metrics").body);
}

double Sample(const ServerProcess& server, const std::string& name) {
  return Metrics(server).at("shapewright_" + name);
}

// Sends them, each when the one before was accepted.
Calls SendAll(ServerProcess& server, const std::shared_ptr<grpc::Channel>& channel,
              const std::vector<std::string>& requests, const std::string& method = kInferShapes) {
  const auto before = static_cast<int>(server.LogOf("call_accepted").size());
  Calls calls;
  for (const std::string& request : requests) {
    calls.push_back(std::make_unique<PendingCall>(channel, method, request));
    server.WaitForLog("\"call_accepted\"", before + static_cast<int>(calls.size()));
  }
  return calls;
}

// Keeps so many threads busy, until ExpectCancelled().
Calls Occupy(ServerProcess& server, const std::shared_ptr<grpc::Channel>& channel, int threads) {
  return SendAll(server, channel, LongRequests(threads), kEvaluateShapes);
}

void ExpectCancelled(const Calls& calls) {
  for (const auto& call : calls) call->ExpectCancels();
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

// All threads are busy with large calls, and more of these wait: light calls are answered before
// any of them ends.
void ExpectLightCallsFirst(int threads, int light_nodes, const std::string& lane) {
  constexpr int kLight = 20;
  constexpr int kWaiting = 3;
  ServerProcess server(
      {"--threads=" + std::to_string(threads), kLongWork, "--log-level=debug", kListenHttp});
  const auto channel = OpenChannel(server);
  const Calls busy = Occupy(server, channel, threads);
  const Calls large = SendAll(server, channel, Requests(kWaiting, kLargeNodes));
  for (const std::string& request : Requests(kLight, light_nodes)) {
    EXPECT_TRUE(PendingCall(channel, kInferShapes, request).Wait().ok());
  }
  EXPECT_EQ(Sample(server, "lane_wait_seconds_count{lane=\"" + lane + "\"}"), kLight);
  EXPECT_EQ(Sample(server, "lane_queued_calls{lane=\"large\"}"), kWaiting);
  ExpectCancelled(busy);
  ExpectAnswered(large);
  EXPECT_EQ(Sample(server, "lane_wait_seconds_count{lane=\"large\"}"), threads + kWaiting);
}

TEST(Fairness, TinyCallsDoNotWaitForLargeOnes) {
  ExpectLightCallsFirst(1, 10, "tiny");
  ExpectLightCallsFirst(2, 10, "tiny");
}

TEST(Fairness, NormalCallsDoNotWaitForLargeOnes) { ExpectLightCallsFirst(1, 6000, "normal"); }

// A full queue of large calls refuses large ones, and nothing else.
TEST(Fairness, LanesHaveQueuesOfTheirOwn) {
  constexpr int kPlaces = 2;
  constexpr int kRefused = 5;
  ServerProcess server({"--threads=1", "--max-queued-calls=" + std::to_string(kPlaces), kLongWork,
                        "--log-level=debug", kListenHttp});
  const auto channel = OpenChannel(server);
  const std::vector<std::string> large = Requests(kPlaces + kRefused, kLargeNodes);
  const Calls busy = Occupy(server, channel, 1);
  const Calls queued = SendAll(server, channel, {large.begin(), large.begin() + kPlaces});
  for (int i = 0; i < kRefused; ++i) {
    const grpc::Status status = PendingCall(channel, kInferShapes, large[kPlaces + i]).Wait();
    EXPECT_EQ(ErrorInfoOf(status).reason(), "OVERLOADED");
  }
  for (const std::string& request : Requests(5, 10)) {
    EXPECT_TRUE(PendingCall(channel, kInferShapes, request).Wait().ok());
  }
  EXPECT_EQ(Sample(server, "lane_refusals_total{lane=\"large\"}"), kRefused);
  EXPECT_EQ(Sample(server, "lane_refusals_total{lane=\"tiny\"}"), 0);
  EXPECT_EQ(Sample(server, "rejections_total{reason=\"queue_full\"}"), kRefused);
  EXPECT_EQ(Sample(server, "lane_queued_calls{lane=\"large\"}"), kPlaces);
  ExpectCancelled(busy);
  ExpectAnswered(queued);
}

// A server with two kinds of callers: one over its Unix socket, one over TCP.
struct TwoPeers {
  explicit TwoPeers(std::vector<std::string> options) : server(Complete(std::move(options))) {
    flood = OpenChannel(server);
    other = grpc::CreateChannel(server.tcp_address(), grpc::InsecureChannelCredentials());
  }
  static std::vector<std::string> Complete(std::vector<std::string> options) {
    for (const char* more : {"--threads=1", "--listen=127.0.0.1:0", kLongWork, "--log-level=debug",
                             "--log-every=1", kListenHttp}) {
      options.emplace_back(more);
    }
    return options;
  }

  ServerProcess server;
  std::shared_ptr<grpc::Channel> flood;
  std::shared_ptr<grpc::Channel> other;
};

// The queue is full of one peer's calls. Another's is taken on, and is the second of them to run.
TEST(Fairness, AFloodLeavesRoomInTheQueue) {
  TwoPeers peers({"--max-queued-calls=6"});
  const std::vector<std::string> large = Requests(9, kLargeNodes);
  const Calls busy = Occupy(peers.server, peers.flood, 1);
  const Calls queued = SendAll(peers.server, peers.flood, {large.begin(), large.begin() + 6});
  EXPECT_EQ(ErrorInfoOf(PendingCall(peers.flood, kInferShapes, large[6]).Wait()).reason(),
            "OVERLOADED");
  EXPECT_EQ(Sample(peers.server, "rejections_total{reason=\"queue_full\"}"), 1);
  const Calls others = SendAll(peers.server, peers.other, {large[7]});
  EXPECT_EQ(ErrorInfoOf(PendingCall(peers.flood, kInferShapes, large[8]).Wait()).reason(),
            "OVERLOADED");
  EXPECT_EQ(Sample(peers.server, "rejections_total{reason=\"peer_share\"}"), 1);
  ExpectCancelled(busy);
  ExpectAnswered(others);
  ExpectAnswered(queued);
  peers.server.WaitForLog("\"code\":\"OK\"", 7);
  std::string order;
  for (const auto& line : peers.server.LogOf("call")) {
    if (line.at("code") != "OK") continue;
    order += line.at("peer").get<std::string>().starts_with("ipv4:") ? 'o' : 'f';
  }
  EXPECT_EQ(order, "fofffff") << "in turns";
}

// So with the places of all calls, and their bytes.
TEST(Fairness, AFloodLeavesPlacesAndBytes) {
  const std::vector<std::string> large = Requests(3, kLargeNodes);
  size_t bytes = LongRequests(1).front().size();
  for (const std::string& request : large) bytes += request.size();
  for (const std::string& bound :
       {std::string("--max-calls-in-flight=4"), "--max-bytes-in-flight=" + std::to_string(bytes)}) {
    TwoPeers peers({bound});
    const Calls busy = Occupy(peers.server, peers.flood, 1);
    const Calls queued = SendAll(peers.server, peers.flood, large);
    const std::string tiny = Request(ChainModel(10)).SerializeAsString();
    EXPECT_EQ(ErrorInfoOf(PendingCall(peers.flood, kInferShapes, tiny).Wait()).reason(),
              "OVERLOADED")
        << bound;
    EXPECT_TRUE(PendingCall(peers.other, kInferShapes, tiny).Wait().ok()) << bound;
    EXPECT_EQ(Sample(peers.server, "inferences_total"), 1) << "before any of the flood ended";
    ExpectCancelled(busy);
    ExpectAnswered(queued);
  }
}

}  // namespace
}  // namespace shapewright::end_to_end
