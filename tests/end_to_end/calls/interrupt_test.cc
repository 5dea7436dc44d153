// Work that nobody waits for stops soon.
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "core/base/work.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

constexpr char kWorkDone[] = "shapewright_work_total";
constexpr int kNodes = 10'000;
// Their memory is planned for each: some hundred million operations, so that no call is answered
// before it is cancelled or late.
constexpr int kBindings = 10'000;
// The engine looks up this often, but for what the buffers of one binding count at once.
constexpr int64_t kInterval = Work::kPollInterval + 10 * kNodes;

// A server that keeps the model: a call by its id is at work at once.
class InterruptTest : public testing::Test {
 protected:
  InterruptTest() : server_({"--threads=1", "--log-level=debug", kListenHttp, kLongWork}) {
    const auto uploaded = server_.client().UploadModel(ChainModel(kNodes));
    EXPECT_TRUE(uploaded.ok()) << uploaded.status();
    v1::EvaluateShapesRequest request;
    if (uploaded.ok()) request.mutable_model()->set_model_id(uploaded->model_id());
    request.mutable_memory();
    for (int i = 1; i <= kBindings; ++i) {
      v1::SymbolSize& size = *request.add_bindings()->add_symbols();
      size.set_symbol("N");
      size.set_size(i);
    }
    request_ = request.SerializeAsString();
  }

  // Whether work was done since the metric said `before`. If so, waits until it has stopped, and
  // checks what was done in vain.
  bool ExpectStopped(double before) {
    if (server_.Metric(kWorkDone) == before) return false;
    server_.WaitForLog("\"work_stopped\"");
    bool was_running = false;
    for (const auto& line : server_.LogOf("work_stopped")) {
      EXPECT_LE(line["work_in_vain"].get<int64_t>(), kInterval) << line;
      was_running |= line["work"].get<int64_t>() > 0;
    }
    return was_running;
  }

  ServerProcess server_;
  std::string request_;
};

TEST_F(InterruptTest, ACancelledCall) {
  const double before = server_.Metric(kWorkDone);
  PendingCall call(OpenChannel(server_), kEvaluateShapes, request_);
  while (server_.Metric(kWorkDone) == before) std::this_thread::yield();
  call.Cancel();
  EXPECT_EQ(call.Wait().error_code(), grpc::StatusCode::CANCELLED);
  EXPECT_TRUE(ExpectStopped(before));
  ExpectServing(server_);
}

// How long a call takes to the server depends on what else the machine does: a client may be late
// before the server hears of its call, or begins with it; then there is no work to stop.
TEST_F(InterruptTest, ALateCall) {
  bool was_running = false;
  for (std::chrono::milliseconds deadline{10}; !was_running; deadline *= 2) {
    const double before = server_.Metric(kWorkDone);
    PendingCall call(OpenChannel(server_), kEvaluateShapes, request_, {}, deadline);
    ASSERT_EQ(call.Wait().error_code(), grpc::StatusCode::DEADLINE_EXCEEDED);
    was_running = ExpectStopped(before);
  }
  ExpectServing(server_);
}

}  // namespace
}  // namespace shapewright::end_to_end
