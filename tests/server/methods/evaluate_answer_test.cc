#include "server/methods/evaluate_answer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/wire/model_id.h"
#include "proto/onnx/onnx.pb.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"
#include "tests/server/methods/answer_support.h"

namespace shapewright::server {
namespace {

// Answers with a cache that keeps no inference.
absl::StatusOr<ModelAnswer> Answer(const v1::EvaluateShapesRequest& request, ModelStore& models,
                                   const Options& options = DefaultOptions()) {
  CompiledStore compiled(0);
  return AnswerEvaluateShapes(request, {}, options, models, compiled, {});
}

TEST(EvaluateAnswer, TooManyBindings) {
  Options options = DefaultOptions();
  ModelStore models(1 << 20);
  options.max_bindings = 2;
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  for (int i = 0; i < 2; ++i) request.add_bindings();
  EXPECT_NE(ReasonOf(Answer(request, models, options).status()), reason::kTooManyBindings);
  request.add_bindings();
  const absl::Status status = Answer(request, models, options).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status));
  EXPECT_EQ(ReasonOf(status), reason::kTooManyBindings);
  EXPECT_EQ(FieldOf(status), "bindings");
}

// One binding of ReluModel() by its id.
v1::EvaluateShapesRequest RequestWithBinding(int64_t size) {
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_model_id(ModelId(ReluModel()));
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

  absl::StatusOr<ModelAnswer> AnswerInFull(const v1::EvaluateShapesRequest& request) {
    return AnswerEvaluateShapes(request, {}, DefaultOptions(), models_, compiled_, {});
  }
  std::optional<std::string> AnswerAtOnce(const std::string& request) {
    return AnswerFromCompiled(request, DefaultOptions(), models_, compiled_);
  }

  ModelStore models_{1 << 20};
  CompiledStore compiled_{1 << 20};
};

// Oracle: the same request, without kept inferences.
TEST_F(FromCompiledTest, AnswersTheSame) {
  EXPECT_FALSE(AnswerAtOnce(RequestWithBinding(1).SerializeAsString()).has_value());
  ASSERT_TRUE(AnswerInFull(RequestWithBinding(1)).ok());
  for (const int64_t size : {1, 2, 500}) {
    const auto kept = AnswerAtOnce(RequestWithBinding(size).SerializeAsString());
    const auto fresh = Answer(RequestWithBinding(size), models_);
    ASSERT_TRUE(kept.has_value());
    ASSERT_TRUE(fresh.ok()) << fresh.status();
    EXPECT_EQ(*kept, fresh->rest);
  }
}

TEST_F(FromCompiledTest, LeavesTheRestToThePool) {
  ASSERT_TRUE(AnswerInFull(RequestWithBinding(1)).ok());
  v1::EvaluateShapesRequest memory = RequestWithBinding(1);
  memory.mutable_memory();
  ASSERT_TRUE(AnswerInFull(memory).ok());
  v1::EvaluateShapesRequest many = RequestWithBinding(1);
  while (many.ByteSizeLong() <= 1024) *many.add_bindings() = many.bindings(0);
  v1::EvaluateShapesRequest other = RequestWithBinding(1);
  other.add_values("x");
  for (const auto& request : {memory, many, other}) {
    EXPECT_FALSE(AnswerAtOnce(request.SerializeAsString()).has_value()) << request.DebugString();
  }
  EXPECT_TRUE(AnswerAtOnce(RequestWithBinding(2).SerializeAsString()).has_value());
  // A binding that does not fit gets its error in the answer.
  EXPECT_TRUE(AnswerAtOnce(RequestWithBinding(-1).SerializeAsString()).has_value());
}

// As on the pool: without the model the caller gets MODEL_NOT_CACHED and must send it again.
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

// A request about FillModel(), by its id, with a binding of the elements and of an element.
v1::EvaluateShapesRequest FillRequest(const std::vector<int64_t>& elements, int64_t element) {
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_model_id(ModelId(FillModel()));
  v1::Binding& binding = *request.add_bindings();
  if (!elements.empty()) {
    v1::InputSizes& given = *binding.add_inputs();
    given.set_name("s");
    given.add_sizes(static_cast<int64_t>(elements.size()));
    given.mutable_values()->Add(elements.begin(), elements.end());
  }
  if (element >= 0) {
    v1::SymbolSize& size = *binding.add_symbols();
    size.set_symbol("s[0]");
    size.set_size(element);
  }
  return request;
}

// An answer must not depend on earlier requests.
TEST_F(FromCompiledTest, WhatElementsTellIsNotAnsweredFromOthers) {
  const std::string id = ModelId(FillModel());
  const CacheKey key(KeyKind::kModelId, id);
  ASSERT_TRUE(models_.Insert(key, *StoredModel::Import(FillModel(), {})).has_value());
  const std::vector<v1::EvaluateShapesRequest> requests = {
      FillRequest({}, -1),    FillRequest({}, 2),     FillRequest({2, 3}, -1),
      FillRequest({2, 3}, 2), FillRequest({2, 3}, 5), FillRequest({2, 3, 4}, -1)};
  int answers_at_once = 0;
  for (const auto& first : requests) {
    CompiledStore compiled(1 << 20);
    const auto answer_in_full = [&](const v1::EvaluateShapesRequest& request) {
      return AnswerEvaluateShapes(request, {}, DefaultOptions(), models_, compiled, {});
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
        EXPECT_EQ(*at_once, fresh->rest);
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

}  // namespace
}  // namespace shapewright::server
