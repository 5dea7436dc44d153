// Work that nobody waits for stops soon.
#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>
#include <string>

#include "absl/strings/str_split.h"
#include "client/cpp/model_id.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/models.h"
#include "tests/end_to_end/server_process.h"

namespace shapewright::end_to_end {
namespace {

constexpr int kNodes = 1'000'000;
// The engine looks up this often.
constexpr int kInterval = 1024;
constexpr int kTries = 20;

// The last line about work that was stopped.
nlohmann::json LastStop(const ServerProcess& server) {
  nlohmann::json last;
  for (const absl::string_view line : absl::StrSplit(server.Log(), '\n')) {
    if (line.find("\"work_stopped\"") == absl::string_view::npos) continue;
    last = nlohmann::json::parse(std::string(line), nullptr, false);
  }
  return last;
}

// A server that keeps the large model: a call by its id is in the middle of its nodes at once.
class InterruptTest : public testing::Test {
 protected:
  InterruptTest() : server_({"--threads=1", "--log-level=debug"}) {
    const std::string model = ChainModel(kNodes);
    request_ = RequestById(ModelId(model)).SerializeAsString();
    const auto uploaded = server_.client().UploadModel(model);
    EXPECT_TRUE(uploaded.ok()) << uploaded.status();
  }

  // Checks the count of nodes that were visited in vain. Whether the work had begun.
  bool ExpectStopped(int stop) {
    server_.WaitForLog("\"work_stopped\"", stop);
    const nlohmann::json line = LastStop(server_);
    EXPECT_LE(line["nodes_in_vain"].get<int64_t>(), kInterval) << line;
    EXPECT_LT(line["nodes"].get<int64_t>(), kNodes) << line;
    return line["nodes"].get<int64_t>() > 0;
  }

  ServerProcess server_;
  std::string request_;
};

TEST_F(InterruptTest, ACancelledCall) {
  bool was_running = false;
  for (int i = 1; i <= kTries && !was_running; ++i) {
    PendingCall call(OpenChannel(server_), kInferShapes, request_);
    server_.WaitForLog("\"call_accepted\"", i);
    call.Cancel();
    EXPECT_EQ(call.Wait().error_code(), grpc::StatusCode::CANCELLED);
    was_running = ExpectStopped(i);
  }
  EXPECT_TRUE(was_running) << "each call was cancelled before its work began";
  ExpectServing(server_);
}

TEST_F(InterruptTest, ALateCall) {
  bool was_running = false;
  for (int i = 1; i <= kTries && !was_running; ++i) {
    PendingCall call(OpenChannel(server_), kInferShapes, request_, {},
                     std::chrono::milliseconds(10 + 5 * i));
    EXPECT_EQ(call.Wait().error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
    was_running = ExpectStopped(i);
  }
  EXPECT_TRUE(was_running) << "each call was late before its work began";
  ExpectServing(server_);
}

}  // namespace
}  // namespace shapewright::end_to_end
