#include <gtest/gtest.h>

#include <csignal>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "shapewright/v1/registry.pb.h"
#include "tests/data_path/data_path.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

// Questions by inference_id.
namespace shapewright::end_to_end {
namespace {

constexpr char kDescribeModel[] = "/shapewright.v1.ModelService/DescribeModel";

struct QuestionCase {
  const char* method;
  std::string (*request)(const v1::ModelSpec& spec);
};

template <typename Request>
std::string About(const v1::ModelSpec& spec) {
  Request request;
  *request.mutable_model() = spec;
  return request.SerializeAsString();
}

std::string SizesOf(const v1::ModelSpec& spec) {
  v1::EvaluateShapesRequest request;
  *request.mutable_model() = spec;
  request.add_bindings();
  request.mutable_packed();
  return request.SerializeAsString();
}

std::string RebatchedOf(const v1::ModelSpec& spec) {
  v1::RewriteModelRequest request;
  *request.mutable_model() = spec;
  // Refused or not, this answer is not empty.
  request.set_goal(v1::RewriteModelRequest::GOAL_REBATCH);
  return request.SerializeAsString();
}

constexpr QuestionCase kQuestionCases[] = {
    {kInferShapes, About<v1::InferShapesRequest>},
    {kEvaluateShapes, SizesOf},
    {kExplainShapes, About<v1::ExplainShapesRequest>},
    {kPlanProfiles, About<v1::PlanProfilesRequest>},
    {kCompileGuard, About<v1::CompileGuardRequest>},
    {kEstimateCost, About<v1::EstimateCostRequest>},
    {kRewriteModel, RebatchedOf},
    {kDescribeModel, About<v1::DescribeModelRequest>},
};

// Byte for byte what is answered to whoever says it all, for all models of the corpus.
TEST(InferenceId, AnswersAsInFull) {
  ServerProcess server;
  const auto folder = std::filesystem::path(SourcePath("tests/data/corpus/models"));
  int models = 0;
  for (const auto& file : std::filesystem::directory_iterator(folder)) {
    const std::string name = file.path().filename();
    v1::InferShapesRequest request = Request(CorpusModel(name));
    request.mutable_model()->mutable_options()->set_check_types(true);
    const auto told = server.client().InferShapes(request);
    ASSERT_TRUE(told.ok()) << name << ": " << told.status();
    v1::ModelSpec by_id;
    by_id.set_inference_id(told->inference_id());
    v1::ModelSpec in_full = request.model();
    in_full.set_model_id(told->model_id());
    for (const QuestionCase& question : kQuestionCases) {
      SCOPED_TRACE(name + question.method);
      std::string expected;
      std::string actual;
      const grpc::Status full = Call(server, question.method, question.request(in_full), &expected);
      const grpc::Status named = Call(server, question.method, question.request(by_id), &actual);
      EXPECT_EQ(named.error_code(), full.error_code()) << named.error_message();
      EXPECT_EQ(named.error_message(), full.error_message());
      EXPECT_TRUE(actual == expected);
      EXPECT_EQ(actual.empty(), question.method == kExplainShapes || !full.ok());
    }
    ++models;
  }
  EXPECT_GT(models, 40);
}

// Two servers of one build tell the same id; what one was told the other does not know.
TEST(InferenceId, IsTheSameEverywhereAndKnownWhereItWasTold) {
  ServerProcess server;
  ServerProcess other;
  ServerProcess third;
  v1::InferShapesRequest request = Request(ReluModel());
  for (const char* type : {"float32[N, 3]", "float32[M, 3]"}) {
    request.mutable_model()->clear_input_types();
    v1::NamedType& given = *request.mutable_model()->add_input_types();
    given.set_name("x");
    given.mutable_type()->set_text(type);
    const auto told = server.client().InferShapes(request);
    const auto elsewhere = other.client().InferShapes(request);
    ASSERT_TRUE(told.ok() && elsewhere.ok()) << told.status() << elsewhere.status();
    EXPECT_EQ(told->inference_id(), elsewhere->inference_id());
    v1::ModelSpec spec;
    spec.set_inference_id(told->inference_id());
    EXPECT_TRUE(Call(other, kInferShapes, About<v1::InferShapesRequest>(spec)).ok());
    const grpc::Status unknown = Call(third, kInferShapes, About<v1::InferShapesRequest>(spec));
    EXPECT_EQ(unknown.error_code(), grpc::StatusCode::NOT_FOUND);
    EXPECT_EQ(ErrorInfoOf(unknown).reason(), "INFERENCE_NOT_CACHED");
  }
}

// A client says it again to a server that has been restarted.
TEST(InferenceId, ARestartIsNotNoticed) {
  ServerProcess server;
  v1::InferShapesRequest request = Request(CorpusModel("bert_base_ts17.onnx"));
  request.mutable_model()->add_premises("batch <= 8");
  const auto told = server.client().InferShapes(request);
  ASSERT_TRUE(told.ok()) << told.status();
  v1::EvaluateShapesRequest sizes;
  sizes.mutable_model()->set_inference_id(told->inference_id());
  sizes.add_bindings();
  const auto before = server.client().EvaluateShapes(sizes);
  ASSERT_TRUE(before.ok()) << before.status();
  server.process().Signal(SIGTERM);
  EXPECT_EQ(server.process().Wait(), 0);
  const auto next = server.StartAnother();
  server.WaitForLog("\"started\"", 2);
  const auto after = server.client().EvaluateShapes(sizes);
  ASSERT_TRUE(after.ok()) << after.status();
  EXPECT_EQ(after->SerializeAsString(), before->SerializeAsString());
}

}  // namespace
}  // namespace shapewright::end_to_end
