// Expected types and counts are those of the operator schemas of onnx and onnxruntime;
// tests/conformance compares all.
#include "core/rules/registry/onnx_inputs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/rules/registry/registry.h"

namespace shapewright::rules {
namespace {

using ::testing::IsEmpty;
using ::testing::IsSubsetOf;
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
  EXPECT_EQ(Inputs("", "Concat", 13).back().presence, Presence::kVariadic);
  EXPECT_EQ(Inputs("", "Add", 13).back().presence, Presence::kSingle);
  // A loop carries values of any types.
  EXPECT_EQ(Inputs("", "Loop", 16).back().variable, -1);
}

TEST(OnnxInputs, OfOtherDomainsAndUnknownOperators) {
  EXPECT_THAT(Inputs("ai.onnx.ml", "Scaler", 1), SizeIs(1));
  EXPECT_THAT(Inputs("", "Scaler", 1), IsEmpty());
  EXPECT_THAT(Inputs("com.microsoft", "Gelu", 1), SizeIs(1));
  EXPECT_THAT(Inputs("com.microsoft", "NoSuchOperator", 1), IsEmpty());
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
  EXPECT_EQ(Required("com.microsoft", "Gelu", 1), 1);
  EXPECT_EQ(Required("com.microsoft", "GroupQueryAttention", 1), 7);
}

TEST(OnnxInputs, AtMost) {
  EXPECT_EQ(ResolveOperator({"", "Constant", "", 13}).max_inputs, 0);
  EXPECT_EQ(ResolveOperator({"", "Reshape", "", 1}).max_inputs, 1);
  EXPECT_EQ(ResolveOperator({"", "Resize", "", 13}).max_inputs, 4);
  EXPECT_EQ(ResolveOperator({"", "Concat", "", 13}).max_inputs, ResolvedOperator::kAnyNumber);
  EXPECT_EQ(ResolveOperator({"com.microsoft", "Gelu", "", 1}).max_inputs, 1);
  EXPECT_EQ(ResolveOperator({"com.microsoft", "QLinearConcat", "", 1}).max_inputs,
            ResolvedOperator::kAnyNumber);
}

TEST(OnnxInputs, OptionalOnesStandBeforeRequiredOnes) {
  const auto inputs = Inputs("com.microsoft", "GroupQueryAttention", 1);
  ASSERT_THAT(inputs, SizeIs(16));
  EXPECT_EQ(inputs[0].presence, Presence::kSingle);
  EXPECT_EQ(inputs[1].presence, Presence::kOptional);
  EXPECT_EQ(inputs[6].presence, Presence::kSingle);
  EXPECT_EQ(Inputs("", "Loop", 16)[0].presence, Presence::kOptional);
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

// Each operator of ONNX in each version has a row that serves just that; of onnxruntime's own
// some of these have none. (com.ms.internal.nhwc is not counted: no model has it, only graphs
// within onnxruntime.)
TEST(OnnxInputs, OfEachVersionThereIsARow) {
  std::vector<std::string> missing;
  for (const OnnxOperator& op : OnnxOperators()) {
    for (const OnnxVersion& version : op.versions) {
      if (version.version == 0 || op.domain == "com.ms.internal.nhwc") break;
      const ResolvedOperator known = ResolveOperator({op.domain, op.name, "", version.version});
      const bool is_served = known.since_version == version.version &&
                             known.required_inputs == version.required &&
                             known.inputs.data() == version.types.data();
      if (!is_served)
        missing.push_back(absl::StrCat(op.domain, ":", op.name, "-", version.version));
    }
  }
  EXPECT_THAT(missing,
              IsSubsetOf({":DisentangledAttention_TRT-1", ":EfficientNMS_TRT-1", ":GRUUnit-1",
                          ":GRUUnit-10", ":GivenTensorFill-1", ":GivenTensorFill-10",
                          ":MeanVarianceNormalization-1", ":MultilevelCropAndResize_TRT-1",
                          ":PyramidROIAlign_TRT-1", ":ThresholdedRelu-1",
                          "com.microsoft:CausalConvWithState-1", "com.microsoft:EPContext-1",
                          "com.microsoft:LinearAttention-1", "com.microsoft:Snpe-1"}));
}

// Inputs of a row without a schema are neither counted nor checked: only domains that are in none
// of the packages have such rows.
TEST(OnnxInputs, EachRowHasASchema) {
  std::set<absl::string_view> domains;
  std::set<std::pair<absl::string_view, absl::string_view>> operators;
  for (const OnnxOperator& op : OnnxOperators()) {
    domains.insert(op.domain);
    operators.emplace(op.domain, op.name);
  }
  for (const OperatorRow* row : AllOperators()) {
    const bool is_known = operators.contains({row->domain, row->name});
    EXPECT_TRUE(is_known || !domains.contains(row->domain)) << row->domain << ":" << row->name;
  }
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
}  // namespace shapewright::rules
