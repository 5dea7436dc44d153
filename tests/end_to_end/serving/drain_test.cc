#include <gtest/gtest.h>
#include <sys/stat.h>

#include <atomic>
#include <csignal>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/match.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

bool Exists(const std::string& path) {
  struct stat info = {};
  return lstat(path.c_str(), &info) == 0;
}

class StopTest : public testing::TestWithParam<int> {};

TEST_P(StopTest, IdleServerExitsCleanly) {
  ServerProcess server;
  ExpectServing(server);
  server.process().Signal(GetParam());
  EXPECT_EQ(server.process().Wait(), 0);
  EXPECT_FALSE(Exists(server.socket()));
  EXPECT_TRUE(absl::StrContains(server.Log(), "\"stopped\""));
  const auto response = server.client().InferShapes(Request(ReluModel()));
  EXPECT_TRUE(absl::IsUnavailable(response.status()));
}

INSTANTIATE_TEST_SUITE_P(Stop, StopTest, testing::Values(SIGTERM, SIGINT, SIGQUIT),
                         [](const auto& info) {
                           return info.param == SIGTERM  ? "SIGTERM"
                                  : info.param == SIGINT ? "SIGINT"
                                                         : "SIGQUIT";
                         });

TEST(Signals, OthersEndNothing) {
  ServerProcess server({"--drain-wait-seconds=600"});
  const auto send_all = [&] {
    for (const int signal : {SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGIO, SIGHUP}) {
      server.process().Signal(signal);
    }
  };
  send_all();
  server.WaitForLog("\"signal_ignored\"");
  ExpectServing(server);
  server.process().Signal(SIGTERM);
  server.WaitForLog("\"stopping\"");
  send_all();
  ExpectServing(server);
  server.process().Signal(SIGQUIT);
  EXPECT_EQ(server.process().Wait(), -SIGQUIT) << "the second signal that stops";
}

// A call that was accepted is answered, whether it runs or waits.
TEST(Stop, AcceptedCallsAreAnswered) {
  ServerProcess server({"--threads=1", "--log-level=debug", "--drain-seconds=600"});
  const auto channel = OpenChannel(server);
  std::vector<std::unique_ptr<PendingCall>> calls;
  for (const std::string& slow : SlowRequests(6, 300'000)) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, slow));
  }
  server.WaitForLog("\"call_accepted\"", 6);
  server.process().Signal(SIGTERM);
  server.WaitForLog("\"draining\"");
  EXPECT_EQ(PendingCall(channel, kInferShapes, Request(ReluModel()).SerializeAsString())
                .Wait()
                .error_code(),
            grpc::StatusCode::UNAVAILABLE)
      << "too late";
  for (const auto& call : calls) {
    const grpc::Status status = call->Wait();
    EXPECT_TRUE(status.ok()) << status.error_message();
    v1::InferShapesResponse response;
    EXPECT_TRUE(response.ParseFromString(call->response()));
    EXPECT_EQ(response.statistics().nodes(), 300'000);
  }
  EXPECT_EQ(server.process().Wait(), 0);
  EXPECT_FALSE(Exists(server.socket()));
}

// Calls that outlast the time for draining are cancelled, not waited for.
TEST(Stop, TheDrainHasAnEnd) {
  ServerProcess server({"--threads=1", "--drain-seconds=0", "--log-level=debug"});
  const auto channel = OpenChannel(server);
  std::vector<std::unique_ptr<PendingCall>> calls;
  for (const std::string& slow : SlowRequests(3, 1'000'000)) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, slow));
  }
  server.WaitForLog("\"call_accepted\"", 3);
  server.process().Signal(SIGTERM);
  EXPECT_FALSE(calls.back()->Wait().ok());
  calls[0]->Wait();
  calls[1]->Wait();
  EXPECT_EQ(server.process().Wait(), 0);
}

class StopUnderLoadTest : public testing::TestWithParam<int> {};

// What the server says that it answered has arrived; all else was refused.
TEST_P(StopUnderLoadTest, NoAcceptedCallIsLost) {
  ServerProcess server({"--log-every=1", "--threads=2"});
  const std::string request = Request(ReluModel()).SerializeAsString();
  std::atomic<int> answered = 0;
  constexpr size_t kCallers = 4;
  std::vector<std::thread> callers;
  callers.reserve(kCallers);
  for (size_t i = 0; i < kCallers; ++i) {
    callers.emplace_back([&] {
      const auto channel = OpenChannel(server);
      grpc::Status status;
      while (status.ok()) {
        status = PendingCall(channel, kInferShapes, request).Wait();
        if (status.ok()) ++answered;
      }
      EXPECT_TRUE(status.error_code() == grpc::StatusCode::UNAVAILABLE ||
                  status.error_code() == grpc::StatusCode::CANCELLED)
          << status.error_code() << status.error_message();
    });
  }
  while (answered < 20 * (GetParam() + 1)) std::this_thread::yield();
  server.process().Signal(SIGTERM);
  for (std::thread& caller : callers) caller.join();
  EXPECT_EQ(server.process().Wait(), 0);
  int accepted = 0;
  for (const auto& line : server.LogOf("call")) accepted += line.at("code") == "OK" ? 1 : 0;
  EXPECT_EQ(accepted, answered);
}

INSTANTIATE_TEST_SUITE_P(Stop, StopUnderLoadTest, testing::Range(0, 10));

TEST(Stop, ASecondSignalEndsItAtOnce) {
  ServerProcess server({"--threads=1", "--log-level=debug"});
  const auto channel = OpenChannel(server);
  const std::string slow = Request(ChainModel(1'000'000)).SerializeAsString();
  PendingCall first(channel, kInferShapes, slow);
  PendingCall second(channel, kInferShapes, slow);
  server.WaitForLog("\"call_accepted\"", 2);
  server.process().Signal(SIGTERM);
  server.WaitForLog("\"stopping\"");
  server.process().Signal(SIGINT);
  EXPECT_EQ(server.process().Wait(), -SIGINT);
  EXPECT_FALSE(second.Wait().ok());
  first.Wait();
}

}  // namespace
}  // namespace shapewright::end_to_end
