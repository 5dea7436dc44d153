// Expected types and counts are those of ONNX's operator schemas (onnx.defs); tests/conformance
// compares all.
#include "core/rules/registry/onnx_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/registry/registry.h"

namespace shapewright::ops {
namespace {

using ::testing::IsEmpty;
using ::testing::SizeIs;

absl::Span<const OperandTypes> Inputs(absl::string_view domain, absl::string_view name,
                                      int version) {
  return ResolveOperator({domain, name, "", version}).inputs;
}

int Required(absl::string_view domain, absl::string_view name, int version) {
  return ResolveOperator({domain, name, "", version}).required_inputs;
}

std::string Allowed(absl::string_view name, int version, size_t input) {
  return ToString(Inputs("", name, version)[input].allowed);
}

TEST(OnnxInputs, BySinceVersion) {
  EXPECT_EQ(Allowed("Add", 1, 1), "float32, float16, float64");
  EXPECT_EQ(Allowed("Add", 6, 1), "float32, int32, int64, float16, float64, uint32, uint64");
  EXPECT_EQ(Allowed("Add", 7, 1), Allowed("Add", 6, 0));
  EXPECT_EQ(Allowed("Add", 13, 0),
            "float32, int32, int64, float16, float64, uint32, uint64, bfloat16");
  EXPECT_EQ(Allowed("Gather", 13, 1), "int32, int64");
  EXPECT_EQ(Allowed("SequenceLength", 11, 0), "seq");
  EXPECT_EQ(Allowed("Celu", 12, 0), "float32");
}

TEST(OnnxInputs, VariablesLinkInputs) {
  const auto where = Inputs("", "Where", 16);
  ASSERT_THAT(where, SizeIs(3));
  EXPECT_EQ(where[0].variable, -1);
  EXPECT_EQ(where[1].variable, where[2].variable);
  EXPECT_GE(where[1].variable, 0);
  const auto norm = Inputs("", "BatchNormalization", 15);
  ASSERT_THAT(norm, SizeIs(5));
  EXPECT_EQ(norm[1].variable, norm[2].variable);
  EXPECT_EQ(norm[3].variable, norm[4].variable);
  EXPECT_NE(norm[1].variable, norm[3].variable);
}

TEST(OnnxInputs, VariadicsGoOn) {
  EXPECT_TRUE(Inputs("", "Concat", 13).back().is_variadic);
  EXPECT_FALSE(Inputs("", "Add", 13).back().is_variadic);
  // A loop carries values of any types.
  EXPECT_EQ(Inputs("", "Loop", 16).back().variable, -1);
}

TEST(OnnxInputs, OfOtherDomainsAndUnknownOperators) {
  EXPECT_THAT(Inputs("ai.onnx.ml", "Scaler", 1), SizeIs(1));
  EXPECT_THAT(Inputs("", "Scaler", 1), IsEmpty());
  EXPECT_THAT(Inputs("com.microsoft", "Gelu", 1), IsEmpty());
  EXPECT_THAT(Inputs("", "Constant", 13), IsEmpty());
}

TEST(OnnxInputs, RequiredBySinceVersion) {
  EXPECT_EQ(Required("", "Relu", 14), 1);
  EXPECT_EQ(Required("", "Reshape", 1), 1);
  EXPECT_EQ(Required("", "Reshape", 5), 2);
  EXPECT_EQ(Required("", "Reshape", 13), 2);
  EXPECT_EQ(Required("", "Resize", 10), 2);
  EXPECT_EQ(Required("", "Resize", 11), 3);
  EXPECT_EQ(Required("", "Resize", 13), 1);
  EXPECT_EQ(Required("", "Constant", 13), 0);
  EXPECT_EQ(Required("ai.onnx.ml", "Scaler", 1), 1);
  EXPECT_EQ(Required("", "Scaler", 1), 0);
  EXPECT_EQ(Required("com.microsoft", "Gelu", 1), 0);
}

// Names are looked up by halving.
TEST(OnnxInputs, StandInOrderAndAreComplete) {
  std::pair<absl::string_view, absl::string_view> last;
  for (const OnnxOperator& op : OnnxOperators()) {
    SCOPED_TRACE(absl::StrCat(op.domain, ":", op.name));
    const std::pair<absl::string_view, absl::string_view> key = {op.domain, op.name};
    EXPECT_LT(last, key);
    last = key;
    EXPECT_GT(op.versions.front().version, 0);
    for (const OnnxVersion& version : op.versions) {
      EXPECT_GE(version.types.size(), static_cast<size_t>(version.required > 0));
      for (const OperandTypes& types : version.types) {
        EXPECT_FALSE(types.allowed == OperandTypeSet());
      }
    }
  }
}

// Each operator of ONNX in each version has a row that serves just that.
TEST(OnnxInputs, OfEachVersionThereIsARow) {
  std::vector<std::string> missing;
  for (const OnnxOperator& op : OnnxOperators()) {
    for (const OnnxVersion& version : op.versions) {
      if (version.version == 0) break;
      const ResolvedOperator known = ResolveOperator({op.domain, op.name, "", version.version});
      const bool is_served = known.since_version == version.version &&
                             known.required_inputs == version.required &&
                             known.inputs.data() == version.types.data();
      if (!is_served)
        missing.push_back(absl::StrCat(op.domain, ":", op.name, "-", version.version));
    }
  }
  EXPECT_THAT(missing, IsEmpty());
}

TEST(OnnxInputs, WhatIsNotKnownIsAllowed) {
  const OperandTypeSet ints = OperandTypeSet::Of(shape::ElementType::kInt64);
  shape::Type type;
  EXPECT_TRUE(ints.Allows(type));
  type.kind = shape::TypeKind::kTensor;
  EXPECT_TRUE(ints.Allows(type));
  type.element = shape::ElementType::kInt64;
  EXPECT_TRUE(ints.Allows(type));
  type.element = shape::ElementType::kFloat;
  EXPECT_FALSE(ints.Allows(type));
  type.element = static_cast<shape::ElementType>(200);
  EXPECT_TRUE(ints.Allows(type));
  type.kind = shape::TypeKind::kSequence;
  EXPECT_FALSE(ints.Allows(type));
}

}  // namespace
}  // namespace shapewright::ops
