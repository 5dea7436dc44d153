#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "shapewright/v1/merge.pb.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/models.h"
#include "tests/end_to_end/server_process.h"

namespace shapewright::end_to_end {
namespace {

// Threads that do not interrupt others when they wake up.
int ThreadsThatGiveWay(int pid) {
  int count = 0;
  for (const auto& thread :
       std::filesystem::directory_iterator("/proc/" + std::to_string(pid) + "/task")) {
    if (sched_getscheduler(std::stoi(thread.path().filename())) == SCHED_BATCH) ++count;
  }
  return count;
}

// Of models in the lane of large work, which wait for the one thread: lighter calls would not.
constexpr int kLargeNodes = 60'000;

// One call runs and two wait: the others are refused at once, and may try
// again; what was accepted is answered, and not interrupted for those that are refused.
TEST(Overload, ASmallQueueRefusesAtOnce) {
  ServerProcess server({"--threads=1", "--max-queued-calls=2", "--log-level=debug"});
  const auto channel = OpenChannel(server);
  // Made before, which takes a while: nothing that was accepted may end until all are sent.
  const auto slow_requests = SlowRequests(3, 1'000'000);
  const auto large_requests = SlowRequests(5, kLargeNodes);
  std::vector<std::unique_ptr<PendingCall>> accepted;
  for (const std::string& slow : slow_requests) {
    accepted.push_back(std::make_unique<PendingCall>(channel, kInferShapes, slow));
    server.WaitForLog("\"call_accepted\"", static_cast<int>(accepted.size()));
  }
  EXPECT_EQ(ThreadsThatGiveWay(server.process().pid()), 0);
  std::vector<std::unique_ptr<PendingCall>> refused;
  for (const std::string& large : large_requests) {
    refused.push_back(std::make_unique<PendingCall>(channel, kInferShapes, large));
  }
  for (const auto& call : refused) {
    const grpc::Status status = call->Wait();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    EXPECT_EQ(ErrorInfoOf(status).reason(), "OVERLOADED");
    EXPECT_TRUE(HasRetryInfo(status));
    EXPECT_EQ(call->Trailer("grpc-retry-pushback-ms"), "100");
  }
  EXPECT_GT(ThreadsThatGiveWay(server.process().pid()), 0);
  for (const auto& call : accepted) {
    const grpc::Status status = call->Wait();
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
  ExpectServing(server);
}

// What came of many calls at once.
struct Outcome {
  int answered = 0;
  int refused = 0;
};

Outcome WaitForAll(const std::vector<std::unique_ptr<PendingCall>>& calls) {
  Outcome outcome;
  for (const auto& call : calls) {
    const grpc::Status status = call->Wait();
    if (status.ok()) {
      ++outcome.answered;
      continue;
    }
    ++outcome.refused;
    EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << status.error_message();
    EXPECT_EQ(ErrorInfoOf(status).reason(), "OVERLOADED");
    EXPECT_TRUE(HasRetryInfo(status));
    EXPECT_EQ(call->Trailer("grpc-retry-pushback-ms"), "100");
  }
  return outcome;
}

// Five times what is taken on, while the one thread is busy: exactly the bound is taken on and
// answered, all else refused.
TEST(Overload, FiveTimesTheCalls) {
  constexpr int kPlaces = 10;
  ServerProcess server({"--threads=1", "--max-calls-in-flight=10", "--log-level=debug"});
  const auto channel = OpenChannel(server);
  const std::vector<std::string> large = SlowRequests(1 + 5 * kPlaces / 2, kLargeNodes);
  std::vector<std::unique_ptr<PendingCall>> calls;
  calls.push_back(
      std::make_unique<PendingCall>(channel, kInferShapes, SlowRequests(1, 1'000'000).front()));
  server.WaitForLog("\"call_accepted\"");
  for (int i = 1; i < 5 * kPlaces; ++i) {
    // Different ones and equal ones.
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, large[1 + i / 2]));
  }
  const Outcome outcome = WaitForAll(calls);
  EXPECT_EQ(outcome.answered, kPlaces);
  EXPECT_EQ(outcome.refused, 4 * kPlaces);
  ExpectServing(server);
}

// The same with few large calls: the bytes are what is bounded.
TEST(Overload, FiveTimesTheBytes) {
  constexpr int kPlaces = 6;
  const std::string slow = SlowRequests(1, 1'000'000).front();
  const std::vector<std::string> large = SlowRequests(5 * kPlaces, kLargeNodes);
  // The first request is that of another variant, and smaller.
  const size_t limit = slow.size() + kPlaces * large[1].size();
  ServerProcess server(
      {"--threads=1", "--max-bytes-in-flight=" + std::to_string(limit), "--log-level=debug"});
  const auto channel = OpenChannel(server);
  std::vector<std::unique_ptr<PendingCall>> calls;
  calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, slow));
  server.WaitForLog("\"call_accepted\"");
  for (int i = 1; i < 5 * kPlaces; ++i) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, large[i]));
  }
  const Outcome outcome = WaitForAll(calls);
  EXPECT_EQ(outcome.answered, 1 + kPlaces);
  EXPECT_EQ(outcome.refused, 5 * kPlaces - 1 - kPlaces);
  ExpectServing(server);
}

// So large that it waits for the thread.
v1::MergeShapesRequest MergeRequest(int number) {
  constexpr size_t kLargeBytes = 1'200'000;
  v1::MergeShapesRequest request;

  v1::MergeCase& merge = *request.add_cases();
  merge.set_label(absl::StrFormat("%04d", number) + std::string(kLargeBytes, '.'));
  merge.mutable_merge()->add_operands()->set_text("[2]");
  return request;
}

// The bounds are those of all methods together: by calls, and by bytes.
TEST(Overload, OtherMethodsTakePlacesToo) {
  constexpr int kPlaces = 10;
  const std::string slow = SlowRequests(1, 1'000'000).front();
  const size_t bytes = slow.size() + kPlaces * MergeRequest(0).ByteSizeLong();
  for (const std::string& bound : {std::string("--max-calls-in-flight=11"),
                                   "--max-bytes-in-flight=" + std::to_string(bytes)}) {
    ServerProcess server({"--threads=1", bound, "--log-level=debug"});
    const auto channel = OpenChannel(server);
    std::vector<std::unique_ptr<PendingCall>> calls;
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, slow));
    server.WaitForLog("\"call_accepted\"");
    for (int i = 0; i < 5 * kPlaces; ++i) {
      calls.push_back(std::make_unique<PendingCall>(channel, kMergeShapes,
                                                    MergeRequest(i).SerializeAsString()));
    }
    const Outcome outcome = WaitForAll(calls);
    EXPECT_EQ(outcome.answered, 1 + kPlaces) << bound;
    EXPECT_EQ(outcome.refused, 4 * kPlaces) << bound;
    ExpectServing(server);
  }
}

}  // namespace
}  // namespace shapewright::end_to_end
