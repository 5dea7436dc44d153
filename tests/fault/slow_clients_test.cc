// Clients that read slowly, or send slowly, or not at all: what they hold is memory, which others
// get where they need it; nobody else waits for them.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "server/http/pace.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"
#include "tests/fault/json_client.h"
#include "tests/fault/raw_http2.h"
#include "tests/mebibyte.h"

namespace shapewright::end_to_end {
namespace {

using server::Pace;

constexpr char kCallsInFlight[] = "shapewright_calls_in_flight";
constexpr char kBytesInFlight[] = "shapewright_bytes_in_flight";

// Calls of which no byte is read, one stream after the other.
void CallWithoutReading(ServerProcess& server, RawHttp2& client, int count) {
  for (int i = 0; i < count; ++i) {
    const auto stream = static_cast<uint32_t>(2 * i + 1);
    client.Begin(stream, kInferShapes);
    client.Send(stream, Request(ChainModel(20, i)).SerializeAsString(), true);
    server.WaitForLog("\"call\"", i + 1);
  }
}

TEST(SlowReaders, AnswersHoldMemoryAndNoPlace) {
  ServerProcess server(
      {kListenHttp, "--send-seconds=86400", "--max-calls-in-flight=2", "--log-every=1"});
  RawHttp2 client(server.socket(), 0);
  CallWithoutReading(server, client, 20);
  for (const auto& line : server.LogOf("call")) EXPECT_EQ(line.at("code"), "OK") << line;
  EXPECT_EQ(server.Metric(kCallsInFlight), 20);
  EXPECT_GE(server.Metric(kBytesInFlight), 20 * (16 << 10));
  ExpectServing(server);
}

// The memory has its bound, as if they had not been answered yet.
TEST(SlowReaders, TheMemoryOfAnswersIsBounded) {
  ServerProcess server(
      {kListenHttp, "--send-seconds=86400", "--max-bytes-in-flight=1MiB", "--log-every=1"});
  {
    RawHttp2 client(server.socket(), 0);
    CallWithoutReading(server, client, 120);
    EXPECT_LE(server.Metric(kBytesInFlight), 1.25 * kMiB + (32 << 10));
    size_t refused = 0;
    for (const auto& line : server.LogOf("call"))
      refused += line.value("reason", "") == "OVERLOADED" ? 1 : 0;
    EXPECT_GT(refused, 20U);
  }
  while (server.Metric(kBytesInFlight) > 0) std::this_thread::yield();
  ExpectServing(server);
}

// All places of the JSON port are taken by answers: those that are not read give way, the one that
// is read steadily, though it takes long, does not, even if it is the oldest.
TEST(SlowReaders, WhoReadsSteadilyIsNotCut) {
  ServerProcess server({kListenHttp, kListenJson, "--send-seconds=86400"}, FewFiles());
  const std::string address = JsonAddress(server);
  const auto answer = server.client().InferShapes(Request(ChainModel(60'000)));
  ASSERT_TRUE(answer.ok()) << answer.status();
  // No socket holds the answer.
  const std::string ask = PostOf(
      kInferShapes, "json", "{\"model\": {\"modelId\": \"" + answer->model_id() + "\"}}", kClosing);

  const RawConnection steady(address, static_cast<int>(Pace::kBytes));
  steady.Send(ask);
  std::string read = steady.Read(Pace::kBytes);
  std::atomic<bool> may_hurry = false;
  std::thread reader([&] {
    for (std::string piece = "."; !piece.empty(); read += piece) {
      if (!may_hurry) std::this_thread::sleep_for(Pace::kTime / 20);
      piece = steady.Read(Pace::kBytes);
    }
  });
  // Those who read nothing take all other places, then one from another: who comes is refused, or
  // another one is cut for it.
  std::vector<std::unique_ptr<RawConnection>> greedy;
  const auto begun = Pace::Clock::now();
  while (Pace::Clock::now() - begun < 3 * Pace::kTime) {
    auto next = std::make_unique<RawConnection>(address);
    next->Send(ask);
    if (!next->Read(1).empty()) greedy.push_back(std::move(next));
  }
  EXPECT_GT(greedy.size(), 5U) << "more than there are places";
  may_hurry = true;
  greedy.clear();
  reader.join();
  EXPECT_GT(read.size(), Pace::kBytes * 3 * 20) << "it was being read all the time";
  const size_t end = read.find("\r\n\r\n");
  ASSERT_NE(end, std::string::npos);
  EXPECT_TRUE(absl::StrContains(read.substr(0, end),
                                absl::StrCat("content-length: ", read.size() - end - 4, "\r\n")))
      << "the whole answer";
}

// Bodies that stopped coming hold all that bodies may: another one gets what it needs.
TEST(SlowBodies, GiveWayToOthers) {
  ServerProcess server(SmallServer());
  const std::string address = JsonAddress(server);
  const std::string begin =
      HeadOf(kMergeShapes, "json", "Content-Length: 60000000") + std::string(3 * kMiB, ' ');
  std::vector<std::unique_ptr<RawConnection>> slow;
  const auto has_refusal = [&slow] {
    for (const auto& each : slow) {
      if (each->HasAnswer()) return true;
    }
    return false;
  };
  while (!has_refusal()) {
    slow.push_back(std::make_unique<RawConnection>(address));
    slow.back()->Send(begin);
    ASSERT_LT(slow.size(), 200U);
  }
  // A body of this size has half a minute. In a fifth of it those that came to a stop are slow.
  std::this_thread::sleep_for(Pace::kTime + std::chrono::seconds(1));
  const std::string body = "{" + std::string(24 * kMiB, ' ') + "}";
  EXPECT_EQ(Post(address, kMergeShapes, body).status, 200);
  ExpectServing(server);
}

}  // namespace
}  // namespace shapewright::end_to_end
