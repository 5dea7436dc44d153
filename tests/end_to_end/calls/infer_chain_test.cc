// InferChain over a server: stages from every source of a model (S80).
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "shapewright/v1/chain.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

v1::ChainStage& AddStage(const char* name, v1::InferChainRequest& request) {
  v1::ChainStage& stage = *request.mutable_chain()->add_stages();
  stage.set_name(name);
  return stage;
}

// Three copies of a model, each linked to the next one by its names.
v1::InferChainRequest ThreeStages() {
  v1::InferChainRequest request;
  for (const char* name : {"a", "b", "c"}) AddStage(name, request);
  for (const auto& [from, to] : {std::pair("a", "b"), std::pair("b", "c")}) {
    v1::ChainLink& link = *request.mutable_chain()->add_links();
    link.mutable_output()->set_stage(from);
    link.mutable_output()->set_value("v0");
    link.mutable_input()->set_stage(to);
    link.mutable_input()->set_value("x");
  }
  return request;
}

TEST(InferChain, S80StagesFromEverySource) {
  ServerProcess server;
  const auto alone = server.client().InferShapes(Request(ReluModel()));
  ASSERT_TRUE(alone.ok()) << alone.status();
  v1::InferChainRequest request = ThreeStages();
  request.mutable_chain()->mutable_stages(0)->mutable_model()->set_onnx(ReluModel());
  request.mutable_chain()->mutable_stages(1)->mutable_model()->set_model_id(alone->model_id());
  request.mutable_chain()->mutable_stages(2)->mutable_model()->set_inference_id(
      alone->inference_id());
  const auto answer = server.client().InferChain(request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_TRUE(answer->fits());
  ASSERT_EQ(answer->whole().outputs_size(), 1);
  EXPECT_EQ(answer->whole().outputs(0).type().text(), alone->outputs(0).type().text());
  for (const v1::StageReport& stage : answer->stages()) {
    EXPECT_EQ(stage.model_id(), alone->model_id());
  }
}

TEST(InferChain, S80ErrorsOfAStageNameItsField) {
  ServerProcess server;
  v1::InferChainRequest request = ThreeStages();
  for (int i = 0; i < 3; ++i)
    request.mutable_chain()->mutable_stages(i)->mutable_model()->set_onnx(ReluModel());
  request.mutable_chain()->mutable_stages(1)->mutable_model()->set_model_id("sha256:" +
                                                                            std::string(64, '0'));
  grpc::Status status = Call(server, kInferChain, request.SerializeAsString());
  EXPECT_EQ(ErrorInfoOf(status).reason(), "MODEL_NOT_CACHED");
  EXPECT_EQ(FieldOf(status), "chain.stages[1].model.model_id");
  request.mutable_chain()->mutable_stages(1)->mutable_model()->set_onnx("no model");
  status = Call(server, kInferChain, request.SerializeAsString());
  EXPECT_EQ(ErrorInfoOf(status).reason(), "MALFORMED_MODEL");
  EXPECT_EQ(FieldOf(status), "chain.stages[1].model.onnx");
  request.mutable_chain()->mutable_stages(1)->mutable_model()->set_path("no/such.onnx");
  status = Call(server, kInferChain, request.SerializeAsString());
  EXPECT_EQ(ErrorInfoOf(status).reason(), "PATH_NOT_SERVED");
  EXPECT_EQ(FieldOf(status), "chain.stages[1].model.path");
}

}  // namespace
}  // namespace shapewright::end_to_end
