#include "server/methods/evaluate_answer.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/escaping.h"
#include "core/graph/message/parse_message.h"
#include "core/wire/model_id.h"
#include "proto/onnx/onnx.pb.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/server/methods/answer_support.h"

namespace shapewright::server {
namespace {

// Answers with a cache that keeps no inference.
absl::StatusOr<ModelAnswer> Answer(const v1::EvaluateShapesRequest& request, ModelStore& models,
                                   const Options& options = DefaultOptions()) {
  InferenceStore compiled(0);
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
    return AnswerFromKept(request, DefaultOptions(), models_, compiled_);
  }

  ModelStore models_{1 << 20};
  InferenceStore compiled_{1 << 20};
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

// No answer depends on what is kept: each byte of a request in more bytes than a varint needs, and
// bytes that are left out, put in, or others. Oracle: the same bytes, read by protobuf, without
// kept inferences.
TEST_F(FromCompiledTest, NoAnswerDependsOnWhatIsKept) {
  v1::EvaluateShapesRequest request = RequestWithBinding(2);
  request.mutable_model()->add_premises("N <= 600");
  request.mutable_bindings(0)->set_label("first");
  request.add_values("y");
  ASSERT_TRUE(AnswerInFull(request).ok());
  const std::string bytes = request.SerializeAsString();
  ASSERT_TRUE(AnswerAtOnce(bytes).has_value());
  std::vector<std::string> others;
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (size_t more = 1; more <= 9; ++more) {
      std::string longer = bytes.substr(0, i);
      longer += static_cast<char>(bytes[i] | 0x80);
      longer.append(more - 1, '\x80');
      longer += '\0';
      // A length counts what it stands before, not itself: one byte around it may grow too.
      others.push_back(longer + bytes.substr(i + 1));
      for (const size_t outer : {size_t{1}, bytes.find('\x12') + 1}) {
        std::string grown = others.back();
        if (outer < i) grown[outer] = static_cast<char>(grown[outer] + static_cast<char>(more));
        others.push_back(std::move(grown));
      }
    }
    others.push_back(bytes.substr(0, i));
    for (const char byte : {'\x00', '\x01', '\x02', '\x0a', '\x10', '\x12', '\x1a', '\x22', '\x7f',
                            '\x80', '\x8a', '\xff'}) {
      others.push_back(bytes);
      others.back()[i] = byte;
      others.push_back(bytes.substr(0, i) + byte + bytes.substr(i));
    }
  }
  size_t answered = 0;
  for (const std::string& other : others) {
    const auto kept = AnswerAtOnce(other);
    if (!kept.has_value()) continue;
    ++answered;
    v1::EvaluateShapesRequest read;
    ASSERT_TRUE(graph::ParseMessage(other, &read).ok()) << absl::CHexEscape(other);
    const auto fresh = Answer(read, models_);
    ASSERT_TRUE(fresh.ok()) << absl::CHexEscape(other);
    EXPECT_EQ(*kept, fresh->rest) << absl::CHexEscape(other);
  }
  EXPECT_GT(answered, 50U);
}

// As on the pool: without the model the caller gets MODEL_NOT_CACHED and must send it again.
TEST_F(FromCompiledTest, NeedsTheModel) {
  ASSERT_TRUE(AnswerInFull(RequestWithBinding(1)).ok());
  ModelStore none(1 << 20);
  EXPECT_FALSE(
      AnswerFromKept(RequestWithBinding(1).SerializeAsString(), DefaultOptions(), none, compiled_)
          .has_value());
}

// The id of ReluModel() with a premise, which the stores get to know.
class ByInferenceTest : public FromCompiledTest {
 protected:
  ByInferenceTest() {
    v1::InferShapesRequest request;
    request.mutable_model()->set_model_id(ModelId(ReluModel()));
    request.mutable_model()->add_premises("N <= 7");
    spec_ = request.model();
    const auto answer = AnswerAboutModel(*questions::FindModelRpc("InferShapes"), request, {},
                                         DefaultOptions(), models_, {});
    EXPECT_TRUE(answer.ok()) << answer.status();
    id_ = answer->inference_id;
  }

  v1::EvaluateShapesRequest ById(int64_t size) const {
    v1::EvaluateShapesRequest request = RequestWithBinding(size);
    request.mutable_model()->set_inference_id(id_);
    return request;
  }
  v1::EvaluateShapesRequest InFull(int64_t size) const {
    v1::EvaluateShapesRequest request = RequestWithBinding(size);
    *request.mutable_model() = spec_;
    return request;
  }

  v1::ModelSpec spec_;
  std::string id_;
};

TEST_F(ByInferenceTest, AnswersTheSame) {
  EXPECT_FALSE(AnswerAtOnce(ById(1).SerializeAsString()).has_value());
  for (const int64_t size : {1, 8, -1}) {
    const auto in_full = Answer(InFull(size), models_);
    ASSERT_TRUE(in_full.ok()) << in_full.status();
    const auto by_id = AnswerInFull(ById(size));
    ASSERT_TRUE(by_id.ok()) << by_id.status();
    EXPECT_EQ(by_id->rest, in_full->rest);
    const auto at_once = AnswerAtOnce(ById(size).SerializeAsString());
    ASSERT_TRUE(at_once.has_value());
    EXPECT_EQ(*at_once, in_full->rest);
  }
}

// Whichever way it was made, it is inferred once, and found by both.
TEST_F(ByInferenceTest, IsInferredOnceForBothWays) {
  EXPECT_TRUE(AnswerInFull(InFull(1))->is_inferred);
  EXPECT_FALSE(AnswerInFull(ById(2))->is_inferred);
  EXPECT_TRUE(AnswerAtOnce(ById(3).SerializeAsString()).has_value());
  EXPECT_TRUE(AnswerAtOnce(InFull(3).SerializeAsString()).has_value());
}

TEST_F(ByInferenceTest, OtherQuestionsAreOthers) {
  ASSERT_TRUE(AnswerInFull(ById(1)).ok());
  v1::EvaluateShapesRequest values = ById(1);
  values.add_values("x");
  EXPECT_FALSE(AnswerAtOnce(values.SerializeAsString()).has_value());
  const auto answer = AnswerInFull(values);
  ASSERT_TRUE(answer.ok()) << answer.status();
  EXPECT_EQ(AnswerAtOnce(values.SerializeAsString()), answer->rest);
  EXPECT_NE(AnswerAtOnce(ById(1).SerializeAsString()), answer->rest);
  v1::EvaluateShapesRequest in_full = InFull(2);
  in_full.add_values("x");
  EXPECT_FALSE(AnswerInFull(in_full)->is_inferred);
}

TEST_F(ByInferenceTest, IdsOfAnotherLengthAreNone) {
  ASSERT_TRUE(AnswerInFull(ById(1)).ok());
  for (const std::string& id : {id_.substr(0, id_.size() - 1), id_ + "0", std::string("x")}) {
    v1::EvaluateShapesRequest request = ById(1);
    request.mutable_model()->set_inference_id(id);
    EXPECT_FALSE(AnswerAtOnce(request.SerializeAsString()).has_value());
    EXPECT_EQ(ReasonOf(AnswerInFull(request).status()), graph::reason::kMalformedRequest);
    EXPECT_EQ(FieldOf(AnswerInFull(request).status()), "model.inference_id");
  }
}

TEST_F(ByInferenceTest, NothingElseIsSaidOfTheModel) {
  ASSERT_TRUE(AnswerInFull(ById(1)).ok());
  v1::EvaluateShapesRequest request = ById(1);
  request.mutable_model()->add_premises("N <= 7");
  EXPECT_FALSE(AnswerAtOnce(request.SerializeAsString()).has_value());
  const absl::Status status = AnswerInFull(request).status();
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_EQ(FieldOf(status), "model.inference_id");
}

TEST_F(ByInferenceTest, IsNotKnownWithoutItsModel) {
  ASSERT_TRUE(AnswerInFull(ById(1)).ok());
  ModelStore none(1 << 20);
  none.InsertSpec(id_, ModelId(ReluModel()), "");
  EXPECT_EQ(ReasonOf(Answer(ById(1), none).status()), reason::kInferenceNotCached);
  const std::string request = ById(1).SerializeAsString();
  EXPECT_FALSE(AnswerFromKept(request, DefaultOptions(), none, compiled_).has_value());
}

// A server that has forgotten what the id stands for learns it from any question that says it all.
TEST_F(ByInferenceTest, IsLearnedFromOtherQuestions) {
  ModelStore other(1 << 20);
  EXPECT_EQ(ReasonOf(Answer(ById(1), other).status()), reason::kInferenceNotCached);
  v1::EvaluateShapesRequest whole = InFull(1);
  whole.mutable_model()->set_onnx(ReluModel());
  ASSERT_TRUE(Answer(whole, other).ok());
  EXPECT_TRUE(Answer(ById(1), other).ok());
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
    InferenceStore compiled(1 << 20);
    const auto answer_in_full = [&](const v1::EvaluateShapesRequest& request) {
      return AnswerEvaluateShapes(request, {}, DefaultOptions(), models_, compiled, {});
    };
    (void)answer_in_full(first);
    for (const auto& next : requests) {
      SCOPED_TRACE(first.ShortDebugString() + ", then " + next.ShortDebugString());
      const auto fresh = Answer(next, models_);
      ASSERT_FALSE(absl::IsNotFound(fresh.status()));
      const auto at_once =
          AnswerFromKept(next.SerializeAsString(), DefaultOptions(), models_, compiled);
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
