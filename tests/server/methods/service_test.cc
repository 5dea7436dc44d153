#include "server/methods/service.h"

#include <gtest/gtest.h>

#include "server/config/options.h"
#include "server/models/model_service.h"

namespace shapewright::server {
namespace {

// One that is left out would be served by gRPC's own threads and parser, as UNIMPLEMENTED.
TEST(Services, AllMethodsTakeRawBytes) {
  const Options options;
  CallEnvironment environment = {};
  environment.options = &options;
  EXPECT_FALSE(ShapeService(environment).has_synchronous_methods());
  EXPECT_FALSE(PlanService(environment).has_synchronous_methods());
  EXPECT_FALSE(ModelService(environment).has_synchronous_methods());
  EXPECT_TRUE(v1::ShapeService::Service().has_synchronous_methods()) << "what gRPC generates";
}

}  // namespace
}  // namespace shapewright::server
