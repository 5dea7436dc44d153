#include "server/methods/service.h"

#include <gtest/gtest.h>

#include "server/call/call_environment.h"
#include "server/models/model_service.h"
#include "tests/server/methods/answer_support.h"

namespace shapewright::server {
namespace {

// One that is left out would be served by gRPC's own threads and parser, as UNIMPLEMENTED.
TEST(Services, AllMethodsTakeRawBytes) {
  const Options options = DefaultOptions();
  Log log(LogLevel::kError, 1 << 10);
  CallEnvironment environment(options, log);
  EXPECT_FALSE(ShapeService(environment).has_synchronous_methods());
  EXPECT_FALSE(PlanService(environment).has_synchronous_methods());
  EXPECT_FALSE(ModelService(environment).has_synchronous_methods());
  EXPECT_TRUE(v1::ShapeService::Service().has_synchronous_methods()) << "what gRPC generates";
}

}  // namespace
}  // namespace shapewright::server
