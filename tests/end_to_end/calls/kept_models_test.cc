// ListModels and EvictModel: what those may do whom the server names.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/http.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/process.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

using nlohmann::json;

constexpr char kListModels[] = "/shapewright.v1.ModelService/ListModels";

std::string OwnUser() { return absl::StrCat("--admin-uid=", geteuid()); }

std::string Keep(ServerProcess& server, const std::string& onnx) {
  const auto uploaded = server.client().UploadModel(onnx);
  EXPECT_TRUE(uploaded.ok()) << uploaded.status();
  return uploaded->model_id();
}

TEST(KeptModels, AreListedByPages) {
  ServerProcess server({OwnUser()});
  std::vector<std::string> expected;
  for (int nodes = 1; nodes <= 5; ++nodes) expected.push_back(Keep(server, ChainModel(nodes)));
  std::sort(expected.begin(), expected.end());
  std::vector<std::string> found;
  v1::ListModelsRequest request;
  request.set_page_size(2);
  int pages = 0;
  do {
    std::string bytes;
    ASSERT_TRUE(Call(server, kListModels, request.SerializeAsString(), &bytes).ok());
    v1::ListModelsResponse page;
    ASSERT_TRUE(page.ParseFromString(bytes));
    EXPECT_LE(page.models_size(), 2);
    for (const v1::KeptModel& model : page.models()) found.push_back(model.model_id());
    request.set_page_token(page.next_page_token());
    ++pages;
  } while (!request.page_token().empty());
  EXPECT_EQ(found, expected);
  EXPECT_EQ(pages, 3);
  const auto all = server.client().ListModels();
  ASSERT_TRUE(all.ok()) << all.status();
  ASSERT_EQ(all->models_size(), 5);
  for (const v1::KeptModel& model : all->models()) {
    EXPECT_GT(model.size_bytes(), 0);
    EXPECT_GT(model.memory_bytes(), 0);
    EXPECT_GE(model.idle_milliseconds(), 0);
    EXPECT_GE(model.age_milliseconds(), model.idle_milliseconds());
  }
}

TEST(KeptModels, AreForgotten) {
  ServerProcess server({OwnUser()});
  const std::string id = Keep(server, ReluModel());
  const std::string other = Keep(server, ChainModel(3));
  const auto inferred = server.client().InferShapes(RequestById(id));
  ASSERT_TRUE(inferred.ok()) << inferred.status();
  const auto evicted = server.client().EvictModel(id);
  ASSERT_TRUE(evicted.ok()) << evicted.status();
  EXPECT_TRUE(evicted->was_kept());
  EXPECT_FALSE(server.client().EvictModel(id)->was_kept());
  EXPECT_EQ(server.client().ListModels()->models_size(), 1);
  // An equal request might be answered from the cache of answers; this one is new.
  v1::InferShapesRequest request = RequestById(id);
  request.add_values("v0");
  EXPECT_TRUE(absl::IsNotFound(server.client().InferShapes(request).status()));
  v1::EvaluateShapesRequest by_inference;
  by_inference.mutable_model()->set_inference_id(inferred->inference_id());
  by_inference.add_bindings();
  EXPECT_TRUE(absl::IsNotFound(server.client().EvaluateShapes(by_inference).status()));
  EXPECT_TRUE(server.client().InferShapes(RequestById(other)).ok());
  EXPECT_EQ(Keep(server, ReluModel()), id);
  EXPECT_TRUE(server.client().InferShapes(request).ok());
}

TEST(KeptModels, FieldsThatAreWrong) {
  const ServerProcess server({OwnUser()});
  v1::ListModelsRequest list;
  list.set_page_token("sha256:5");
  grpc::Status status = Call(server, kListModels, list.SerializeAsString());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(FieldOf(status), "page_token");
  v1::EvictModelRequest evict;
  evict.set_model_id(absl::StrCat("sha256:", std::string(64, 'G')));
  status = Call(server, "/shapewright.v1.ModelService/EvictModel", evict.SerializeAsString());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(FieldOf(status), "model_id");
}

TEST(KeptModels, OfTheCommandLine) {
  ServerProcess server({OwnUser()});
  const std::string id = Keep(server, ReluModel());
  const std::string target = absl::StrCat("--target=", server.target());
  ProcessResult result = RunProcess({SHAPEWRIGHT_CLI, "models", target});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_TRUE(absl::StrContains(result.out, id)) << result.out;
  result = RunProcess({SHAPEWRIGHT_CLI, "models", "--json", target});
  EXPECT_EQ(json::parse(result.out).at("models").at(0).at("modelId"), id) << result.out;
  result = RunProcess({SHAPEWRIGHT_CLI, "models", "--evict", id, target});
  EXPECT_EQ(result.code, 0) << result.err;
  EXPECT_EQ(result.out, absl::StrCat("evicted  ", id, "\n"));
  result = RunProcess({SHAPEWRIGHT_CLI, "models", "--json", "--evict", id, target});
  EXPECT_EQ(json::parse(result.out), json({{"modelId", id}, {"wasKept", false}})) << result.out;
  result = RunProcess({SHAPEWRIGHT_CLI, "models", target});
  EXPECT_EQ(result.out, "no models are kept\n");
  const ServerProcess closed;
  result = RunProcess({SHAPEWRIGHT_CLI, "models", absl::StrCat("--target=", closed.target())});
  EXPECT_NE(result.code, 0);
  EXPECT_TRUE(absl::StrContains(result.err, "--admin-uid")) << result.err;
}

// The JSON port has no Unix sockets: without names of certificates nobody there is an admin.
TEST(KeptModels, OfTheJsonPort) {
  ServerProcess server({OwnUser(), "--json-listen=127.0.0.1:0"});
  const std::string address = server.LogOf("started").at(0).at("json");
  const HttpResponse response = Post(address, kListModels, "{}");
  EXPECT_EQ(response.status, 403) << response.body;
  EXPECT_EQ(json::parse(response.body).at("code"), "permission_denied");
}

}  // namespace
}  // namespace shapewright::end_to_end
