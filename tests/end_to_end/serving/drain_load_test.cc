// A server that is stopped while clients keep calling loses none of the calls that it took on.
#include <gtest/gtest.h>

#include <atomic>
#include <csignal>
#include <string>
#include <thread>
#include <vector>

#include "absl/strings/str_split.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

constexpr int kClients = 4;
constexpr int kCallsBefore = 60;

int CountLines(const std::string& log, absl::string_view text) {
  int count = 0;
  for (const absl::string_view line : absl::StrSplit(log, '\n')) {
    if (line.find(text) != absl::string_view::npos) ++count;
  }
  return count;
}

// Clients that call until the server is gone. Some requests are large, and take the other way into
// the pool; two clients ask the same of these at about the same time, so that calls join. Nobody
// asks a small one twice: one that is in the cache would be answered before it is taken on.
class Load {
 public:
  explicit Load(const ServerProcess& server) {
    for (int client = 0; client < kClients; ++client) {
      clients_.emplace_back([this, &server, client] { Run(server, client); });
    }
  }
  ~Load() { Join(); }

  void WaitForAnswers(int count) const {
    while (answers_ < count && !is_over_) std::this_thread::yield();
  }
  void Join() {
    for (std::thread& client : clients_) {
      if (client.joinable()) client.join();
    }
  }
  int answers() const { return answers_; }
  int lost() const { return lost_; }

 private:
  void Run(const ServerProcess& server, int client) {
    const auto channel = OpenChannel(server);
    for (int i = 0;; ++i) {
      const bool is_large = i % 2 == 1;
      const int nodes = is_large ? 5'000 : 20;
      const int variant = 1 + i * kClients + (is_large ? client / 2 : client);
      PendingCall call(channel, kInferShapes,
                       Request(ChainModel(nodes, variant)).SerializeAsString());
      const grpc::Status status = call.Wait();
      if (status.ok()) {
        ++answers_;
        continue;
      }
      // Too late: told so by the server; or by gRPC, which cannot connect any more, or which
      // closed the connection before it had shown the call to the server (CANCELLED).
      const bool is_late = status.error_code() == grpc::StatusCode::UNAVAILABLE ||
                           status.error_code() == grpc::StatusCode::CANCELLED;
      if (!is_late) {
        ++lost_;
        ADD_FAILURE() << status.error_code() << ": " << status.error_message();
      }
      is_over_ = true;
      return;
    }
  }

  std::atomic<int> answers_{0};
  std::atomic<int> lost_{0};
  std::atomic<bool> is_over_{false};
  std::vector<std::thread> clients_;
};

class DrainLoadTest : public testing::TestWithParam<int> {};

TEST_P(DrainLoadTest, NoAcceptedCallIsLost) {
  ServerProcess server({"--threads=2", "--log-level=debug"});
  Load load(server);
  load.WaitForAnswers(kCallsBefore + GetParam());
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
  load.Join();
  EXPECT_EQ(load.answers(), CountLines(server.Log(), "\"call_accepted\""));
  EXPECT_GE(load.answers(), kCallsBefore);
  EXPECT_EQ(load.lost(), 0);
}

INSTANTIATE_TEST_SUITE_P(TenTimes, DrainLoadTest, testing::Range(0, 10));

}  // namespace
}  // namespace shapewright::end_to_end
