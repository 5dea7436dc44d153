#include "core/shape/element_type.h"

#include "gtest/gtest.h"

namespace shapewright::shape {
namespace {

TEST(ElementType, NamesOfTheField) {
  EXPECT_EQ(ElementTypeName(ElementType::kFloat), "float32");
  EXPECT_EQ(ElementTypeName(ElementType::kDouble), "float64");
  EXPECT_EQ(ElementTypeName(ElementType::kBfloat16), "bfloat16");
  EXPECT_EQ(ElementTypeName(ElementType::kUndefined), "undefined");
  EXPECT_EQ(ElementTypeName(static_cast<ElementType>(200)), "unknown");
}

TEST(ElementType, BitsAsStored) {
  EXPECT_EQ(ElementBits(ElementType::kInt4), 4);
  EXPECT_EQ(ElementBits(ElementType::kUint2), 2);
  EXPECT_EQ(ElementBits(ElementType::kBool), 8);
  EXPECT_EQ(ElementBits(ElementType::kComplex128), 128);
  EXPECT_EQ(ElementBits(ElementType::kString), 0);
  EXPECT_EQ(ElementBits(kUint3), 3);
  EXPECT_EQ(ElementBits(kUint6), 6);
  EXPECT_EQ(ElementBits(kNf4), 4);
}

TEST(ElementType, Families) {
  EXPECT_TRUE(IsInteger(ElementType::kUint64));
  EXPECT_TRUE(IsInteger(ElementType::kInt2));
  EXPECT_FALSE(IsInteger(ElementType::kBool));
  EXPECT_TRUE(IsFloat(ElementType::kFloat8e4m3fn));
  EXPECT_FALSE(IsFloat(ElementType::kComplex64));
}

TEST(ElementType, RangesOfElements) {
  EXPECT_EQ(ElementRange(ElementType::kBool), (symbolic::Interval{0, 1}));
  EXPECT_EQ(ElementRange(ElementType::kInt8), (symbolic::Interval{-128, 127}));
  EXPECT_EQ(ElementRange(ElementType::kUint4), (symbolic::Interval{0, 15}));
  EXPECT_EQ(ElementRange(ElementType::kUint32), (symbolic::Interval{0, 4294967295}));
  EXPECT_EQ(ElementRange(ElementType::kUint64), symbolic::Interval::AtLeast(0));
  EXPECT_EQ(ElementRange(ElementType::kInt64), symbolic::Interval::All());
}

}  // namespace
}  // namespace shapewright::shape
