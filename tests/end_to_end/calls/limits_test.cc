// Each limit lets through what just keeps it, and refuses what just breaches it. Those of bytes and
// calls are tested with messages, uploads and overload.
#include <gtest/gtest.h>

#include <cctype>
#include <functional>
#include <string>

#include "absl/strings/str_cat.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/chain.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"
#include "tests/end_to_end/support/server_process.h"

namespace shapewright::end_to_end {
namespace {

// A request, and the limit that it just keeps.
struct LimitCase {
  const char* flag;
  int64_t just_enough;
  const char* reason;
  const char* field;
  std::function<std::string()> request;
  const char* method = kInferShapes;
};

std::string ModelRequest(const std::string& onnx) { return Request(onnx).SerializeAsString(); }

// An input that is a sequence of sequences of tensors: two types around one.
std::string NestedTypeRequest() {
  onnx::ModelProto model;
  model.ParseFromString(ReluModel());
  onnx::ValueInfoProto& input = *model.mutable_graph()->add_input();
  input.set_name("s");
  onnx::TypeProto* type = input.mutable_type();
  for (int i = 0; i < 2; ++i) type = type->mutable_sequence_type()->mutable_elem_type();
  type->mutable_tensor_type()->set_elem_type(onnx::TensorProto::FLOAT);
  return ModelRequest(model.SerializeAsString());
}

std::string BindingsRequest() {
  v1::EvaluateShapesRequest request = SizesRequest(ReluModel());
  for (int i = 0; i < 5; ++i) request.add_bindings();
  return request.SerializeAsString();
}

std::string RulesRequest() {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  for (const char* name : {"A", "B"}) {
    v1::OperatorRule* rule = request.mutable_model()->add_operator_rules();
    rule->mutable_key()->set_op_type(name);
    rule->set_signature("(x: T[N]) -> T[N]");
  }
  return request.SerializeAsString();
}

std::string QuestionsRequest() {
  v1::ExplainShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  for (int i = 0; i < 5; ++i) request.add_questions();
  return request.SerializeAsString();
}

std::string ScenariosRequest() {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  for (int i = 0; i < 5; ++i) request.add_scenarios()->set_name(absl::StrCat("s", i));
  return request.SerializeAsString();
}

// 3 times 2 buckets.
std::string BucketsRequest() {
  v1::PlanBucketsRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  for (const int sizes : {3, 2}) {
    v1::BucketAxis* axis = request.add_axes();
    for (int i = 0; i < sizes; ++i) axis->add_sizes(i);
  }
  return request.SerializeAsString();
}

std::string ObservationsRequest() {
  v1::ChooseBucketsRequest request;
  request.mutable_model()->set_onnx(ReluModel());
  for (int i = 0; i < 5; ++i) request.add_observed();
  return request.SerializeAsString();
}

template <typename CasesRequest>
std::string FiveCases() {
  CasesRequest request;
  for (int i = 0; i < 5; ++i) request.add_cases();
  return request.SerializeAsString();
}

// Three copies of a model, each linked to the next one.
std::string ChainOfThree() {
  v1::InferChainRequest request;
  for (const char* name : {"a", "b", "c"}) {
    v1::ChainStage& stage = *request.mutable_chain()->add_stages();
    stage.set_name(name);
    v1::Graph& graph = *stage.mutable_model()->mutable_graph()->mutable_graph();
    graph.add_inputs()->set_name("x");
    v1::Node& node = *graph.add_nodes();
    node.set_op_type("Relu");
    node.add_inputs("x");
    node.add_outputs("y");
    graph.add_outputs("y");
  }
  for (const char* names : {"ab", "bc"}) {
    v1::ChainLink& link = *request.mutable_chain()->add_links();
    link.mutable_output()->set_stage(std::string(1, names[0]));
    link.mutable_output()->set_value("y");
    link.mutable_input()->set_stage(std::string(1, names[1]));
    link.mutable_input()->set_value("x");
  }
  return request.SerializeAsString();
}

class LimitTest : public testing::TestWithParam<LimitCase> {
 protected:
  static std::string ReasonUnder(int64_t limit) {
    const ServerProcess server({std::string("--") + GetParam().flag + "=" + std::to_string(limit)});
    const grpc::Status status = Call(server, GetParam().method, GetParam().request());
    std::string reason = ErrorInfoOf(status).reason();
    if (reason == GetParam().reason) {
      EXPECT_EQ(status.error_code(), grpc::StatusCode::INVALID_ARGUMENT);
      EXPECT_EQ(FieldOf(status), GetParam().field);
    }
    return reason;
  }
};

TEST_P(LimitTest, JustKeptAndJustBreached) {
  EXPECT_NE(ReasonUnder(GetParam().just_enough), GetParam().reason);
  EXPECT_EQ(ReasonUnder(GetParam().just_enough - 1), GetParam().reason);
}

INSTANTIATE_TEST_SUITE_P(
    Limits, LimitTest,
    testing::Values(
        LimitCase{"max-nodes", 5, "TOO_MANY_NODES", "model.onnx",
                  [] { return ModelRequest(ChainModel(5)); }},
        LimitCase{"max-subgraph-depth", 3, "SUBGRAPH_TOO_DEEP", "model.onnx",
                  [] { return ModelRequest(NestedModel(3)); }},
        LimitCase{"max-rank", 2, "RANK_TOO_LARGE", "model.onnx",
                  [] { return ModelRequest(ReluModel()); }},
        LimitCase{"max-type-depth", 2, "TYPE_TOO_DEEP", "model.onnx", NestedTypeRequest},
        LimitCase{"max-operator-rules", 2, "TOO_MANY_RULES", "model.operator_rules", RulesRequest},
        LimitCase{"max-bindings", 5, "TOO_MANY_BINDINGS", "bindings", BindingsRequest,
                  kEvaluateShapes},
        LimitCase{"max-buckets", 6, "TOO_MANY_BUCKETS", "axes", BucketsRequest, kPlanBuckets},
        LimitCase{"max-observations", 5, "TOO_MANY_OBSERVATIONS", "observed", ObservationsRequest,
                  kChooseBuckets},
        LimitCase{"max-questions", 5, "TOO_MANY_QUESTIONS", "questions", QuestionsRequest,
                  kExplainShapes},
        LimitCase{"max-scenarios", 5, "TOO_MANY_SCENARIOS", "scenarios", ScenariosRequest},
        LimitCase{"max-stages", 3, "TOO_MANY_STAGES", "chain.stages", ChainOfThree, kInferChain},
        LimitCase{"max-links", 2, "TOO_MANY_LINKS", "chain.links", ChainOfThree, kInferChain},
        LimitCase{"max-cases", 5, "TOO_MANY_CASES", "cases", FiveCases<v1::MergeShapesRequest>,
                  kMergeShapes},
        LimitCase{"max-cases", 5, "TOO_MANY_CASES", "cases", FiveCases<v1::ComputeLayoutRequest>,
                  kComputeLayout}),
    [](const auto& info) {
      std::string name = absl::StrCat(info.param.flag, info.param.method);
      for (char& c : name) c = isalnum(static_cast<unsigned char>(c)) != 0 ? c : '_';
      return name;
    });

TEST(Limits, SubgraphsAreBoundedByDefault) {
  ServerProcess server;
  EXPECT_TRUE(server.client().InferShapes(Request(NestedModel(32))).ok());
  const grpc::Status status = Call(server, kInferShapes, ModelRequest(NestedModel(33)));
  EXPECT_EQ(ErrorInfoOf(status).reason(), "SUBGRAPH_TOO_DEEP");
}

// f0 calls f1, which calls f2, which calls Relu.
std::string FunctionModel() {
  onnx::ModelProto model;
  model.ParseFromString(ReluModel());
  model.add_opset_import()->set_domain("own");
  model.mutable_opset_import(1)->set_version(1);
  for (int i = 0; i < 3; ++i) {
    onnx::FunctionProto& function = *model.add_functions();
    function.set_domain("own");
    function.set_name("f" + std::to_string(i));
    function.add_input("a");
    function.add_output("b");
    *function.mutable_opset_import() = model.opset_import();
    onnx::NodeProto& node = *function.add_node();
    node.set_op_type(i == 2 ? "Relu" : "f" + std::to_string(i + 1));
    if (i < 2) node.set_domain("own");
    node.add_input("a");
    node.add_output("b");
  }
  onnx::NodeProto& call = *model.mutable_graph()->mutable_node(0);
  call.set_domain("own");
  call.set_op_type("f0");
  return model.SerializeAsString();
}

// A breach within a model is a diagnostic.
TEST(Limits, FunctionDepth) {
  for (const int limit : {3, 2}) {
    ServerProcess server({"--max-function-depth=" + std::to_string(limit)});
    const auto response = server.client().InferShapes(Request(FunctionModel()));
    ASSERT_TRUE(response.ok()) << response.status();
    bool is_too_deep = false;
    for (const v1::Diagnostic& diagnostic : response->diagnostics()) {
      is_too_deep |= diagnostic.code() == "FUNCTION_TOO_DEEP";
    }
    EXPECT_EQ(is_too_deep, limit == 2);
  }
}

// Concat after Concat: each dim is another multiple of N.
std::string GrowingModel(int nodes) {
  onnx::ModelProto model;
  model.ParseFromString(ChainModel(nodes));
  for (onnx::NodeProto& node : *model.mutable_graph()->mutable_node()) {
    node.set_op_type("Concat");
    node.add_input("x");
    onnx::AttributeProto& axis = *node.add_attribute();
    axis.set_name("axis");
    axis.set_type(onnx::AttributeProto::INT);
  }
  return model.SerializeAsString();
}

TEST(Limits, ExpressionTotal) {
  const ServerProcess server({"--max-expression-nodes=1024"});
  EXPECT_TRUE(Call(server, kInferShapes, ModelRequest(GrowingModel(200))).ok());
  const std::string request = ModelRequest(GrowingModel(1500));
  const grpc::Status status = Call(server, kInferShapes, request);
  EXPECT_EQ(status.error_code(), grpc::StatusCode::RESOURCE_EXHAUSTED);
  EXPECT_EQ(ErrorInfoOf(status).reason(), "TOO_MANY_EXPRESSIONS");
  EXPECT_TRUE(Call(ServerProcess(), kInferShapes, request).ok());
}

}  // namespace
}  // namespace shapewright::end_to_end
