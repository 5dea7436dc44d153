#include "core/graph/message/unknown_field.h"

#include <google/protobuf/io/zero_copy_stream_impl_lite.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "core/graph/message/parse_message.h"
#include "core/graph/read_error.h"
#include "core/wire/wire_cursor.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::graph {
namespace {

// Field 99 as protobuf writes it: a varint, two bytes with their length, a fixed number.
constexpr absl::string_view kForms[] = {"\x98\x06\x01", "\x9a\x06\x02hi",
                                        "\x9d\x06"
                                        "four"};

absl::Status Check(const google::protobuf::Message& message) {
  const std::string bytes = message.SerializeAsString();
  return CheckAllIsKnown(
      [&bytes] {
        // In small pieces, as they may come from a network.
        return std::make_unique<google::protobuf::io::ArrayInputStream>(
            bytes.data(), static_cast<int>(bytes.size()), 3);
      },
      *message.GetDescriptor());
}

std::string UnknownOf(const google::protobuf::Message& message) { return FieldOf(Check(message)); }

template <typename Request = v1::InferShapesRequest>
absl::Status Parsed(absl::string_view bytes) {
  const google::protobuf::LogSilencer silencer;
  Request request;
  return ParseMessage(bytes, &request);
}

// The bytes are written as another client may, which does not look at its texts.
std::string PathOfBadText(const v1::MergeShapesRequest& request) {
  const google::protobuf::LogSilencer silencer;
  const absl::Status status = Parsed<v1::MergeShapesRequest>(request.SerializeAsString());
  EXPECT_EQ(ErrorReason(status), "MALFORMED_REQUEST");
  return FieldOf(status);
}

TEST(UnknownField, AMessageOfKnownFieldsIsGood) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx("\x98\x06\x01");  // bytes, whatever they say
  request.mutable_limits()->set_work(3);
  request.set_strictness(v1::STRICTNESS_COMPLETE);
  request.add_include(v1::PART_NODES);
  EXPECT_TRUE(Check(request).ok());
}

TEST(UnknownField, IsFoundInEveryFormAtEveryDepth) {
  for (const absl::string_view form : kForms) {
    v1::InferShapesRequest request;
    ASSERT_TRUE(request.ParseFromString(std::string(form)));
    EXPECT_EQ(UnknownOf(request), "99");
    EXPECT_EQ(ErrorReason(Check(request)), "UNKNOWN_FIELD");
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
  EXPECT_EQ(ErrorReason(Check(request)), "UNKNOWN_ENUM_VALUE");
  request.clear_strictness();
  request.mutable_model()->mutable_options()->set_declared_types(static_cast<v1::MergePolicy>(9));
  EXPECT_EQ(UnknownOf(request), "model.options.declared_types");
  request.clear_model();
  request.add_include(v1::PART_NODES);
  request.add_include(static_cast<v1::Part>(-1));
  EXPECT_EQ(UnknownOf(request), "include[1]");
  // Not packed, as another writer may have it, and with a field in between.
  const std::string part(1,
                         static_cast<char>(VarintTag(v1::InferShapesRequest::kIncludeFieldNumber)));
  const std::string limits(1,
                           static_cast<char>(BytesTag(v1::InferShapesRequest::kLimitsFieldNumber)));
  EXPECT_EQ(FieldOf(Parsed(part + "\x01" + limits + std::string(1, '\0') + part + "\x7f")),
            "include[1]");
}

TEST(UnknownField, AFieldOfAnotherWireTypeIsUnknown) {
  const auto field = static_cast<char>(VarintTag(v1::MergeShapesRequest::kPremisesFieldNumber));
  EXPECT_EQ(FieldOf(Parsed<v1::MergeShapesRequest>(std::string(1, field) + "\x01")), "2");
}

TEST(UnknownField, TheFirstTextThatIsNoUtf8IsNamed) {
  v1::MergeShapesRequest request;
  request.add_premises("N <= \xff");
  EXPECT_EQ(PathOfBadText(request), "premises[0]");
  request.set_premises(0, "\u00d1 <= 8");
  request.add_cases();
  v1::MergeTypes* const merge = request.add_cases()->mutable_merge();
  merge->add_operands();
  merge->add_operands()->set_text("\xc3");
  EXPECT_EQ(PathOfBadText(request), "cases[1].merge.operands[1].text");
  request.clear_cases();
  EXPECT_TRUE(Parsed<v1::MergeShapesRequest>(request.SerializeAsString()).ok());
  // Bytes are no text.
  v1::InferShapesRequest model;
  model.mutable_model()->set_onnx("\xff");
  EXPECT_TRUE(Parsed(model.SerializeAsString()).ok());
}

TEST(UnknownField, BytesThatAreNoMessageHaveNoField) {
  for (const absl::string_view bytes : {"no message", "\x0a\x7f", "\xff\xff\xff"}) {
    const absl::Status status = Parsed(bytes);
    EXPECT_EQ(ErrorReason(status), "MALFORMED_REQUEST");
    EXPECT_EQ(FieldOf(status), "");
  }
}

}  // namespace
}  // namespace shapewright::graph
