// POST /v1/guard:check of the HTTP port (docs/guards.md).
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <thread>

#include "absl/strings/match.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/process.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using nlohmann::json;

constexpr char kPath[] = "/v1/guard:check";

json Body(const std::string& model, const json& shape, const std::string& datatype = "FP32") {
  return {{"model", model},
          {"inputs", {{{"name", "x"}, {"shape", shape}, {"datatype", datatype}}}}};
}

// The answer once the guard is compiled.
HttpResponse Checked(const ServerProcess& server, const json& body) {
  while (true) {
    HttpResponse response = Post(server.http_address(), kPath, body.dump());
    if (response.status != 503) return response;
    std::this_thread::yield();
  }
}

TEST(GuardEndpoint, TellsWhetherARequestMayBeRun) {
  const TempFolder folder;
  WriteFile(folder.File("relu.onnx"), ReluModel());
  ServerProcess server({kListenHttp, "--http-guards=1", "--model-root=" + folder.File("")});
  const auto inferred = server.client().InferShapes(Request(ReluModel()));
  ASSERT_TRUE(inferred.ok()) << inferred.status();
  for (const std::string& model : {inferred->inference_id(), std::string("relu.onnx")}) {
    const HttpResponse good = Checked(server, Body(model, {7, 3}));
    EXPECT_EQ(good.status, 200) << good.body;
    EXPECT_EQ(json::parse(good.body),
              (json{{"verdict", "pass"}, {"outputs", {{{"name", "v0"}, {"shape", {7, 3}}}}}}));
    const HttpResponse bad = Checked(server, Body(model, {7, 4}));
    EXPECT_EQ(bad.status, 400);
    EXPECT_EQ(json::parse(bad.body).at("error"),
              "axis 1 of input x is 3: 4 = 3 does not hold; give 3");
    EXPECT_TRUE(absl::StrContains(Checked(server, Body(model, {7, 3}, "INT64")).body,
                                  "input x is int64; give float32"));
  }
}

// Another file of the same name has another guard.
TEST(GuardEndpoint, SeesThatAFileHasChanged) {
  const TempFolder folder;
  const auto write = [&folder](const std::string& bytes) {
    WriteFile(folder.File("new"), bytes);
    std::filesystem::rename(folder.File("new"), folder.File("m.onnx"));
  };
  ServerProcess server({kListenHttp, "--http-guards=1", "--model-root=" + folder.File("")});
  EXPECT_EQ(Checked(server, Body("m.onnx", {7, 3})).status, 404);
  write(ReluModel());
  EXPECT_EQ(Checked(server, Body("m.onnx", {7, 3})).status, 200);
  write("no model");
  EXPECT_EQ(Checked(server, Body("m.onnx", {7, 3})).status, 422);
}

// Counted, told, and answered as if it passed; switched while the server runs.
TEST(GuardEndpoint, LetsThroughInShadowMode) {
  const TempFolder folder;
  WriteFile(folder.File("relu.onnx"), ReluModel());
  WriteFile(folder.File("doors"), "relu shadow relu.onnx\n");
  ServerProcess server({kListenHttp, "--http-guards=1", "--model-root=" + folder.File(""),
                        "--guard-models=" + folder.File("doors")});
  EXPECT_EQ(Checked(server, Body("relu", {7, 3})).status, 200);
  const HttpResponse shadow = Checked(server, Body("relu", {7, 4}));
  EXPECT_EQ(shadow.status, 200);
  const std::string problem = "axis 1 of input x is 3: 4 = 3 does not hold; give 3";
  EXPECT_EQ(json::parse(shadow.body),
            (json{{"verdict", "pass"},
                  {"outputs", {{{"name", "v0"}, {"shape", {7, 3}}}}},
                  {"shadow", {{"verdict", "fail"}, {"problems", {problem}}}}}));
  const std::string inputs = R"({"model": "relu", "inputs": [{"name": "x"}]})";
  EXPECT_EQ(Post(server.http_address(), kPath, inputs).status, 200);
  // A path that no line names is enforced.
  EXPECT_EQ(Checked(server, Body("relu.onnx", {7, 4})).status, 400);
  const auto count = [&server](const std::string& name, const std::string& labels) {
    return server.Metric("shapewright_door_" + name + "_total{" + labels + "}");
  };
  EXPECT_EQ(count("requests", R"(model="relu",verdict="pass")"), 1);
  EXPECT_EQ(count("requests", R"(model="relu",verdict="fail")"), 2);
  EXPECT_EQ(count("failures", R"(check="axis 1 of input x is 3",model="relu")"), 1);
  EXPECT_EQ(count("failures", R"(check="inputs",model="relu")"), 1);
  EXPECT_EQ(count("failures", R"(check="other",model="other")"), 1);
  EXPECT_EQ(count("refused", R"(model="other")"), 1);
  server.WaitForLog("door_failure", 3);
  const json line = server.LogOf("door_failure")[0];
  EXPECT_EQ(line.at("model"), "relu");
  EXPECT_EQ(line.at("mode"), "shadow");
  EXPECT_EQ(line.at("result"), "admitted");
  EXPECT_EQ(line.at("problem"), problem);

  WriteFile(folder.File("doors"), "relu enforced relu.onnx\n");
  server.WaitForLog("guard_models_wrong");
  EXPECT_EQ(Checked(server, Body("relu", {7, 4})).status, 200);
  WriteFile(folder.File("doors"), "relu enforce relu.onnx\n");
  server.WaitForLog("guard_models_read");
  EXPECT_EQ(Checked(server, Body("relu", {7, 4})).status, 400);
  EXPECT_EQ(count("refused", R"(model="relu")"), 1);
}

TEST(GuardEndpoint, RefusesWhatIsNoRequest) {
  ServerProcess server({kListenHttp, "--http-guards=1"});
  const std::string address = server.http_address();
  EXPECT_EQ(Post(address, kPath, "{").status, 400);
  EXPECT_EQ(Post(address, kPath, std::string(100'000, '[')).status, 400);
  EXPECT_EQ(Post(address, kPath, "", "99999999").status, 413);
  EXPECT_EQ(Post(address, kPath, "", "many").status, 400);
  EXPECT_EQ(Post(address, "/metrics", "{}").status, 405);
  EXPECT_EQ(Fetch(address, kPath).status, 404);
  EXPECT_EQ(Checked(server, Body("m.onnx", {7, 3})).status, 404);
  EXPECT_EQ(Checked(server, Body("inference:00", {7, 3})).status, 422);
}

TEST(GuardEndpoint, IsShutUnlessAsked) {
  ServerProcess server({kListenHttp});
  EXPECT_EQ(Post(server.http_address(), kPath, Body("m", {1}).dump()).status, 405);
}

}  // namespace
}  // namespace shapewright::end_to_end
