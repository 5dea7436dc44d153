#include "core/base/nearest_name.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>

namespace shapewright {
namespace {

std::string Found(absl::string_view misspelt, std::initializer_list<absl::string_view> known) {
  NearestName nearest(misspelt);
  for (const absl::string_view name : known) nearest.Consider(name);
  return std::string(nearest.found());
}

TEST(NearestName, FewLettersDiffer) {
  EXPECT_EQ(Found("Rleu", {"Add", "Relu", "Elu", "Reshape"}), "Relu");
  EXPECT_EQ(Found("reshape", {"Add", "Relu", "Reshape", "Resize"}), "Reshape");
  EXPECT_EQ(Found("Transpos", {"Transpose", "Trilu"}), "Transpose");
  EXPECT_EQ(Found("bat", {"sequence", "batch"}), "batch");
  EXPECT_EQ(Found("tagz", {"words", "tags"}), "tags");
  EXPECT_EQ(Found("n", {"N", "M"}), "N");
}

TEST(NearestName, NothingIsNear) {
  EXPECT_EQ(Found("zz", {"tags", "words", "N"}), "");
  EXPECT_EQ(Found("Attention", {"Relu", "Add"}), "");
  EXPECT_EQ(Found("", {"N"}), "");
  EXPECT_EQ(Found("Q", {"N", "M"}), "");
  EXPECT_EQ(Found(std::string(100, 'a'), {"a"}), "");
  EXPECT_EQ(Found("a", {absl::string_view("")}), "");
}

TEST(NearestName, TheFirstOfTheNearest) {
  EXPECT_EQ(Found("in", {"in1", "in2"}), "in1");
  EXPECT_EQ(NearestName("x").Question(), "");
  NearestName nearest("batc");
  nearest.Consider("batch");
  EXPECT_EQ(nearest.Question(), "; did you mean `batch`?");
}

TEST(DidYouMean, IsASuggestion) {
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
