#include <gtest/gtest.h>
#include <sched.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_format.h"
#include "shapewright/v1/merge.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

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

using Calls = std::vector<std::unique_ptr<PendingCall>>;

// Keeps the one thread of a server with kLongWork busy.
std::unique_ptr<PendingCall> Occupy(ServerProcess& server,
                                    const std::shared_ptr<grpc::Channel>& channel,
                                    const std::string& request = LongRequests(1).front()) {
  auto call = std::make_unique<PendingCall>(channel, kEvaluateShapes, request);
  server.WaitForLog("\"call_accepted\"");
  return call;
}

void ExpectRefused(const PendingCall& call, const grpc::Status& status) {
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED) << status.error_message();
  EXPECT_EQ(ErrorInfoOf(status).reason(), "OVERLOADED");
  EXPECT_TRUE(HasRetryInfo(status));
  EXPECT_EQ(call.Trailer("grpc-retry-pushback-ms"), "100");
}

// One call runs and two wait: the others are refused at once, and may try
// again; what was accepted is answered, and not interrupted for those that are refused.
TEST(Overload, ASmallQueueRefusesAtOnce) {
  ServerProcess server({"--threads=1", "--max-queued-calls=2", kLongWork, "--log-level=debug"});
  const auto channel = OpenChannel(server);
  const std::vector<std::string> large = SlowRequests(7, kLargeNodes);
  const auto send = [&](Calls& calls, size_t first, size_t end) {
    for (size_t i = first; i < end; ++i) {
      calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, large[i]));
    }
  };
  const auto busy = Occupy(server, channel);
  Calls waiting;
  send(waiting, 0, 2);
  server.WaitForLog("\"call_accepted\"", 3);
  EXPECT_EQ(ThreadsThatGiveWay(server.process().pid()), 0);
  Calls refused;
  send(refused, 2, large.size());
  for (const auto& call : refused) ExpectRefused(*call, call->Wait());
  EXPECT_GT(ThreadsThatGiveWay(server.process().pid()), 0);
  busy->ExpectCancels();
  for (const auto& call : waiting) {
    const grpc::Status status = call->Wait();
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
  ExpectServing(server);
}

// Of many calls at once, while the one thread is busy, so many are refused; all others are answered
// as soon as it is free.
void ExpectRefuses(ServerProcess& server, int count, PendingCall& busy, const Calls& calls) {
  server.WaitForLog("\"OVERLOADED\"", count);
  busy.ExpectCancels();
  int refused = 0;
  for (const auto& call : calls) {
    const grpc::Status status = call->Wait();
    if (status.ok()) continue;
    ++refused;
    ExpectRefused(*call, status);
  }
  EXPECT_EQ(refused, count);
  ExpectServing(server);
}

// Five times what is taken on: exactly the bound is taken on and answered, all else refused.
TEST(Overload, FiveTimesTheCalls) {
  constexpr int kPlaces = 10;
  ServerProcess server({"--threads=1", "--max-calls-in-flight=10", kLongWork, "--log-level=debug"});
  const auto channel = OpenChannel(server);
  const std::vector<std::string> large = SlowRequests(1 + 5 * kPlaces / 2, kLargeNodes);
  const auto busy = Occupy(server, channel);
  Calls calls;
  for (int i = 1; i < 5 * kPlaces; ++i) {
    // Different ones and equal ones.
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, large[1 + i / 2]));
  }
  ExpectRefuses(server, 4 * kPlaces, *busy, calls);
}

// The same with few large calls: the bytes are what is bounded.
TEST(Overload, FiveTimesTheBytes) {
  constexpr int kPlaces = 6;
  const std::string first = LongRequests(1).front();
  const std::vector<std::string> large = SlowRequests(5 * kPlaces, kLargeNodes);
  // The first request is that of another variant, and smaller.
  const size_t limit = first.size() + kPlaces * large[1].size();
  ServerProcess server({"--threads=1", "--max-bytes-in-flight=" + std::to_string(limit), kLongWork,
                        "--log-level=debug"});
  const auto channel = OpenChannel(server);
  const auto busy = Occupy(server, channel, first);
  Calls calls;
  for (int i = 1; i < 5 * kPlaces; ++i) {
    calls.push_back(std::make_unique<PendingCall>(channel, kInferShapes, large[i]));
  }
  ExpectRefuses(server, 5 * kPlaces - 1 - kPlaces, *busy, calls);
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
  const std::string first = LongRequests(1).front();
  const size_t bytes = first.size() + kPlaces * MergeRequest(0).ByteSizeLong();
  for (const std::string& bound : {std::string("--max-calls-in-flight=11"),
                                   "--max-bytes-in-flight=" + std::to_string(bytes)}) {
    ServerProcess server({"--threads=1", bound, kLongWork, "--log-level=debug"});
    const auto channel = OpenChannel(server);
    const auto busy = Occupy(server, channel, first);
    Calls calls;
    for (int i = 0; i < 5 * kPlaces; ++i) {
      calls.push_back(std::make_unique<PendingCall>(channel, kMergeShapes,
                                                    MergeRequest(i).SerializeAsString()));
    }
    ExpectRefuses(server, 4 * kPlaces, *busy, calls);
  }
}

}  // namespace
}  // namespace shapewright::end_to_end
