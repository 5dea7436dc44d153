// Work that nobody waits for stops soon.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <string>

#include "core/base/work.h"
#include "core/wire/model_id.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

constexpr int kNodes = 1'000'000;
// The engine looks up this often, but for what one node counts at once.
constexpr int64_t kInterval = Work::kPollInterval + 1000;
constexpr int kTries = 100;

// A server that keeps the large model: a call by its id is in the middle of its nodes at once. It
// keeps no answer: a call that is answered after all is work again the next time.
class InterruptTest : public testing::Test {
 protected:
  InterruptTest()
      : server_({"--threads=1", "--log-level=debug", "--log-every=1", "--result-cache-bytes=0"}) {
    const std::string model = ChainModel(kNodes);
    request_ = RequestById(ModelId(model)).SerializeAsString();
    const auto uploaded = server_.client().UploadModel(model);
    EXPECT_TRUE(uploaded.ok()) << uploaded.status();
  }

  // Waits until nobody works for the calls that were accepted, and checks what was done in
  // vain. Whether the work of one had begun.
  bool ExpectStopped() {
    const auto accepted = static_cast<int>(server_.LogOf("call_accepted").size());
    // One line more is that of the upload.
    server_.WaitForLog("\"event\":\"call\"", accepted + 1);
    server_.WaitForLog("\"work_stopped\"", accepted - CountAnswered());
    bool was_running = false;
    for (const auto& line : server_.LogOf("work_stopped")) {
      EXPECT_LE(line["work_in_vain"].get<int64_t>(), kInterval) << line;
      was_running |= line["work"].get<int64_t>() > 0;
    }
    return was_running;
  }

  int CountAnswered() {
    const auto calls = server_.LogOf("call");
    return static_cast<int>(std::count_if(calls.begin(), calls.end(), [](const auto& call) {
      return call["method"] == "InferShapes" && call["code"] == "OK";
    }));
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
    was_running = ExpectStopped();
  }
  EXPECT_TRUE(was_running) << "each call was cancelled before its work began";
  ExpectServing(server_);
}

// How long a call takes to the server, and its work there, depends on what else the machine does: a
// client may be late before the server hears of its call, which then stops no work.
TEST_F(InterruptTest, ALateCall) {
  bool was_running = false;
  auto deadline = std::chrono::milliseconds(10);
  for (int i = 1; i <= kTries && !was_running; ++i) {
    PendingCall call(OpenChannel(server_), kInferShapes, request_, {}, deadline);
    const grpc::Status status = call.Wait();
    was_running = ExpectStopped();
    if (status.ok()) {
      deadline = deadline * 2 / 3;
    } else {
      EXPECT_EQ(status.error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
      deadline *= 2;
    }
  }
  EXPECT_TRUE(was_running) << "each call was late before its work began";
  ExpectServing(server_);
}

}  // namespace
}  // namespace shapewright::end_to_end
