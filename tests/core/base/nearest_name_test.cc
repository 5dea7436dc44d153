#include "core/base/nearest_name.h"

#include <gtest/gtest.h>

#include <string>

namespace shapewright {
namespace {

TEST(NearestName, IsTheOneWithTheFewestMistakes) {
  constexpr absl::string_view kKnown[] = {"float32", "float64", "int64", "f32", "batch"};
  EXPECT_EQ(DidYouMean("floa32", kKnown), "did you mean float32?");
  EXPECT_EQ(DidYouMean("float46", kKnown), "did you mean float64?");  // neighbours swapped
  EXPECT_EQ(DidYouMean("Float32", kKnown), "did you mean float32?");
  EXPECT_EQ(DidYouMean("BATCH", kKnown), "did you mean batch?");
  EXPECT_EQ(DidYouMean("bat", kKnown), "did you mean batch?");
  EXPECT_EQ(DidYouMean("f3", kKnown), "did you mean f32?");
  EXPECT_EQ(DidYouMean("tensor", kKnown), "");
  EXPECT_EQ(DidYouMean("", kKnown), "");
  EXPECT_EQ(DidYouMean(std::string(1000, 'f'), kKnown), "");
  EXPECT_EQ(DidYouMean("float32", {}), "");
}

}  // namespace
}  // namespace shapewright
