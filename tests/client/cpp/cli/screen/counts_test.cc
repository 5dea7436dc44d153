#include "client/cpp/cli/screen/counts.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>

namespace shapewright::cli {
namespace {

TEST(Plural, OneIsSingular) {
  EXPECT_EQ(Plural(0, "node"), "0 nodes");
  EXPECT_EQ(Plural(1, "node"), "1 node");
  EXPECT_EQ(Plural(2, "node"), "2 nodes");
}

TEST(BytesText, HasUnits) {
  EXPECT_EQ(BytesText(0), "0 B");
  EXPECT_EQ(BytesText(9'999), "9999 B");
  EXPECT_EQ(BytesText(10'240), "10.0 KiB");
  EXPECT_EQ(BytesText((1 << 20) - 1), "1.0 MiB");
  EXPECT_EQ(BytesText(1'500'000'000), "1.4 GiB");
  EXPECT_EQ(BytesText(std::numeric_limits<int64_t>::max()), "8.0 EiB");
}

}  // namespace
}  // namespace shapewright::cli
