#include "server/methods/model_answer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "core/graph/read_error.h"
#include "core/wire/inference_id.h"
#include "core/wire/model_id.h"
#include "proto/onnx/onnx.pb.h"
#include "server/errors/status.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/infer.pb.h"
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
                                   const WorkHooks& hooks = {}) {
  v1::InferShapesRequest asked = request;
  return AnswerAboutModel(*questions::FindModelRpc("InferShapes"), asked, {}, options, models,
                          hooks);
}

absl::StatusOr<ModelAnswer> Answer(const v1::InferShapesRequest& request,
                                   const Options& options = DefaultOptions(),
                                   const WorkHooks& hooks = {}) {
  ModelStore models(1 << 20);
  return Answer(request, models, options, hooks);
}

TEST(ModelAnswer, Answers) {
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

// A file is answered, and kept by its id, as its bytes are as `onnx`.
TEST(ModelAnswer, AnswersFiles) {
  ModelStore models(1 << 20);
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  const absl::StatusOr<ModelAnswer> onnx = Answer(request);
  request.mutable_model()->mutable_file()->set_content(ReluModel());
  const absl::StatusOr<ModelAnswer> file = Answer(request, models);
  ASSERT_TRUE(onnx.ok() && file.ok()) << file.status();
  EXPECT_EQ(file->model_id, onnx->model_id);
  EXPECT_EQ(file->rest, onnx->rest);
  request.mutable_model()->set_model_id(file->model_id);
  const absl::StatusOr<ModelAnswer> kept = Answer(request, models);
  ASSERT_TRUE(kept.ok()) << kept.status();
  EXPECT_EQ(kept->rest, onnx->rest);
  // Weights beside it are a part of what it is.
  request.mutable_model()->mutable_file()->set_content(ReluModel());
  request.mutable_model()->mutable_file()->set_weights("w");
  const absl::StatusOr<ModelAnswer> weighty = Answer(request, models);
  ASSERT_TRUE(weighty.ok()) << weighty.status();
  EXPECT_EQ(weighty->model_id, ModelId(ReluModel(), "w"));
  EXPECT_NE(weighty->model_id, onnx->model_id);
}

TEST(ModelAnswer, BlamesFiles) {
  v1::InferShapesRequest request;
  request.mutable_model()->mutable_file()->set_content("no model");
  const absl::Status malformed = Answer(request).status();
  EXPECT_EQ(ReasonOf(malformed), graph::reason::kMalformedModel);
  EXPECT_EQ(FieldOf(malformed), "model.file");
}

// The same path serves all methods about models.
TEST(ModelAnswer, AnswersEveryQuestion) {
  ModelStore models(1 << 20);
  for (const questions::ModelRpc& rpc : questions::ModelRpcs()) {
    SCOPED_TRACE(rpc.name);
    std::unique_ptr<google::protobuf::Message> request(rpc.request_prototype->New());
    questions::MutableSpecOf(*request).set_model_id(ModelId("none"));
    const absl::Status unknown =
        AnswerAboutModel(rpc, *request, {}, DefaultOptions(), models, {}).status();
    EXPECT_EQ(ReasonOf(unknown), reason::kModelNotCached);
    questions::MutableSpecOf(*request).set_onnx("no model");
    const absl::Status malformed =
        AnswerAboutModel(rpc, *request, {}, DefaultOptions(), models, {}).status();
    EXPECT_EQ(ReasonOf(malformed), graph::reason::kMalformedModel);
    EXPECT_EQ(FieldOf(malformed), "model.onnx");
  }
}

// ReluModel() with something of all that a spec may say, so that each RPC may ask.
v1::ModelSpec FullSpec() {
  v1::ModelSpec spec;
  spec.set_onnx(ReluModel());
  v1::NamedType& type = *spec.add_input_types();
  type.set_name("x");
  type.mutable_type()->set_text("float32[N, M]");
  spec.add_premises("1 <= N <= 32");
  spec.add_premises("M <= 8");
  spec.mutable_options()->set_check_types(true);
  return spec;
}

// A question of each RPC that has an answer, or an error, about the model itself.
std::unique_ptr<google::protobuf::Message> QuestionOf(const questions::ModelRpc& rpc,
                                                      const v1::ModelSpec& spec) {
  std::unique_ptr<google::protobuf::Message> request(rpc.request_prototype->New());
  questions::MutableSpecOf(*request) = spec;
  if (auto* evaluate = dynamic_cast<v1::EvaluateShapesRequest*>(request.get())) {
    evaluate->add_bindings();
  } else if (auto* explain = dynamic_cast<v1::ExplainShapesRequest*>(request.get())) {
    explain->add_questions()->mutable_value()->set_name("y");
  }
  return request;
}

// What an inference_id stands for is answered byte for byte as if it were said.
TEST(ModelAnswer, ByInferenceIdAsInFull) {
  ModelStore models(1 << 20);
  const v1::ModelSpec in_full = FullSpec();
  const std::string id = InferenceId(ModelId(in_full.onnx()), CanonicalSpec(in_full));
  v1::ModelSpec by_id;
  by_id.set_inference_id(id);
  for (const questions::ModelRpc& rpc : questions::ModelRpcs()) {
    SCOPED_TRACE(rpc.name);
    const auto asked = [&](const v1::ModelSpec& spec) {
      return AnswerAboutModel(rpc, *QuestionOf(rpc, spec), {}, DefaultOptions(), models, {});
    };
    const auto expected = asked(in_full);
    const auto answer = asked(by_id);
    ASSERT_EQ(answer.status(), expected.status());
    if (!expected.ok()) continue;
    EXPECT_EQ(answer->rest, expected->rest);
    EXPECT_EQ(answer->model_id, expected->model_id);
    EXPECT_EQ(expected->inference_id, id);
    EXPECT_EQ(answer->inference_id, id);
  }
}

TEST(ModelAnswer, WhatIsNoIdIsNotSentFor) {
  ModelStore models(1 << 20);
  const std::string hex(64, 'A');
  for (const std::string& digits : {std::string(), std::string("zz"), hex, hex + "0"}) {
    for (const bool is_model : {true, false}) {
      v1::ModelSpec spec;
      if (is_model) {
        spec.set_model_id(digits.empty() ? "" : "sha256:" + digits);
      } else {
        spec.set_inference_id(digits.empty() ? "" : "inference:" + digits);
      }
      const absl::Status malformed =
          AnswerAboutModel(*questions::FindModelRpc("InferShapes"),
                           *QuestionOf(*questions::FindModelRpc("InferShapes"), spec), {},
                           DefaultOptions(), models, {})
              .status();
      EXPECT_EQ(ReasonOf(malformed), graph::reason::kMalformedRequest) << digits;
      EXPECT_EQ(FieldOf(malformed), is_model ? "model.model_id" : "model.inference_id");
    }
  }
}

TEST(ModelAnswer, InferenceIdsThatNobodyTold) {
  ModelStore models(1 << 20);
  v1::ModelSpec spec;
  spec.set_inference_id("inference:" + std::string(64, '0'));
  v1::ModelSpec says_more = spec;
  says_more.add_premises("N <= 7");
  for (const questions::ModelRpc& rpc : questions::ModelRpcs()) {
    SCOPED_TRACE(rpc.name);
    const auto asked = [&](const v1::ModelSpec& of) {
      return AnswerAboutModel(rpc, *QuestionOf(rpc, of), {}, DefaultOptions(), models, {}).status();
    };
    const absl::Status unknown = asked(spec);
    EXPECT_TRUE(absl::IsNotFound(unknown));
    EXPECT_EQ(ReasonOf(unknown), reason::kInferenceNotCached);
    EXPECT_EQ(FieldOf(unknown), "model.inference_id");
    const absl::Status malformed = asked(says_more);
    EXPECT_TRUE(absl::IsInvalidArgument(malformed));
    EXPECT_EQ(ReasonOf(malformed), graph::reason::kMalformedRequest);
    EXPECT_EQ(FieldOf(malformed), "model.inference_id");
  }
}

TEST(ModelAnswer, TooManyQuestions) {
  ModelStore models(1 << 20);
  Options options = DefaultOptions();
  options.max_questions = 2;
  const questions::ModelRpc& rpc = *questions::FindModelRpc("ExplainShapes");
  v1::ExplainShapesRequest request;
  for (int i = 0; i < 3; ++i) {
    request.mutable_model()->set_onnx(ReluModel());
    request.add_questions()->mutable_value()->set_name("y");
    const absl::Status status = AnswerAboutModel(rpc, request, {}, options, models, {}).status();
    EXPECT_EQ(status.ok(), i < 2) << status;
    if (i < 2) continue;
    EXPECT_EQ(ReasonOf(status), reason::kTooManyQuestions);
    EXPECT_EQ(FieldOf(status), "questions");
  }
}

TEST(ModelAnswer, ModelsAreNamedByTheirId) {
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

TEST(ModelAnswer, AKeptModelIsNotReadAgain) {
  ModelStore models(1 << 20);
  Metrics metrics;
  WorkHooks hooks;
  hooks.metrics = &metrics;
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  ASSERT_TRUE(Answer(request, models, DefaultOptions(), hooks).ok());
  ASSERT_TRUE(Answer(request, models, DefaultOptions(), hooks).ok());
  const std::string told = metrics.Render();
  EXPECT_TRUE(absl::StrContains(told, "shapewright_cache_hits_total{cache=\"models\"} 1\n"))
      << told;
  EXPECT_TRUE(absl::StrContains(told, "shapewright_cache_misses_total{cache=\"models\"} 1\n"));
}

TEST(ModelAnswer, NoModel) {
  const absl::Status status = Answer({}).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(ReasonOf(status), "MODEL_MISSING");
  EXPECT_EQ(FieldOf(status), "model");
}

TEST(ModelAnswer, WhatTheEngineRefusesIsTheModelsFault) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx("no model");
  const absl::Status status = Answer(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(ReasonOf(status), graph::reason::kMalformedModel);
  EXPECT_EQ(FieldOf(status), "model.onnx");
}

TEST(ModelAnswer, LimitsReachTheEngine) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  Options options = DefaultOptions();
  options.max_rank = 1;
  EXPECT_EQ(ReasonOf(Answer(request, options).status()), graph::reason::kRankTooLarge);
}

TEST(ModelAnswer, InterruptsReachReaderAndEngine) {
  const v1::InferShapesRequest request = LongRequest();
  // Interrupted at the first check, in the reader, and at a later one, in the engine.
  for (const int last : {1, 15}) {
    int questions = 0;
    WorkHooks hooks;
    hooks.check = [&questions, last] {
      return ++questions < last ? absl::OkStatus() : absl::DeadlineExceededError("late");
    };
    const absl::Status status = Answer(request, DefaultOptions(), hooks).status();
    EXPECT_TRUE(absl::IsDeadlineExceeded(status)) << status;
    EXPECT_EQ(questions, last) << "it went on";
  }
}

// At most two intervals of operations lie between two checks: the second is for the largest single
// count, here the bytes of the answer.
TEST(ModelAnswer, LooksUpOftenEnough) {
  const v1::InferShapesRequest request = LongRequest();
  std::atomic<uint64_t> progress{0};
  uint64_t before = 0;
  WorkHooks hooks;
  hooks.progress = &progress;
  hooks.check = [&] {
    EXPECT_LE(progress - before, 2 * Work::kPollInterval);
    before = progress;
    return absl::OkStatus();
  };
  ASSERT_TRUE(Answer(request, DefaultOptions(), hooks).ok());
  // 20,001 nodes, each with 32 operations and 4 for each of two values, and further work.
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
