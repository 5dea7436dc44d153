// Answers about models that nobody would write, found by tests/fuzz.
#include <gmock/gmock.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "core/inference/infer.h"
#include "shapewright/v1/infer.pb.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/model_text.h"

namespace shapewright::inference {
namespace {

// ONNX's strings are not checked; those of an answer are, by every reader.
TEST(AnswerWriter, NamesThatAreNotUtf8AreReplaced) {
  onnx::ModelProto model =
      ParseModelText("opset 17\n input x: float32[N]\n y = Relu(x)\n output y");
  model.mutable_graph()->mutable_node(0)->set_name("caf\xe9");
  model.mutable_graph()->mutable_node(0)->set_output(0, "\xffy");
  model.mutable_graph()->mutable_output(0)->set_name("\xffy");
  model.mutable_graph()
      ->mutable_input(0)
      ->mutable_type()
      ->mutable_tensor_type()
      ->mutable_shape()
      ->mutable_dim(0)
      ->set_dim_param("N\xfe");
  const auto answer = InferOnnxModel(model.SerializeAsString());
  ASSERT_TRUE(answer.ok()) << answer.status();
  v1::InferShapesResponse response;
  ASSERT_TRUE(response.ParseFromString(*answer));
  const v1::GraphInfo& graph = response.graphs(0);
  ASSERT_EQ(graph.nodes_size(), 1);
  EXPECT_EQ(graph.nodes(0).name(), "caf\xef\xbf\xbd");
  EXPECT_EQ(graph.values(1).name(), "\xef\xbf\xbdy");
  EXPECT_EQ(response.symbols(0).name(), "N\xef\xbf\xbd");
}

// The graph stands at no node: there is none.
TEST(AnswerWriter, AGraphIsTheDefaultOfAFunctionWithoutNodes) {
  onnx::ModelProto model = ParseModelText("opset 17\n input x: float32[N]\n output x");
  onnx::FunctionProto& function = *model.add_functions();
  function.set_domain("my.domain");
  function.set_name("Empty");
  onnx::AttributeProto& attribute = *function.add_attribute_proto();
  attribute.set_name("body");
  attribute.set_type(onnx::AttributeProto::GRAPH);
  attribute.mutable_g()->set_name("default");
  const auto answer = InferOnnxModel(model.SerializeAsString());
  ASSERT_TRUE(answer.ok()) << answer.status();
  v1::InferShapesResponse response;
  ASSERT_TRUE(response.ParseFromString(*answer));
  for (const v1::GraphInfo& graph : response.graphs()) EXPECT_EQ(graph.attribute(), "");
}

TEST(AnswerWriter, AModelWithoutErrorsIsConsistent) {
  const auto is_consistent = [](absl::string_view shape_of_b) {
    const Inferred inferred(absl::StrCat("opset 17\n input a: float32[2, 3]\n input b: float32",
                                         shape_of_b, "\n c = Add(a, b)\n output c"));
    return inferred.answer().consistent();
  };
  EXPECT_TRUE(is_consistent("[2, 1]"));
  EXPECT_FALSE(is_consistent("[2, 4]"));
}

// docs/errors.md#checks.
TEST(AnswerWriter, FactsAndDiagnosticsNameTheirCheck) {
  const Inferred open(
      "opset 17\n input a: float32[2, N]\n input b: float32[3, 5]\n c = MatMul(a, b)\n output c");
  ASSERT_EQ(open.answer().facts_size(), 1);
  EXPECT_EQ(open.answer().facts(0).check(), "matmul.inner");
  const Inferred wrong(
      "opset 17\n input a: float32[2, 4]\n input b: float32[3, 5]\n c = MatMul(a, b)\n output c");
  ASSERT_EQ(wrong.answer().diagnostics_size(), 1);
  EXPECT_EQ(wrong.answer().diagnostics(0).check(), "matmul.inner");
  const Inferred other(
      "opset 17\n input a: float32[2, 4]\n c = Transpose(a) perm=[0, 0]\n output c");
  ASSERT_EQ(other.answer().diagnostics_size(), 1);
  EXPECT_EQ(other.answer().diagnostics(0).check(), "");
}

// By hand: c has the error, and d is made of it; a, b and e are not.
TEST(AnswerWriter, CountsTheValuesThatRestOnAnError) {
  const auto count = [](absl::string_view rows_of_b) {
    const Inferred inferred(absl::StrCat("opset 17\n input a: float32[2, 6]\n input b: float32[",
                                         rows_of_b, ", 3]\n c = MatMul(a, b)\n d = Relu(c)\n",
                                         " e = Relu(a)\n output d\n output e"));
    return inferred.answer().statistics().values_on_errors();
  };
  EXPECT_EQ(count("6"), 0u);
  EXPECT_EQ(count("7"), 2u);
}

constexpr int kRows = 6000;

// Nodes in a row, whose facts are that pairs of inputs have equal dims.
std::string ManyFacts() {
  std::string text = "opset 17\n";
  for (const char* input : {"a", "b"}) {
    for (int i = 0; i < kRows; ++i) {
      absl::StrAppend(&text, "input ", input, i, ": float32[", input, "r", i, ", ", input, "c", i,
                      "]\n");
    }
  }
  for (int i = 0; i < kRows; ++i) {
    absl::StrAppend(&text, "y", i, " = MatMul(a", i, ", b", i, ")\noutput y", i, "\n");
  }
  return ParseModelText(text).SerializeAsString();
}

// Nobody waits any more: the writing of values, names and facts ends at whichever question hears
// it.
TEST(AnswerWriter, StopsWhenItIsNotWanted) {
  const std::string model = ManyFacts();
  bool is_writing = false;
  int questions = 0;
  int last = 0;  // of the questions while writing; 0: none fails
  InferOptions options;
  options.on_inferred = [&] { is_writing = true; };
  options.reader.check_interrupt = [&] {
    if (!is_writing || ++questions != last) return absl::OkStatus();
    return absl::CancelledError("gone");
  };
  ASSERT_TRUE(InferOnnxModel(model, options).ok());
  const int all = questions;
  // In each row three values are listed and written, and a node has a name and an operator; then
  // there is a fact: each takes 4 operations at least (S65).
  EXPECT_GE(static_cast<uint64_t>(all), 4 * kRows * (3 + 3 + 1 + 1 + 1) / Work::kPollInterval);
  for (last = 1; last <= all; ++last) {
    is_writing = false;
    questions = 0;
    const auto answer = InferOnnxModel(model, options);
    EXPECT_TRUE(absl::IsCancelled(answer.status())) << last;
    EXPECT_EQ(questions, last) << "it went on";
  }
}

}  // namespace
}  // namespace shapewright::inference
