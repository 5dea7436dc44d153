// Explanations, parts of models and plans by a real server:
// the model sent, then named by its id. Expected values: what the model's inputs declare.
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/wire/model_id.h"
#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "shapewright/v1/rewrite.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

constexpr char kBert[] = "bert_base_ts17.onnx";

// The answer to a request, which is the same by the model's id.
v1::InferShapesResponse Ask(v1::InferShapesRequest request) {
  ServerProcess server;
  request.mutable_model()->set_onnx(CorpusModel(kBert));
  const auto sent = server.client().InferShapes(request);
  EXPECT_TRUE(sent.ok()) << sent.status();
  if (!sent.ok()) return {};
  request.mutable_model()->set_model_id(sent->model_id());
  const auto named = server.client().InferShapes(request);
  EXPECT_TRUE(named.ok()) << named.status();
  EXPECT_EQ(named.ok() ? named->SerializeAsString() : "", sent->SerializeAsString());
  return *sent;
}

// The answer to a question about the model, which is sent first and named by its id then; both are
// the same.
template <typename Response, typename Request>
Response AskFully(const char* method, Request request) {
  ServerProcess server;
  Response response;
  std::string sent;
  std::string named;
  request.mutable_model()->set_onnx(CorpusModel(kBert));
  const std::string id = ModelId(request.model().onnx());
  EXPECT_TRUE(Call(server, method, request.SerializeAsString(), &sent).ok());
  request.mutable_model()->set_model_id(id);
  EXPECT_TRUE(Call(server, method, request.SerializeAsString(), &named).ok());
  EXPECT_EQ(sent, named);
  EXPECT_TRUE(response.ParseFromString(sent));
  return response;
}

TEST(ModelQuestions, Explain) {
  v1::ExplainShapesRequest request;
  v1::ExplainQuestion* question = request.add_questions();
  question->mutable_value()->set_name("output_0");
  question->set_axis(0);
  request.add_questions()->mutable_value()->set_name("no such value");
  const auto answer = AskFully<v1::ExplainShapesResponse>(kExplainShapes, request);
  ASSERT_EQ(answer.explanations_size(), 2);
  const v1::Explanation& found = answer.explanations(0);
  EXPECT_EQ(found.amount().expr(), "batch");
  ASSERT_GT(found.steps_size(), 2);
  EXPECT_EQ(found.steps(0).site().input(), 0u);
  EXPECT_TRUE(absl::StrContains(found.steps(0).message(), "input_ids"));
  EXPECT_EQ(answer.explanations(1).error().field(), "value.name");
}

TEST(ModelQuestions, Specialize) {
  v1::InferShapesRequest request;
  v1::Submodel& part = *request.mutable_model()->mutable_options()->mutable_submodel();
  part.add_outputs("/m/embeddings/word_embeddings/Gather_output_0");
  request.add_include(v1::PART_NODES);
  const v1::InferShapesResponse answer = Ask(request);
  EXPECT_EQ(answer.statistics().nodes(), 1u);
  EXPECT_EQ(answer.graphs(0).nodes(0).op_type(), "Gather");
}

TEST(ModelQuestions, Profile) {
  v1::PlanProfilesRequest request;
  for (const char* name : {"batch", "sequence"}) {
    request.mutable_model()->add_premises(absl::StrCat("1 <= ", name, " <= 512"));
    v1::SymbolSize* common = request.add_common();
    common->set_symbol(name);
    common->set_size(64);
  }
  const v1::Profile answer = AskFully<v1::PlanProfilesResponse>(kPlanProfiles, request).profiles(0);
  const int inputs = answer.min().binding().inputs_size();
  ASSERT_GT(inputs, 1);
  for (int i = 0; i < inputs; ++i) {
    EXPECT_EQ(answer.min().binding().inputs(i).sizes(1), 1);
    EXPECT_EQ(answer.opt().binding().inputs(i).sizes(1), 64);
    EXPECT_EQ(answer.max().binding().inputs(i).sizes(1), 512);
    EXPECT_TRUE(answer.max().binding().inputs(i).values().empty());
  }
  EXPECT_EQ(answer.max().evaluation().outputs(0).sizes(0), 512);
  EXPECT_EQ(answer.max().evaluation().verdict(), v1::Evaluation::VERDICT_VALID);
}

TEST(ModelQuestions, Rewrite) {
  v1::RewriteModelRequest request;
  request.set_goal(v1::RewriteModelRequest::GOAL_SIMPLIFY);
  const auto answer = AskFully<v1::RewriteModelResponse>(kRewriteModel, request);
  EXPECT_FALSE(answer.refused());
}

// The ids are those of InferShapes.
TEST(ModelQuestions, Guard) {
  const auto answer = AskFully<v1::CompileGuardResponse>(kCompileGuard, v1::CompileGuardRequest());
  const v1::InferShapesResponse inferred = Ask(v1::InferShapesRequest());
  EXPECT_FALSE(answer.program().inference_id().empty());
  EXPECT_EQ(answer.program().inference_id(), inferred.inference_id());
  EXPECT_EQ(answer.program().model_id(), inferred.model_id());
  EXPECT_EQ(answer.program().coverage(), v1::GuardProgram::COVERAGE_COMPLETE);
  EXPECT_GT(answer.program().checks_size(), 3);
}

TEST(ModelQuestions, Cost) {
  v1::EstimateCostRequest request;
  v1::Binding* const binding = request.add_bindings();
  for (const char* name : {"batch", "sequence"}) {
    v1::SymbolSize* const size = binding->add_symbols();
    size->set_symbol(name);
    size->set_size(8);
  }
  const auto answer = AskFully<v1::EstimateCostResponse>(kEstimateCost, request);
  EXPECT_TRUE(answer.total().cost().macs().has_expr());
  EXPECT_EQ(answer.total().cost().uncounted_nodes(), 0u);
  EXPECT_GT(answer.evaluations(0).total().macs(), 0);
}

TEST(ModelQuestions, Buckets) {
  v1::PlanBucketsRequest request;
  for (const char* name : {"batch", "sequence"}) {
    v1::BucketAxis& axis = *request.add_axes();
    axis.set_symbol(name);
    axis.add_sizes(8);
    axis.add_sizes(64);
  }
  v1::Binding& binding = *request.add_bindings();
  for (const char* name : {"batch", "sequence"}) {
    v1::SymbolSize& size = *binding.add_symbols();
    size.set_symbol(name);
    size.set_size(16);
  }
  const auto answer = AskFully<v1::PlanBucketsResponse>(kPlanBuckets, request);
  ASSERT_EQ(answer.buckets_size(), 4);
  EXPECT_EQ(answer.buckets(1).binding().label(), "batch=8,sequence=64");
  EXPECT_EQ(answer.buckets(1).evaluation().outputs(0).sizes(1), 64);
  ASSERT_EQ(answer.placements_size(), 1);
  EXPECT_EQ(answer.placements(0).bucket(), 3u);
  // 16 x 16 of 64 x 64.
  EXPECT_DOUBLE_EQ(answer.placements(0).padding(), 15.0 / 16);
}

TEST(ModelQuestions, ChosenBuckets) {
  v1::ChooseBucketsRequest request;
  request.add_symbols("sequence");
  request.set_buckets(2);
  for (const int size : {16, 100, 128}) {
    v1::ObservedSizes& observed = *request.add_observed();
    observed.add_sizes(size);
    observed.set_count(1);
  }
  const auto answer = AskFully<v1::ChooseBucketsResponse>(kChooseBuckets, request);
  ASSERT_EQ(answer.buckets_size(), 2);
  EXPECT_EQ(answer.buckets(0).sizes(0), 16);
  EXPECT_EQ(answer.buckets(1).sizes(0), 128);
  EXPECT_EQ(answer.buckets(1).count(), 2u);
  EXPECT_DOUBLE_EQ(answer.expected_padding(), 28.0 / 272);
  EXPECT_TRUE(answer.optimal());
}

TEST(ModelQuestions, ExplainAFact) {
  v1::ExplainShapesRequest request;
  request.add_questions()->set_fact(0);
  const auto answer = AskFully<v1::ExplainShapesResponse>(kExplainShapes, request);
  ASSERT_EQ(answer.explanations_size(), 1);
  const v1::Explanation& found = answer.explanations(0);
  ASSERT_GT(found.steps_size(), 2);
  EXPECT_TRUE(found.steps(0).site().has_input());
  EXPECT_FALSE(found.steps(found.steps_size() - 1).site().value().empty());
}

TEST(ModelQuestions, BlameTheField) {
  ServerProcess server;
  v1::PlanBucketsRequest request;
  request.mutable_model()->set_onnx(CorpusModel(kBert));
  request.add_axes()->set_symbol("nobody");
  const grpc::Status status = Call(server, kPlanBuckets, request.SerializeAsString());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(FieldOf(status), "axes[0].symbol");
  v1::ExplainShapesRequest many;
  many.mutable_model()->set_onnx(CorpusModel(kBert));
  for (int i = 0; i <= 1000; ++i) many.add_questions()->set_fact(0);
  const grpc::Status refused = Call(server, kExplainShapes, many.SerializeAsString());
  EXPECT_EQ(ErrorInfoOf(refused).reason(), "TOO_MANY_QUESTIONS");
  ExpectServing(server);
}

}  // namespace
}  // namespace shapewright::end_to_end
