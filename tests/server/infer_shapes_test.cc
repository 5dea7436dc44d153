#include "server/infer_shapes.h"

#include <gtest/gtest.h>

#include <string>

#include "client/cpp/model_id.h"
#include "core/graph/read_error.h"
#include "proto/onnx/onnx.pb.h"
#include "server/status.h"

namespace shapewright::server {
namespace {

using Clock = Interrupt::Clock;

// y = Relu(x), x: float[N, 3].
std::string ReluModel() {
  onnx::ModelProto model;
  model.set_ir_version(8);
  model.add_opset_import()->set_version(17);
  onnx::GraphProto& graph = *model.mutable_graph();
  onnx::NodeProto& node = *graph.add_node();
  node.set_op_type("Relu");
  node.add_input("x");
  node.add_output("y");
  graph.add_output()->set_name("y");
  onnx::ValueInfoProto& input = *graph.add_input();
  input.set_name("x");
  auto& tensor = *input.mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(onnx::TensorProto::FLOAT);
  tensor.mutable_shape()->add_dim()->set_dim_param("N");
  tensor.mutable_shape()->add_dim()->set_dim_value(3);
  return model.SerializeAsString();
}

Options DefaultOptions() {
  return *ParseOptions({}, [](const char*) { return nullptr; });
}

absl::StatusOr<InferShapesAnswer> Answer(const v1::InferShapesRequest& request,
                                         const Options& options = DefaultOptions(),
                                         Clock::time_point deadline = Clock::time_point::max()) {
  return AnswerInferShapes(request, options, Interrupt(deadline));
}

std::string FieldOf(const absl::Status& status) {
  const auto field = status.GetPayload(graph::kFieldPayload);
  return field.has_value() ? std::string(*field) : "";
}

TEST(InferShapes, Answers) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  const absl::StatusOr<InferShapesAnswer> answer = Answer(request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->model_id, ModelId(request.model().onnx()));
  v1::InferShapesResponse response;
  ASSERT_TRUE(response.ParseFromString(answer->rest));
  EXPECT_EQ(response.statistics().values(), 2);
  EXPECT_EQ(response.statistics().exact(), 2);
}

TEST(InferShapes, SourcesThatAreNamesOnly) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_model_id("sha256:00");
  absl::Status status = Answer(request).status();
  EXPECT_TRUE(absl::IsNotFound(status));
  EXPECT_EQ(ReasonOf(status), reason::kModelNotCached);
  EXPECT_EQ(FieldOf(status), "model.model_id");
  request.mutable_model()->set_path("../../etc/passwd");
  status = Answer(request).status();
  EXPECT_TRUE(absl::IsNotFound(status));
  EXPECT_EQ(ReasonOf(status), reason::kPathNotServed);
  EXPECT_EQ(FieldOf(status), "model.path");
}

TEST(InferShapes, NoModel) {
  const absl::Status status = Answer({}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(ReasonOf(status), "MODEL_MISSING");
  EXPECT_EQ(FieldOf(status), "model");
}

TEST(InferShapes, WhatTheEngineRefusesIsTheModelsFault) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx("no model");
  const absl::Status status = Answer(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(ReasonOf(status), graph::reason::kMalformedModel);
  EXPECT_EQ(FieldOf(status), "model.onnx");
}

TEST(InferShapes, LimitsReachTheEngine) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  Options options = DefaultOptions();
  options.max_rank = 1;
  EXPECT_EQ(ReasonOf(Answer(request, options).status()), graph::reason::kRankTooLarge);
}

TEST(InferShapes, DeadlineReachesTheEngine) {
  onnx::ModelProto model;
  ASSERT_TRUE(model.ParseFromString(ReluModel()));
  for (int i = 0; i < 20'000; ++i) {
    onnx::NodeProto& node = *model.mutable_graph()->add_node();
    node.set_op_type("Relu");
    node.add_input("x");
    node.add_output("v" + std::to_string(i));
  }
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(model.SerializeAsString());
  const absl::Status status = Answer(request, DefaultOptions(), Clock::now()).status();
  EXPECT_TRUE(absl::IsDeadlineExceeded(status)) << status;
}

// NIST's vectors for SHA-256.
TEST(ModelId, Hashes) {
  EXPECT_EQ(ModelId(""),
            "sha256:"
            "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(ModelId("abc"),
            "sha256:"
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

}  // namespace
}  // namespace shapewright::server
