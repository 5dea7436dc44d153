#include "core/shape/kserve_datatype.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace shapewright::shape {
namespace {

// The tensor data types of the Open Inference Protocol, and BF16 of Triton's extension.
TEST(KserveDatatype, AreThoseOfTheProtocol) {
  EXPECT_THAT(KserveDatatypes(), testing::UnorderedElementsAre(
                                     "BOOL", "UINT8", "UINT16", "UINT32", "UINT64", "INT8", "INT16",
                                     "INT32", "INT64", "FP16", "FP32", "FP64", "BYTES", "BF16"));
}

TEST(KserveDatatype, AreReadAsTheyAreWritten) {
  for (const absl::string_view name : KserveDatatypes()) {
    const auto type = KserveDatatypeNamed(name);
    ASSERT_TRUE(type.has_value()) << name;
    EXPECT_EQ(KserveDatatype(*type), name);
  }
  EXPECT_EQ(KserveDatatype(ElementType::kFloat), "FP32");
  EXPECT_EQ(KserveDatatype(ElementType::kString), "BYTES");
  EXPECT_EQ(KserveDatatype(ElementType::kComplex64), "");
  EXPECT_EQ(KserveDatatype(ElementType::kUndefined), "");
  EXPECT_EQ(KserveDatatypeNamed(""), std::nullopt);
  EXPECT_EQ(KserveDatatypeNamed("fp32"), std::nullopt);
}

}  // namespace
}  // namespace shapewright::shape
