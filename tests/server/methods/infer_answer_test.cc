#include "server/methods/infer_answer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "core/graph/read_error.h"
#include "core/wire/model_id.h"
#include "proto/onnx/onnx.pb.h"
#include "server/config/parse_options.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

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

Options DefaultOptions() {
  return *ParseOptions({}, [](const char*) { return nullptr; });
}

absl::StatusOr<InferAnswer> Answer(const v1::InferShapesRequest& request, ModelStore& models,
                                   const Options& options = DefaultOptions(),
                                   const InferHooks& hooks = {}) {
  InferQuestion question;
  question.request = request;
  CompiledStore compiled(1 << 20);
  return AnswerInferShapes(std::move(question), options, models, compiled, hooks);
}

absl::StatusOr<InferAnswer> Answer(const v1::InferShapesRequest& request,
                                   const Options& options = DefaultOptions(),
                                   const InferHooks& hooks = {}) {
  ModelStore models(1 << 20);
  return Answer(request, models, options, hooks);
}

std::string FieldOf(const absl::Status& status) {
  const auto field = status.GetPayload(graph::kFieldPayload);
  return field.has_value() ? std::string(*field) : "";
}

TEST(InferAnswer, Answers) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  const absl::StatusOr<InferAnswer> answer = Answer(request);
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
  const absl::StatusOr<InferAnswer> first = Answer(whole, models);
  ASSERT_TRUE(first.ok()) << first.status();
  const absl::StatusOr<InferAnswer> second = Answer(named, models);
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

TEST(InferAnswer, TooManyBindings) {
  Options options = DefaultOptions();
  options.max_bindings = 2;
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  for (int i = 0; i < 2; ++i) request.add_bindings();
  EXPECT_NE(ReasonOf(Answer(request, options).status()), reason::kTooManyBindings);
  request.add_bindings();
  const absl::Status status = Answer(request, options).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(ReasonOf(status), reason::kTooManyBindings);
  EXPECT_EQ(FieldOf(status), "bindings");
}

// One binding of ReluModel() by its id.
v1::InferShapesRequest RequestWithBinding(int64_t size) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_model_id(ModelId(ReluModel()));
  request.mutable_selection()->set_scope(v1::Selection::SCOPE_OUTPUTS);
  v1::SymbolSize& symbol = *request.add_bindings()->add_symbols();
  symbol.set_symbol("N");
  symbol.set_size(size);
  return request;
}

class FromCompiledTest : public testing::Test {
 protected:
  FromCompiledTest() {
    EXPECT_TRUE(models_
                    .Insert(CacheKey(KeyKind::kModelId, ModelId(ReluModel())),
                            *StoredModel::Import(ReluModel(), {}))
                    .has_value());
  }

  absl::StatusOr<InferAnswer> AnswerInFull(const v1::InferShapesRequest& request) {
    InferQuestion question;
    question.request = request;
    return AnswerInferShapes(std::move(question), DefaultOptions(), models_, compiled_, {});
  }
  std::optional<std::string> AnswerAtOnce(const std::string& request) {
    return AnswerFromCompiled(request, DefaultOptions(), models_, compiled_);
  }

  ModelStore models_{1 << 20};
  CompiledStore compiled_{1 << 20};
};

// The oracle: the same question to stores that keep no inference.
TEST_F(FromCompiledTest, AnswersTheSame) {
  EXPECT_FALSE(AnswerAtOnce(RequestWithBinding(1).SerializeAsString()).has_value());
  ASSERT_TRUE(AnswerInFull(RequestWithBinding(1)).ok());
  for (const int64_t size : {1, 2, 500}) {
    const auto kept = AnswerAtOnce(RequestWithBinding(size).SerializeAsString());
    const auto fresh = Answer(RequestWithBinding(size), models_);
    ASSERT_TRUE(kept.has_value());
    ASSERT_TRUE(fresh.ok()) << fresh.status();
    EXPECT_EQ(*kept, AnswerHead(fresh->model_id).Take() + fresh->rest);
  }
}

TEST_F(FromCompiledTest, LeavesTheRestToThePool) {
  ASSERT_TRUE(AnswerInFull(RequestWithBinding(1)).ok());
  v1::InferShapesRequest memory = RequestWithBinding(1);
  memory.mutable_memory();
  ASSERT_TRUE(AnswerInFull(memory).ok());
  v1::InferShapesRequest bucket = RequestWithBinding(1);
  bucket.add_buckets()->set_symbol("N");
  bucket.mutable_buckets(0)->add_sizes(8);
  v1::InferShapesRequest many = RequestWithBinding(1);
  while (many.ByteSizeLong() <= 1024) *many.add_bindings() = many.bindings(0);
  v1::InferShapesRequest other = RequestWithBinding(1);
  other.mutable_selection()->set_scope(v1::Selection::SCOPE_ALL);
  v1::InferShapesRequest mistake = RequestWithBinding(-1);
  for (const auto& request : {memory, bucket, many, other, mistake}) {
    EXPECT_FALSE(AnswerAtOnce(request.SerializeAsString()).has_value()) << request.DebugString();
  }
  EXPECT_TRUE(AnswerAtOnce(RequestWithBinding(2).SerializeAsString()).has_value());
}

// As by the long way: a model that is not kept is to be sent again.
TEST_F(FromCompiledTest, NeedsTheModel) {
  ASSERT_TRUE(AnswerInFull(RequestWithBinding(1)).ok());
  ModelStore none(1 << 20);
  EXPECT_FALSE(AnswerFromCompiled(RequestWithBinding(1).SerializeAsString(), DefaultOptions(), none,
                                  compiled_)
                   .has_value());
}

// y = ConstantOfShape(s), s: int64[K].
std::string FillModel() {
  onnx::ModelProto model;
  EXPECT_TRUE(model.ParseFromString(ReluModel()));
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.mutable_node(0)->set_op_type("ConstantOfShape");
  graph.mutable_node(0)->set_input(0, "s");
  graph.mutable_input(0)->set_name("s");
  auto& tensor = *graph.mutable_input(0)->mutable_type()->mutable_tensor_type();
  tensor.set_elem_type(onnx::TensorProto::INT64);
  tensor.mutable_shape()->clear_dim();
  tensor.mutable_shape()->add_dim()->set_dim_param("K");
  return model.SerializeAsString();
}

// A request of FillModel(), by its id, that binds the elements and an element.
v1::InferShapesRequest FillRequest(const std::vector<int64_t>& elements, int64_t element) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_model_id(ModelId(FillModel()));
  v1::Binding& binding = *request.add_bindings();
  if (!elements.empty()) {
    v1::InputElements& given = *binding.add_elements();
    given.set_input("s");
    given.mutable_tensor()->set_element_type(v1::ELEMENT_TYPE_INT64);
    given.mutable_tensor()->add_sizes(static_cast<int64_t>(elements.size()));
    for (const int64_t size : elements) given.mutable_tensor()->add_ints(size);
  }
  if (element >= 0) {
    v1::SymbolSize& size = *binding.add_symbols();
    size.set_symbol("s[0]");
    size.set_size(element);
  }
  return request;
}

// An answer depends on nothing that somebody else asked before.
TEST_F(FromCompiledTest, WhatElementsTellIsNotAnsweredFromOthers) {
  const std::string id = ModelId(FillModel());
  const CacheKey key(KeyKind::kModelId, id);
  ASSERT_TRUE(models_.Insert(key, *StoredModel::Import(FillModel(), {})).has_value());
  const std::vector<v1::InferShapesRequest> requests = {
      FillRequest({}, -1),    FillRequest({}, 2),     FillRequest({2, 3}, -1),
      FillRequest({2, 3}, 2), FillRequest({2, 3}, 5), FillRequest({2, 3, 4}, -1)};
  int answers_at_once = 0;
  for (const auto& first : requests) {
    CompiledStore compiled(1 << 20);
    const auto answer_in_full = [&](const v1::InferShapesRequest& request) {
      InferQuestion question;
      question.request = request;
      return AnswerInferShapes(std::move(question), DefaultOptions(), models_, compiled, {});
    };
    (void)answer_in_full(first);
    for (const auto& next : requests) {
      SCOPED_TRACE(first.ShortDebugString() + ", then " + next.ShortDebugString());
      const auto fresh = Answer(next, models_);
      ASSERT_FALSE(absl::IsNotFound(fresh.status()));
      const auto at_once =
          AnswerFromCompiled(next.SerializeAsString(), DefaultOptions(), models_, compiled);
      if (at_once.has_value()) {
        ++answers_at_once;
        ASSERT_TRUE(fresh.ok()) << fresh.status();
        EXPECT_EQ(*at_once, AnswerHead(fresh->model_id).Take() + fresh->rest);
      }
      const auto kept = answer_in_full(next);
      ASSERT_EQ(kept.status(), fresh.status());
      if (fresh.ok()) {
        EXPECT_EQ(kept->rest, fresh->rest);
      }
    }
  }
  EXPECT_GT(answers_at_once, 0);
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
