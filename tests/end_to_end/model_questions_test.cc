// Explanations, parts of models, profiles and the provenance of facts by a real server:
// the model sent, then named by its id. Expected values: what the model's inputs declare.
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "tests/end_to_end/calls.h"
#include "tests/end_to_end/models.h"
#include "tests/end_to_end/server_process.h"

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

TEST(ModelQuestions, Explain) {
  v1::InferShapesRequest request;
  v1::ExplainQuery* query = request.add_explain();
  query->set_value("output_0");
  query->set_axis(0);
  const v1::InferShapesResponse answer = Ask(request);
  ASSERT_EQ(answer.explanations_size(), 1);
  const v1::Explanation& found = answer.explanations(0);
  EXPECT_EQ(found.dim().expr(), "batch");
  ASSERT_GT(found.steps_size(), 2);
  EXPECT_EQ(found.steps(0).site().input(), 0u);
  EXPECT_TRUE(absl::StrContains(found.steps(0).message(), "input_ids"));
}

TEST(ModelQuestions, Specialize) {
  v1::InferShapesRequest request;
  v1::Submodel& part = *request.mutable_model()->mutable_options()->mutable_submodel();
  part.add_outputs("/m/embeddings/word_embeddings/Gather_output_0");
  const v1::InferShapesResponse answer = Ask(request);
  EXPECT_EQ(answer.statistics().nodes(), 1u);
  EXPECT_EQ(answer.graphs(0).op_types(0), "Gather");
}

TEST(ModelQuestions, Profile) {
  v1::InferShapesRequest request;
  request.mutable_selection()->add_sections(v1::SECTION_PROFILE);
  for (const char* name : {"batch", "sequence"}) {
    request.mutable_model()->add_premises(absl::StrCat("1 <= ", name, " <= 512"));
    v1::SymbolSize* common = request.add_common();
    common->set_symbol(name);
    common->set_size(64);
  }
  const v1::InferShapesResponse answer = Ask(request);
  ASSERT_GT(answer.profile_size(), 1);
  for (const v1::InputProfile& input : answer.profile()) {
    EXPECT_EQ(input.min(1), 1);
    EXPECT_EQ(input.opt(1), 64);
    EXPECT_EQ(input.max(1), 512);
    EXPECT_FALSE(input.needs_elements());
  }
  ASSERT_EQ(answer.profile_evaluations_size(), 3);
  const v1::Evaluation& greatest = answer.profile_evaluations(2).evaluation();
  EXPECT_EQ(greatest.outputs(0).sizes(0), 512);
  EXPECT_TRUE(greatest.violations().empty());
}

TEST(ModelQuestions, Provenance) {
  v1::InferShapesRequest request;
  request.mutable_selection()->add_sections(v1::SECTION_CONSTRAINTS);
  request.mutable_selection()->add_sections(v1::SECTION_PROVENANCE);
  const v1::InferShapesResponse answer = Ask(request);
  ASSERT_GT(answer.constraints_size(), 0);
  int chains = 0;
  for (const v1::Constraint& fact : answer.constraints()) {
    if (fact.left_provenance_size() < 2) continue;
    ++chains;
    EXPECT_TRUE(fact.left_provenance(0).has_input()) << fact.ShortDebugString();
  }
  EXPECT_GT(chains, 0);
}

TEST(ModelQuestions, BlameTheField) {
  ServerProcess server;
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(CorpusModel(kBert));
  request.add_explain()->set_value("no such value");
  const grpc::Status status = Call(server, kInferShapes, request.SerializeAsString());
  EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
  EXPECT_EQ(FieldOf(status), "explain[0].value");
  ExpectServing(server);
}

}  // namespace
}  // namespace shapewright::end_to_end
