#include <gtest/gtest.h>

#include <csignal>
#include <string>
#include <thread>

#include "absl/strings/match.h"
#include "grpc/health/v1/health.grpc.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using grpc::health::v1::HealthCheckResponse;

TEST(Health, Check) {
  ServerProcess server;
  EXPECT_TRUE(server.client().CheckHealth().ok());
  EXPECT_TRUE(server.client().CheckHealth("shapewright.v1.ShapeService").ok());
  EXPECT_TRUE(server.client().CheckHealth("shapewright.v1.ModelService").ok());
  EXPECT_TRUE(server.client().CheckHealth("shapewright.v1.PlanService").ok());
  EXPECT_TRUE(absl::IsNotFound(server.client().CheckHealth("no.such")));
}

// Who watches learns of the end before it comes, and does not delay it.
TEST(Health, WatchEndsWithTheServer) {
  ServerProcess server({"--drain-seconds=600"});
  const auto stub = grpc::health::v1::Health::NewStub(OpenChannel(server));
  grpc::ClientContext context;
  const auto stream = stub->Watch(&context, grpc::health::v1::HealthCheckRequest());
  HealthCheckResponse response;
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::SERVING);
  server.process().Signal(SIGTERM);
  ASSERT_TRUE(stream->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::NOT_SERVING);
  EXPECT_EQ(server.process().Wait(), 0);
}

TEST(Reflection, ListsTheServices) {
  ServerProcess server;
  // ServerReflectionRequest { list_services: "" }.
  const std::vector<std::string> responses =
      CallStream(server, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
                 std::string("\x3a\x00", 2));
  ASSERT_EQ(responses.size(), 1);
  EXPECT_TRUE(absl::StrContains(responses[0], "shapewright.v1.ShapeService"));
  EXPECT_TRUE(absl::StrContains(responses[0], "shapewright.v1.ModelService"));
  EXPECT_TRUE(absl::StrContains(responses[0], "shapewright.v1.PlanService"));
  EXPECT_TRUE(absl::StrContains(responses[0], "grpc.health.v1.Health"));
}

TEST(Reflection, DescribesTheService) {
  ServerProcess server;
  // ServerReflectionRequest { file_containing_symbol: ... }.
  const std::vector<std::string> responses =
      CallStream(server, "/grpc.reflection.v1alpha.ServerReflection/ServerReflectionInfo",
                 "\x22\x1bshapewright.v1.ShapeService");
  ASSERT_EQ(responses.size(), 1);
  EXPECT_TRUE(absl::StrContains(responses[0], "InferShapesRequest"));
}

TEST(Capabilities, Answer) {
  ServerProcess server({"--max-nodes=1000"});
  const auto response = server.client().GetCapabilities();
  ASSERT_TRUE(response.ok()) << response.status();
  bool has_limit = false;
  for (const v1::ServerLimit& limit : response->limits()) {
    has_limit |= limit.name() == "max_nodes" && limit.value() == 1000;
  }
  EXPECT_TRUE(has_limit);
  EXPECT_TRUE(server.client().InferShapes(Request(ChainModel(1000))).ok());
  EXPECT_TRUE(
      absl::IsInvalidArgument(server.client().InferShapes(Request(ChainModel(1001))).status()));
}

}  // namespace
}  // namespace shapewright::end_to_end
