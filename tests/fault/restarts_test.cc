// A server that stops while plain clients call, which try nothing again: what they see besides
// answers is UNAVAILABLE, after which anybody may call again, and what was taken on is answered.
#include <grpcpp/channel.h>
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/fault/json_client.h"

namespace shapewright::end_to_end {
namespace {

// Callers of a server, until it is gone. Several share each connection.
class PlainCallers {
 public:
  explicit PlainCallers(const ServerProcess& server) {
    constexpr int kConnections = 4;
    constexpr int kCallersOfEach = 4;
    for (int i = 0; i < kConnections; ++i) {
      const auto channel = OpenChannel(server);
      for (int k = 0; k < kCallersOfEach; ++k) {
        callers_.emplace_back([this, channel, i, k] { CallUntilItStops(channel, i, k); });
      }
    }
  }
  ~PlainCallers() { Join(); }

  void Join() {
    for (std::thread& caller : callers_) {
      if (caller.joinable()) caller.join();
    }
  }
  int answered() const { return answered_; }
  // How the others ended.
  std::map<grpc::StatusCode, int> TakeFailures() {
    const std::lock_guard<std::mutex> lock(mutex_);
    return failures_;
  }

 private:
  void CallUntilItStops(const std::shared_ptr<grpc::Channel>& channel, int i, int k) {
    // Some of them are kept, some are large.
    for (int number = 0;; ++number) {
      const int nodes = k == 0 ? 3000 : 3;
      const int variant = k < 2 ? 0 : number * 100 + i * 10 + k;
      const std::string request = Request(ChainModel(nodes, variant)).SerializeAsString();
      const grpc::Status status = PendingCall(channel, kInferShapes, request).Wait();
      if (status.ok()) {
        ++answered_;
        continue;
      }
      const std::lock_guard<std::mutex> lock(mutex_);
      ++failures_[status.error_code()];
      return;
    }
  }

  std::atomic<int> answered_{0};
  std::mutex mutex_;
  std::map<grpc::StatusCode, int> failures_;
  std::vector<std::thread> callers_;
};

class RestartTest : public testing::TestWithParam<int> {};

TEST_P(RestartTest, PlainCallersSeeAnswersAndUnavailableAlone) {
  ServerProcess server({"--log-every=1", "--threads=2"});
  PlainCallers callers(server);
  while (callers.answered() < 100 * (GetParam() + 1)) std::this_thread::yield();
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
  callers.Join();
  for (const auto& [code, count] : callers.TakeFailures()) {
    EXPECT_EQ(code, grpc::StatusCode::UNAVAILABLE) << count;
  }
  int answers = 0;
  for (const auto& line : server.LogOf("call")) answers += line.at("code") == "OK" ? 1 : 0;
  EXPECT_EQ(answers, callers.answered()) << "what was answered has arrived";
}

INSTANTIATE_TEST_SUITE_P(TenTimes, RestartTest, testing::Range(0, 10));

// Work that the drain cuts.
TEST(Restart, WhatTheDrainCutsIsUnavailable) {
  ServerProcess server({"--threads=1", "--drain-seconds=0", kLongWork, "--log-level=debug"});
  const auto channel = OpenChannel(server);
  std::vector<std::unique_ptr<PendingCall>> calls;
  for (const std::string& request : LongRequests(3)) {
    calls.push_back(std::make_unique<PendingCall>(channel, kEvaluateShapes, request));
  }
  server.WaitForLog("\"call_accepted\"", 3);
  server.process().Signal(SIGTERM);
  for (const auto& call : calls) {
    EXPECT_EQ(call->Wait().error_code(), grpc::StatusCode::UNAVAILABLE);
  }
  EXPECT_EQ(server.process().Wait(), 0);
}

// On the JSON port: an answer, 503, or a connection that ends.
TEST(Restart, TheJsonPortSaysUnavailable) {
  ServerProcess server({kListenJson});
  const std::string address = JsonAddress(server);
  std::atomic<int> answers = 0;
  std::vector<std::thread> callers;
  for (int i = 0; i < 4; ++i) {
    callers.emplace_back([&, i] {
      for (int number = 0;; ++number) {
        const std::string body = "{\"cases\": [{\"merge\": {\"operands\": [{\"text\": \"[" +
                                 std::to_string(number) + "]\"}, {\"text\": \"[" +
                                 std::to_string(i) + "]\"}]}}]}";
        const int status = Post(address, kMergeShapes, body).status;
        if (status == 200) {
          ++answers;
          continue;
        }
        EXPECT_TRUE(status == 503 || status == 0) << status;
        return;
      }
    });
  }
  while (answers < 200) std::this_thread::yield();
  server.process().Signal(SIGTERM);
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(server.process().Wait(), 0);
}

}  // namespace
}  // namespace shapewright::end_to_end
