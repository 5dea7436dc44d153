#include "tests/crowd/questions.h"

#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/wire/model_id.h"
#include "core/wire/strip.h"
#include "shapewright/v1/chain.pb.h"
#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "shapewright/v1/registry.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"

namespace shapewright::crowd {
namespace {

using end_to_end::ChainModel;

constexpr char kStreamInferShapes[] = "/shapewright.v1.ShapeService/StreamInferShapes";

constexpr const char* kCorpusModels[] = {
    "bert_base_ts17.onnx",    "resnet50_ts17.onnx",         "light_squeezenet.onnx",
    "unet_ts13.onnx",         "distilbert_ts17.onnx",       "gru_tagger_ts17.onnx",
    "seq2seq_loop_ts13.onnx", "scripted_control_ts17.onnx", "skl_rf_pipeline.onnx",
    "t5_encoder_ts17.onnx",
};

// A message of a text, with the model by its id.
template <typename Message>
std::string About(const std::string& model_id, const std::string& text) {
  Message message;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &message)) << text;
  message.mutable_model()->set_model_id(model_id);
  return message.SerializeAsString();
}

std::string Bindings(int number) {
  std::string text;
  for (const int size : {1 + number % 5, 7 + number % 50}) {
    absl::StrAppend(&text, "bindings { label: 'b", size, "' symbols { symbol: 'batch' size: ", size,
                    " } symbols { symbol: 'sequence' size: ", 2 * size, " } }\n");
  }
  return text;
}

// Of one model, round after round others.
void AddAboutModel(const std::string& model, int round, std::vector<Question>& questions) {
  const std::string id = ModelId(model);
  v1::InferShapesRequest whole = end_to_end::Request(model);
  whole.mutable_model()->add_premises(absl::StrCat("batch <= ", 100 + round));
  v1::StreamInferShapesRequest stream;
  *stream.mutable_request() = whole;
  questions.push_back({end_to_end::kInferShapes, whole.SerializeAsString()});
  questions.push_back({kStreamInferShapes, stream.SerializeAsString(), true});
  questions.push_back({end_to_end::kInferShapes,
                       About<v1::InferShapesRequest>(
                           id, absl::StrCat("scope: SCOPE_OUTPUTS values: 'v", round, "'"))});
  questions.push_back(
      {end_to_end::kEvaluateShapes, About<v1::EvaluateShapesRequest>(id, Bindings(round))});
  questions.push_back(
      {end_to_end::kEvaluateShapes,
       About<v1::EvaluateShapesRequest>(
           id, Bindings(round) + " memory { alignment_bytes: 64 with_plan: true }")});
  questions.push_back(
      {end_to_end::kEstimateCost, About<v1::EstimateCostRequest>(id, Bindings(round))});
  questions.push_back({end_to_end::kCompileGuard, About<v1::CompileGuardRequest>(id, "")});
  questions.push_back({end_to_end::kFindSymbolsToBind,
                       About<v1::FindSymbolsToBindRequest>(
                           id, round % 2 == 0 ? "goal: GOAL_STATIC" : "goal: GOAL_BOUNDED")});
  questions.push_back(
      {end_to_end::kPlanBuckets,
       About<v1::PlanBucketsRequest>(id, absl::StrCat("axes { symbol: 'batch' sizes: [1, ",
                                                      2 + round, ", 64] }", Bindings(round)))});
  questions.push_back(
      {end_to_end::kExplainShapes,
       About<v1::ExplainShapesRequest>(id, "questions { value { name: 'output' } axis: 0 }")});
}

// What no corpus has, and what makes no sense.
void AddSmall(int round, std::vector<Question>& questions) {
  const std::string chain = ChainModel(10 + round, round);
  questions.push_back({end_to_end::kInferShapes, end_to_end::Request(chain).SerializeAsString()});
  v1::EvaluateShapesRequest sizes = end_to_end::SizesRequest(chain);
  for (const int64_t size : {-1, 0, 1 + round}) {
    v1::SymbolSize& symbol = *sizes.add_bindings()->add_symbols();
    symbol.set_symbol("N");
    symbol.set_size(size);
  }
  questions.push_back({end_to_end::kEvaluateShapes, sizes.SerializeAsString()});
  v1::MergeShapesRequest merge;
  v1::ComputeLayoutRequest layout;
  for (int i = 0; i < 10; ++i) {
    v1::MergeTypes& types = *merge.add_cases()->mutable_merge();
    types.add_operands()->set_text(absl::StrCat("[", round, ", N + ", i, ", ?]"));
    types.add_operands()->set_text(absl::StrCat("[", round + i % 3, ", ?, ", i, "]"));
    layout.add_cases()->mutable_tensor()->set_text(absl::StrCat("f32[", round, ",", i, "]{1,0}"));
  }
  questions.push_back({end_to_end::kMergeShapes, merge.SerializeAsString()});
  questions.push_back({end_to_end::kComputeLayout, layout.SerializeAsString()});
  // Errors are answers: of a model that is none, of one with a cycle, of too little work.
  questions.push_back({end_to_end::kInferShapes,
                       end_to_end::Request(absl::StrCat("no model ", round)).SerializeAsString()});
  v1::InferShapesRequest cyclic = end_to_end::Request(end_to_end::CyclicModel());
  cyclic.add_values(absl::StrCat("v", round));
  questions.push_back({end_to_end::kInferShapes, cyclic.SerializeAsString()});
  v1::InferShapesRequest limited = end_to_end::Request(ChainModel(100, round));
  limited.mutable_limits()->set_work(static_cast<uint64_t>(10 + round));
  questions.push_back({end_to_end::kInferShapes, limited.SerializeAsString()});
}

}  // namespace

std::vector<std::string> KnownModels() {
  std::vector<std::string> models;
  for (const char* name : kCorpusModels) {
    auto model = StripWeights(end_to_end::CorpusModel(name));
    EXPECT_TRUE(model.ok()) << name << model.status();
    models.push_back(*std::move(model));
  }
  return models;
}

std::vector<Question> DifferentQuestions(size_t count) {
  const std::vector<std::string> models = KnownModels();
  std::vector<Question> questions;
  for (int round = 0; questions.size() < count; ++round) {
    for (const std::string& model : models) AddAboutModel(model, round, questions);
    for (int i = 0; i < 15; ++i) AddSmall(15 * round + i, questions);
  }
  questions.resize(count);
  return questions;
}

}  // namespace shapewright::crowd
