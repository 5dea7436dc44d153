#include "core/rules/elements/element_arithmetic.h"

#include <gtest/gtest.h>

#include <limits>
#include <optional>
#include <vector>

namespace shapewright::rules {
namespace {

std::optional<int64_t> CountOf(const std::vector<Dim>& dims) {
  return SmallElementCount(Shape::Of(dims));
}

// Values are followed in tensors of up to 1,024 elements (docs/design.md).
TEST(SmallElementCount, CountsUpToItsLimit) {
  EXPECT_EQ(CountOf({}), 1);
  EXPECT_EQ(CountOf({2, 3, 4}), 24);
  EXPECT_EQ(CountOf({1024}), 1024);
  EXPECT_EQ(CountOf({32, 32}), 1024);
  EXPECT_EQ(CountOf({1025}), std::nullopt);
  EXPECT_EQ(CountOf({32, 33}), std::nullopt);
  EXPECT_EQ(CountOf({0, 1025}), 0);
}

// Found by tests/fuzz/onnx_model: 4 * 2^62 is 0 in 64 bits.
TEST(SmallElementCount, DoesNotWrap) {
  EXPECT_EQ(CountOf({4, std::numeric_limits<int64_t>::max()}), std::nullopt);
  EXPECT_EQ(CountOf({4, int64_t{1} << 62}), std::nullopt);
  EXPECT_EQ(CountOf({3, (int64_t{1} << 62) + 1}), std::nullopt);
}

// Strides are products of some of the dims.
TEST(S15Numbers, AnEmptyDimMakesTheOthersNoSmaller) {
  EXPECT_EQ(CountOf({0, int64_t{1} << 40, int64_t{1} << 40}), std::nullopt);
  EXPECT_EQ(CountOf({int64_t{1} << 40, 0}), std::nullopt);
  EXPECT_EQ(CountOf({0, 1 << 16}), 0);
}

}  // namespace
}  // namespace shapewright::rules
