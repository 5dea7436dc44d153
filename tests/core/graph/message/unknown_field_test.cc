#include "core/graph/message/unknown_field.h"

#include <gtest/gtest.h>

#include <string>

#include "absl/strings/string_view.h"
#include "core/graph/read_error.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::graph {
namespace {

// Field 99 as protobuf writes it: a varint, two bytes with their length, a fixed number.
constexpr absl::string_view kForms[] = {"\x98\x06\x01", "\x9a\x06\x02hi",
                                        "\x9d\x06"
                                        "four"};

std::string UnknownOf(const google::protobuf::Message& message) {
  return FieldOf(CheckAllIsKnown(message));
}

TEST(UnknownField, AMessageOfKnownFieldsIsGood) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx("\x98\x06\x01");  // bytes, whatever they say
  request.mutable_limits()->set_work(3);
  request.set_strictness(v1::STRICTNESS_COMPLETE);
  request.add_include(v1::PART_NODES);
  EXPECT_TRUE(CheckAllIsKnown(request).ok());
}

TEST(UnknownField, IsFoundInEveryFormAtEveryDepth) {
  for (const absl::string_view form : kForms) {
    v1::InferShapesRequest request;
    ASSERT_TRUE(request.ParseFromString(std::string(form)));
    EXPECT_EQ(UnknownOf(request), "99");
    EXPECT_EQ(ErrorReason(CheckAllIsKnown(request)), "UNKNOWN_FIELD");
  }
  v1::EvaluateShapesRequest request;
  request.add_bindings();
  request.add_bindings()->add_inputs();
  ASSERT_TRUE(request.mutable_bindings(1)->add_inputs()->ParseFromString(std::string(kForms[0])));
  EXPECT_EQ(UnknownOf(request), "bindings[1].inputs[1].99");
  v1::InferShapesRequest spec;
  v1::Submodel* part = spec.mutable_model()->mutable_options()->mutable_submodel();
  ASSERT_TRUE(part->add_inputs()->mutable_type()->ParseFromString(std::string(kForms[0])));
  EXPECT_EQ(UnknownOf(spec), "model.options.submodel.inputs[0].type.99");
  v1::MergeShapesRequest merge;
  v1::Type* type = merge.add_cases()->mutable_merge()->add_operands();
  ASSERT_TRUE(type->mutable_tensor()->ParseFromString(std::string(kForms[1])));
  EXPECT_EQ(UnknownOf(merge), "cases[0].merge.operands[0].tensor.99");
}

TEST(UnknownField, ValuesOfEnumsAreLookedAt) {
  v1::InferShapesRequest request;
  request.set_strictness(static_cast<v1::Strictness>(17));
  EXPECT_EQ(UnknownOf(request), "strictness");
  EXPECT_EQ(ErrorReason(CheckAllIsKnown(request)), "UNKNOWN_ENUM_VALUE");
  request.clear_strictness();
  request.mutable_model()->mutable_options()->set_declared_types(static_cast<v1::MergePolicy>(9));
  EXPECT_EQ(UnknownOf(request), "model.options.declared_types");
  request.clear_model();
  request.add_include(v1::PART_NODES);
  request.add_include(static_cast<v1::Part>(-1));
  EXPECT_EQ(UnknownOf(request), "include[1]");
}

}  // namespace
}  // namespace shapewright::graph
