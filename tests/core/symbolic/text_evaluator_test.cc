// The evaluator of texts is an oracle of other tests: where it cannot count it has no value.
#include "tests/core/symbolic/text_evaluator.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>

namespace shapewright::symbolic {
namespace {

// Expected values are Python's.
TEST(TextEvaluator, CountsBeyond64Bits) {
  EXPECT_EQ(EvaluateText("2**100//2**98 + 7", {}), 11);
  EXPECT_EQ(EvaluateText("mod(-(2**100) - 3, 8)", {}), 5);
  EXPECT_EQ(EvaluateText("ceildiv(2**100 + 1, 2**99)", {}), 3);
}

TEST(TextEvaluator, HasNoValueWhereItCannotCount) {
  const std::string large = "2**N*3*N";  // found by the fuzz target expression_text
  EXPECT_EQ(EvaluateText(large, {{"N", 10}}), 30'720);
  EXPECT_EQ(EvaluateText(large, {{"N", 125}}), std::nullopt);
  EXPECT_EQ(EvaluateText("2**125 + 2**125", {}), std::nullopt);
  EXPECT_EQ(EvaluateText("-(2**125) - 2**125", {}), std::nullopt);
  EXPECT_EQ(EvaluateText(std::string(40, '9') + "*0", {}), std::nullopt);
}

}  // namespace
}  // namespace shapewright::symbolic
