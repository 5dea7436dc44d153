#include "core/wire/valid_text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "core/inference/infer.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/core/inference/support/model_text.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::HasSubstr;

constexpr char kModel[] = R"(
  input x: float32[N, 3]
  input y: float32[M, 3]
  z = Add(x, y)
  output z
)";
// A byte of no character, and what stands for it.
constexpr char kInvalid[] = "\xfe";
constexpr char kReplacement[] = "\xef\xbf\xbd";

void MakeInvalid(std::string* name) { *name = absl::StrCat(kInvalid, *name); }

// The model with names that are no UTF-8.
onnx::ModelProto InvalidModel() {
  onnx::ModelProto model = ParseModelText(kModel);
  onnx::GraphProto& graph = *model.mutable_graph();
  MakeInvalid(graph.mutable_node(0)->mutable_name());
  for (std::string& name : *graph.mutable_node(0)->mutable_input()) MakeInvalid(&name);
  for (onnx::ValueInfoProto& input : *graph.mutable_input()) {
    MakeInvalid(input.mutable_name());
    MakeInvalid(input.mutable_type()
                    ->mutable_tensor_type()
                    ->mutable_shape()
                    ->mutable_dim(0)
                    ->mutable_dim_param());
  }
  return model;
}

// Found by fuzzing: an answer that nobody can read.
TEST(ValidText, AnswersAboutInvalidNamesCanBeRead) {
  v1::InferShapesRequest request = Request(kModel, R"pb(
    selection { sections: [ SECTION_AUDIT, SECTION_PROFILE, SECTION_VALUES ] }
    bindings {}
    explain { value: 'z' }
  )pb");
  request.mutable_model()->set_onnx(InvalidModel().SerializeAsString());
  const auto answer = Answer(request);
  ASSERT_EQ(answer.evaluations_size(), 1);
  ASSERT_GT(answer.evaluations(0).unbound_size(), 0);
  EXPECT_THAT(answer.evaluations(0).unbound(0), HasSubstr(kReplacement));
  ASSERT_GT(answer.audit_size(), 0);
  EXPECT_THAT(answer.audit(0).message(), HasSubstr(kReplacement));
  ASSERT_EQ(answer.profile_size(), 2);
  EXPECT_EQ(answer.profile(0).input(), absl::StrCat(kReplacement, "x"));
  ASSERT_EQ(answer.explanations_size(), 1);
  EXPECT_THAT(answer.explanations(0).steps(0).message(), HasSubstr(kReplacement));
}

// Found by fuzzing too: the text of a type.
TEST(ValidText, SoCanThoseAboutTypes) {
  onnx::ModelProto model = ParseModelText(kModel);
  onnx::TypeProto& type = *model.mutable_graph()->mutable_input(0)->mutable_type();
  type.mutable_opaque_type()->set_domain("d");
  type.mutable_opaque_type()->set_name(kInvalid);
  v1::InferShapesRequest request = Request(kModel, "explain { value: 'x' }");
  request.mutable_model()->set_onnx(model.SerializeAsString());
  EXPECT_THAT(Answer(request).explanations(0).steps(0).message(), HasSubstr(kReplacement));
}

TEST(ValidText, LooksIntoAllStrings) {
  v1::InferShapesResponse answer;
  answer.set_model_id(kInvalid);
  answer.add_symbols()->set_name("N");
  answer.add_symbols()->set_name(kInvalid);
  answer.add_audit()->add_symbols(kInvalid);
  MakeTextValid(&answer);
  EXPECT_EQ(answer.model_id(), kReplacement);
  EXPECT_EQ(answer.symbols(0).name(), "N");
  EXPECT_EQ(answer.symbols(1).name(), kReplacement);
  EXPECT_EQ(answer.audit(0).symbols(0), kReplacement);
}

}  // namespace
}  // namespace shapewright::inference
