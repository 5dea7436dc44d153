#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/models.h"
#include "tests/end_to_end/server_process.h"

namespace shapewright::end_to_end {
namespace {

// One call runs and two wait: the others are refused at once, and may try
// again; what was accepted is answered.
TEST(Overload, ASmallQueueRefusesAtOnce) {
  ServerProcess server({"--threads=1", "--max-queued-calls=2", "--log-level=debug"});
  const auto channel = OpenChannel(server);
  const std::string slow = Request(ChainModel(1'000'000)).SerializeAsString();
  std::vector<std::unique_ptr<PendingCall>> accepted;
  for (int i = 0; i < 3; ++i) {
    accepted.push_back(std::make_unique<PendingCall>(channel, kInferShapes, slow));
    server.WaitForLog("\"call_accepted\"", i + 1);
  }
  for (int i = 0; i < 5; ++i) {
    PendingCall call(channel, kInferShapes, Request(ReluModel()).SerializeAsString());
    const grpc::Status status = call.Wait();
    EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
    EXPECT_EQ(ErrorInfoOf(status).reason(), "OVERLOADED");
    EXPECT_TRUE(HasRetryInfo(status));
    EXPECT_EQ(call.Trailer("grpc-retry-pushback-ms"), "100");
  }
  for (const auto& call : accepted) {
    const grpc::Status status = call->Wait();
    EXPECT_TRUE(status.ok()) << status.error_message();
  }
  ExpectServing(server);
}

}  // namespace
}  // namespace shapewright::end_to_end
