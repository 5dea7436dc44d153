#include "core/wire/inference_id.h"

#include <google/protobuf/descriptor.h>
#include <google/protobuf/message.h>
#include <gtest/gtest.h>

#include <string>

#include "core/wire/model_id.h"

namespace shapewright {
namespace {

v1::NamedType InputType(const std::string& name, const std::string& type) {
  v1::NamedType result;
  result.set_name(name);
  result.mutable_type()->set_text(type);
  return result;
}

// All fields count but the source, those too that the API gets one day.
TEST(InferenceId, IsOfAllThatASpecSays) {
  const std::string none = CanonicalSpec(v1::ModelSpec());
  const google::protobuf::Descriptor& type = *v1::ModelSpec::descriptor();
  for (int i = 0; i < type.field_count(); ++i) {
    const google::protobuf::FieldDescriptor& field = *type.field(i);
    SCOPED_TRACE(field.name());
    v1::ModelSpec spec;
    const google::protobuf::Reflection& reflection = *v1::ModelSpec::GetReflection();
    if (field.containing_oneof() != nullptr) {
      if (field.message_type() == nullptr) {
        reflection.SetString(&spec, &field, "a source");
      } else {
        reflection.MutableMessage(&spec, &field);
      }
      EXPECT_EQ(CanonicalSpec(spec), none);
      continue;
    }
    if (field.name() == "options") {
      spec.mutable_options()->set_check_types(true);
    } else if (field.message_type() == nullptr) {
      reflection.AddString(&spec, &field, "N <= 7");
    } else {
      reflection.AddMessage(&spec, &field);
    }
    EXPECT_NE(CanonicalSpec(spec), none);
  }
}

TEST(InferenceId, EqualSpecsHaveEqualOnes) {
  v1::ModelSpec spec;
  *spec.add_input_types() = InputType("a", "float32[N]");
  *spec.add_input_types() = InputType("b", "float32[M]");
  spec.add_constants()->set_name("c");
  spec.add_constants()->set_name("d");
  v1::ModelSpec other;
  other.set_onnx("a model");
  *other.add_input_types() = spec.input_types(1);
  *other.add_input_types() = spec.input_types(0);
  other.add_constants()->set_name("d");
  other.add_constants()->set_name("c");
  other.mutable_options();
  EXPECT_EQ(CanonicalSpec(other), CanonicalSpec(spec));
  EXPECT_EQ(other.input_types(0).name(), "b");
  // The order of premises is that of the facts in answers.
  spec.add_premises("N <= 7");
  spec.add_premises("M <= 7");
  other.add_premises("M <= 7");
  other.add_premises("N <= 7");
  EXPECT_NE(CanonicalSpec(other), CanonicalSpec(spec));
}

// S23. Expected: Python's hashlib.
TEST(ModelId, IsOfAFileAndItsWeights) {
  EXPECT_EQ(ModelId("a", ""), ModelId("a"));
  EXPECT_EQ(ModelId("a", "b"),
            "sha256:29efd862964bb39dacc7a263c5db9f8187f6f7264ef9190b42aa8f3099bf9ad6");
}

TEST(InferenceId, HasAForm) {
  const std::string id = InferenceId("sha256:m", "spec");
  EXPECT_EQ(id.substr(0, 10), "inference:");
  EXPECT_EQ(id.size(), 10 + 64);
  EXPECT_EQ(id.find_first_not_of("0123456789abcdef", 10), std::string::npos);
  EXPECT_EQ(InferenceId("sha256:m", "spec"), id);
  EXPECT_NE(InferenceId("sha256:n", "spec"), id);
  EXPECT_NE(InferenceId("sha256:m", "spe"), id);
}

}  // namespace
}  // namespace shapewright
