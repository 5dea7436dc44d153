// Expected types are those of ONNX's operator schemas (onnx.defs); tests/conformance compares all.
#include "core/rules/registry/operand_types.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/rules/registry/operand_types_table.h"

namespace shapewright::ops {
namespace {

using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::SizeIs;

std::string Allowed(absl::string_view name, int version, size_t input) {
  return ToString(FindOperandTypes("", name, version)[input].allowed);
}

TEST(OperandTypes, BySinceVersion) {
  EXPECT_EQ(Allowed("Add", 1, 1), "float32, float16, float64");
  EXPECT_EQ(Allowed("Add", 6, 1), "float32, int32, int64, float16, float64, uint32, uint64");
  EXPECT_EQ(Allowed("Add", 7, 1), Allowed("Add", 6, 0));
  EXPECT_EQ(Allowed("Add", 13, 0),
            "float32, int32, int64, float16, float64, uint32, uint64, bfloat16");
  EXPECT_EQ(Allowed("Gather", 13, 1), "int32, int64");
  EXPECT_EQ(Allowed("SequenceLength", 11, 0), "seq");
  EXPECT_EQ(Allowed("Celu", 12, 0), "float32");
}

TEST(OperandTypes, VariablesLinkInputs) {
  const auto where = FindOperandTypes("", "Where", 16);
  ASSERT_THAT(where, SizeIs(3));
  EXPECT_EQ(where[0].variable, -1);
  EXPECT_EQ(where[1].variable, where[2].variable);
  EXPECT_GE(where[1].variable, 0);
  const auto norm = FindOperandTypes("", "BatchNormalization", 15);
  ASSERT_THAT(norm, SizeIs(5));
  EXPECT_EQ(norm[1].variable, norm[2].variable);
  EXPECT_EQ(norm[3].variable, norm[4].variable);
  EXPECT_NE(norm[1].variable, norm[3].variable);
}

TEST(OperandTypes, VariadicsGoOn) {
  EXPECT_TRUE(FindOperandTypes("", "Concat", 13).back().is_variadic);
  EXPECT_FALSE(FindOperandTypes("", "Add", 13).back().is_variadic);
  // A loop carries values of any types.
  EXPECT_EQ(FindOperandTypes("", "Loop", 16).back().variable, -1);
}

TEST(OperandTypes, OfOtherDomainsAndUnknownOperators) {
  EXPECT_THAT(FindOperandTypes("ai.onnx.ml", "Scaler", 1), SizeIs(1));
  EXPECT_THAT(FindOperandTypes("", "Scaler", 1), IsEmpty());
  EXPECT_THAT(FindOperandTypes("com.microsoft", "Add", 1), IsEmpty());
  EXPECT_THAT(FindOperandTypes("", "Constant", 13), IsEmpty());
}

TEST(OperandTypes, EveryNameInTheTableMeansSomething) {
  for (const OperandTypesRow& row : OperandTypesTable()) {
    for (const absl::string_view name : {row.operators.substr(0, row.operators.find(' '))}) {
      const size_t colon = name.find(':');
      const bool has_domain = colon != absl::string_view::npos;
      const auto operands = FindOperandTypes(has_domain ? name.substr(0, colon) : "",
                                             has_domain ? name.substr(colon + 1) : name, 1000);
      EXPECT_THAT(operands, Not(IsEmpty())) << name;
      for (const OperandTypes& operand : operands) {
        EXPECT_FALSE(operand.allowed == OperandTypeSet()) << name;
      }
    }
  }
}

TEST(OperandTypes, WhatIsNotKnownIsAllowed) {
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
