// --warm: models that are in the caches before the server is ready.
#include <gtest/gtest.h>

#include <string>

#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/process.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

TEST(Warm, ModelsAreInTheCaches) {
  const TempFolder folder;
  WriteFile(folder.File("relu.onnx"), ReluModel());
  WriteFile(folder.File("bad.onnx"), "no model");
  WriteFile(folder.File("list"), "# models\n\nbad.onnx\nmissing.onnx\n relu.onnx \n../list\n");
  ServerProcess server(
      {kListenHttp, "--model-root=" + folder.File(""), "--warm=" + folder.File("list")});
  const auto done = server.LogOf("warmed");
  ASSERT_EQ(done.size(), 1U);
  EXPECT_EQ(done[0].at("models"), 1);
  EXPECT_EQ(done[0].at("failed"), 3);
  EXPECT_EQ(server.LogOf("warm_failed").size(), 3U);
  const double hits = server.Metric("shapewright_cache_hits_total{cache=\"answers\"}");
  EXPECT_TRUE(server.client().InferShapes(RequestByPath("relu.onnx")).ok());
  EXPECT_EQ(server.Metric("shapewright_cache_hits_total{cache=\"answers\"}"), hits + 1);
}

TEST(Warm, WithoutItsListTheServerDoesNotStart) {
  const TempFolder folder;
  const ProcessResult result =
      RunProcess({SHAPEWRIGHT_SERVER, "--listen=unix:" + folder.File("socket"), "--warm=/nosuch"});
  EXPECT_EQ(result.code, 1);
}

}  // namespace
}  // namespace shapewright::end_to_end
