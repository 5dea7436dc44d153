#include "core/wire/valid_text.h"

#include <gmock/gmock.h>
#include <google/protobuf/descriptor.h>
#include <gtest/gtest.h>

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/wire/printable.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/model_text.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

constexpr char kModel[] = R"(
  input x: float32[N, 3]
  input y: float32[M, 3]
  z = Add(x, y)
  output z
)";
// A byte of no character, and what stands for it.
constexpr char kInvalid[] = "\xfe";
constexpr char kReplacement[] = "\xef\xbf\xbd";
// In text for people.
constexpr char kEscaped[] = "\\xfe";

void MakeInvalid(std::string* name) { *name = absl::StrCat(kInvalid, *name); }

v1::ExplainShapesRequest AskingWhy(const v1::ModelSpec& model, const std::string& value) {
  v1::ExplainShapesRequest request;
  *request.mutable_model() = model;
  request.add_questions()->mutable_value()->set_name(value);
  return request;
}

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
  v1::InferShapesRequest request = Request(kModel, "include: PART_AUDIT");
  request.mutable_model()->set_onnx(InvalidModel().SerializeAsString());
  const auto answer = Answer(request);
  v1::EvaluateShapesRequest sizes;
  *sizes.mutable_model() = request.model();
  sizes.add_bindings();
  const auto evaluated = Answer(sizes);
  ASSERT_EQ(evaluated.evaluations_size(), 1);
  ASSERT_GT(evaluated.evaluations(0).unbound_size(), 0);
  EXPECT_THAT(evaluated.evaluations(0).unbound(0), HasSubstr(kReplacement));
  ASSERT_GT(answer.audit_size(), 0);
  EXPECT_THAT(answer.audit(0).message(), HasSubstr(kEscaped));
  v1::PlanProfilesRequest profile;
  *profile.mutable_model() = request.model();
  const v1::Profile profiled = AnswerOf<v1::PlanProfilesResponse>(profile).profiles(0);
  ASSERT_EQ(profiled.min().binding().inputs_size(), 2);
  EXPECT_EQ(profiled.min().binding().inputs(0).name(), absl::StrCat(kReplacement, "x"));
  const auto explained = AnswerOf<v1::ExplainShapesResponse>(AskingWhy(request.model(), "z"));
  ASSERT_EQ(explained.explanations_size(), 1);
  EXPECT_THAT(explained.explanations(0).steps(0).message(), HasSubstr(kEscaped));
}

// Found by fuzzing too: the text of a type.
TEST(ValidText, SoCanThoseAboutTypes) {
  onnx::ModelProto model = ParseModelText(kModel);
  onnx::TypeProto& type = *model.mutable_graph()->mutable_input(0)->mutable_type();
  type.mutable_opaque_type()->set_domain("d");
  type.mutable_opaque_type()->set_name(kInvalid);
  v1::ModelSpec spec;
  spec.set_onnx(model.SerializeAsString());
  const auto explained = AnswerOf<v1::ExplainShapesResponse>(AskingWhy(spec, "x"));
  EXPECT_THAT(explained.explanations(0).steps(0).message(), HasSubstr(kEscaped));
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

// Visits the strings within a message, with the names of the messages and fields that they are in.
void VisitStrings(
    const google::protobuf::Message& message, const std::string& path,
    const std::function<void(const std::string& path, const std::string& text)>& visit) {
  using google::protobuf::FieldDescriptor;
  const google::protobuf::Reflection& reflection = *message.GetReflection();
  std::vector<const FieldDescriptor*> fields;
  reflection.ListFields(message, &fields);
  for (const FieldDescriptor* field : fields) {
    const std::string inner = absl::StrCat(path, ".", field->name());
    const int count = field->is_repeated() ? reflection.FieldSize(message, field) : 1;
    for (int i = 0; i < count; ++i) {
      if (field->cpp_type() == FieldDescriptor::CPPTYPE_MESSAGE) {
        VisitStrings(field->is_repeated() ? reflection.GetRepeatedMessage(message, field, i)
                                          : reflection.GetMessage(message, field),
                     inner, visit);
      } else if (field->type() == FieldDescriptor::TYPE_STRING) {
        visit(inner, field->is_repeated() ? reflection.GetRepeatedString(message, field, i)
                                          : reflection.GetString(message, field));
      }
    }
  }
}

// A name can give a terminal orders, feign a line of its own, or turn the text behind it around.
TEST(ValidText, TextsForPeopleArePrintable) {
  const std::string evil = "n\x1b[31m\n\u202e\x7fm";
  onnx::ModelProto model = ParseModelText(kModel);
  onnx::GraphProto& graph = *model.mutable_graph();
  graph.mutable_node(0)->set_name(evil);
  for (onnx::ValueInfoProto& input : *graph.mutable_input()) {
    auto* dims = input.mutable_type()->mutable_tensor_type()->mutable_shape()->mutable_dim();
    for (auto& dim : *dims) dim.set_dim_param(absl::StrCat(evil, input.name(), dim.dim_value()));
  }
  onnx::NodeProto& unknown = *graph.add_node();
  unknown.set_op_type(evil);
  unknown.add_output(evil);
  v1::InferShapesRequest request = Request("input x: float32\n output x\n", R"pb(
    include: PART_AUDIT
  )pb");
  request.mutable_model()->set_onnx(model.SerializeAsString());
  v1::EvaluateShapesRequest sizes = EvaluateRequestOf("input x: float32\n output x\n", R"pb(
    bindings {
      inputs {
        name: "x"
        sizes: [ 2, 3 ]
      }
      inputs {
        name: "y"
        sizes: [ 4, 5 ]
      }
    }
  )pb");
  *sizes.mutable_model() = request.model();
  std::set<std::string> escaped;
  std::set<std::string> raw;
  const auto visit = [&](const std::string& path, const std::string& text) {
    if (text.find("\\x1b[31m\\x0a\\u202e\\x7f") != std::string::npos) escaped.insert(path);
    if (Printable(text) != text) raw.insert(path);
  };
  VisitStrings(Answer(request), "", visit);
  VisitStrings(Answer(sizes), "", visit);
  VisitStrings(AnswerOf<v1::ExplainShapesResponse>(AskingWhy(request.model(), "z")), "", visit);
  EXPECT_THAT(escaped,
              ElementsAre(".audit.message", ".diagnostics.message",
                          ".evaluations.violations.message", ".evaluations.violations.suggestion",
                          ".explanations.steps.message", ".facts.suggestion"));
  for (const std::string& path : raw) {
    EXPECT_THAT(path, Not(MatchesRegex(".*[.](message|reason|suggestion)")));
  }
}

// Each string of an answer is text for people or is not: whoever adds one decides, here and in
// MakeTextValid().
TEST(ValidText, KnowsWhatIsForPeople) {
  std::set<std::string> names;
  std::set<const google::protobuf::Descriptor*> seen;
  std::vector<const google::protobuf::Descriptor*> open;
  const auto* services = google::protobuf::DescriptorPool::generated_pool()->FindFileByName(
      "shapewright/v1/service.proto");
  ASSERT_NE(services, nullptr);
  for (int i = 0; i < services->service_count(); ++i) {
    const auto& service = *services->service(i);
    for (int k = 0; k < service.method_count(); ++k) {
      open.push_back(service.method(k)->output_type());
    }
  }
  while (!open.empty()) {
    const auto* message = open.back();
    open.pop_back();
    if (!seen.insert(message).second) continue;
    for (int i = 0; i < message->field_count(); ++i) {
      const auto* field = message->field(i);
      if (field->message_type() != nullptr) open.push_back(field->message_type());
      if (field->type() == google::protobuf::FieldDescriptor::TYPE_STRING) {
        names.insert(field->name());
      }
    }
  }
  for (const char* for_people : {"message", "reason", "reasons", "sharing_reason", "suggestion"}) {
    EXPECT_EQ(names.erase(for_people), 1) << for_people;
  }
  EXPECT_THAT(
      names,
      ElementsAre("answers_id", "attribute", "axis_names", "branch", "cel", "check", "code",
                  "commit", "condition", "datatype", "declared_name", "domain", "expr", "facts",
                  "features", "field", "from", "inference_id", "input", "inputs", "label", "left",
                  "model_id", "modules", "name", "next_page_token", "node_name", "op_type",
                  "output", "outputs", "overload", "paragraph", "parameter_names", "peak_stage",
                  "reference", "removed_initializer", "removed_value_info", "right", "scenario",
                  "shape", "size", "smt_lib", "stage", "steps", "steps_symbol", "strings", "symbol",
                  "symbols", "text", "to", "unbound", "value", "version", "when"));
}

}  // namespace
}  // namespace shapewright::questions
