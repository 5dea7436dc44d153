#include "server/methods/infer_answer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/read_error.h"
#include "core/wire/model_id.h"
#include "proto/onnx/onnx.pb.h"
#include "server/errors/status.h"
#include "tests/server/methods/answer_support.h"

namespace shapewright::server {
namespace {

// Of ReluModel() with 20,000 nodes more.
v1::InferShapesRequest LongRequest() {
  onnx::ModelProto model;
  EXPECT_TRUE(model.ParseFromString(ReluModel()));
  for (int i = 0; i < 20'000; ++i) {
    onnx::NodeProto& node = *model.mutable_graph()->add_node();
    node.set_op_type("Relu");
    node.add_input("x");
    node.add_output("v" + std::to_string(i));
  }
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(model.SerializeAsString());
  return request;
}

absl::StatusOr<ModelAnswer> Answer(const v1::InferShapesRequest& request, ModelStore& models,
                                   const Options& options = DefaultOptions(),
                                   const InferHooks& hooks = {}) {
  return AnswerInferShapes(request, {}, options, models, hooks);
}

absl::StatusOr<ModelAnswer> Answer(const v1::InferShapesRequest& request,
                                   const Options& options = DefaultOptions(),
                                   const InferHooks& hooks = {}) {
  ModelStore models(1 << 20);
  return Answer(request, models, options, hooks);
}

TEST(InferAnswer, Answers) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  const absl::StatusOr<ModelAnswer> answer = Answer(request);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(answer->model_id, ModelId(request.model().onnx()));
  v1::InferShapesResponse response;
  ASSERT_TRUE(response.ParseFromString(answer->rest));
  EXPECT_EQ(response.statistics().values(), 2);
  EXPECT_EQ(response.statistics().exact(), 2);
}

TEST(InferAnswer, ModelsAreNamedByTheirId) {
  ModelStore models(1 << 20);
  v1::InferShapesRequest named;
  named.mutable_model()->set_model_id(ModelId(ReluModel()));
  const absl::Status unknown = Answer(named, models).status();
  EXPECT_TRUE(absl::IsNotFound(unknown));
  EXPECT_EQ(ReasonOf(unknown), reason::kModelNotCached);
  EXPECT_EQ(FieldOf(unknown), "model.model_id");
  v1::InferShapesRequest whole;
  whole.mutable_model()->set_onnx(ReluModel());
  const absl::StatusOr<ModelAnswer> first = Answer(whole, models);
  ASSERT_TRUE(first.ok()) << first.status();
  const absl::StatusOr<ModelAnswer> second = Answer(named, models);
  ASSERT_TRUE(second.ok()) << second.status();
  EXPECT_EQ(first->model_id, second->model_id);
  EXPECT_EQ(first->rest, second->rest);
}

TEST(InferAnswer, AKeptModelIsNotReadAgain) {
  ModelStore models(1 << 20);
  std::vector<bool> found;
  InferHooks hooks;
  hooks.on_model_lookup = [&](bool was_found) { found.push_back(was_found); };
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  ASSERT_TRUE(Answer(request, models, DefaultOptions(), hooks).ok());
  ASSERT_TRUE(Answer(request, models, DefaultOptions(), hooks).ok());
  EXPECT_EQ(found, std::vector<bool>({false, true}));
}

TEST(InferAnswer, NoModel) {
  const absl::Status status = Answer({}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(ReasonOf(status), "MODEL_MISSING");
  EXPECT_EQ(FieldOf(status), "model");
}

TEST(InferAnswer, WhatTheEngineRefusesIsTheModelsFault) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx("no model");
  const absl::Status status = Answer(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(ReasonOf(status), graph::reason::kMalformedModel);
  EXPECT_EQ(FieldOf(status), "model.onnx");
}

TEST(InferAnswer, LimitsReachTheEngine) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  Options options = DefaultOptions();
  options.max_rank = 1;
  EXPECT_EQ(ReasonOf(Answer(request, options).status()), graph::reason::kRankTooLarge);
}

TEST(InferAnswer, InterruptsReachReaderAndEngine) {
  const v1::InferShapesRequest request = LongRequest();
  // At the first question of the reader, and at one that only the engine comes to.
  for (const int last : {1, 15}) {
    int questions = 0;
    InferHooks hooks;
    hooks.check = [&questions, last] {
      return ++questions < last ? absl::OkStatus() : absl::DeadlineExceededError("late");
    };
    const absl::Status status = Answer(request, DefaultOptions(), hooks).status();
    EXPECT_TRUE(absl::IsDeadlineExceeded(status)) << status;
    EXPECT_EQ(questions, last) << "it went on";
  }
}

// Between two looks at the clock lies no more than the work says, and what is counted at once: the
// bytes of the answer, of which there are fewer here than an interval.
TEST(InferAnswer, LooksUpOftenEnough) {
  const v1::InferShapesRequest request = LongRequest();
  std::atomic<uint64_t> progress{0};
  uint64_t before = 0;
  InferHooks hooks;
  hooks.progress = &progress;
  hooks.check = [&] {
    EXPECT_LE(progress - before, 2 * Work::kPollInterval);
    before = progress;
    return absl::OkStatus();
  };
  ASSERT_TRUE(Answer(request, DefaultOptions(), hooks).ok());
  // 20,001 nodes of 32 + 4 * 2 operations, and what is done about them.
  EXPECT_GT(progress, 20'001 * 40);
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
