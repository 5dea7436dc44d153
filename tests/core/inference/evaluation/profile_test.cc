// Profiles. Expected values by hand; over the corpus, that min, opt and max are in
// order and that what each says of a value is what its binding evaluates to.
#include "core/inference/evaluation/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/requests.h"
#include "tests/data_path/data_path.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::InferShapesResponse ProfileOf(absl::string_view model, const std::string& rest) {
  return Answer(Request(model, absl::StrCat("selection { sections: SECTION_PROFILE } ", rest)));
}

TEST(Profile, SharesOneValueAmongInputs) {
  const auto answer = ProfileOf(R"(
    input x: float32[N, S]
    input y: float32[N, 4]
    a = Relu(x)
    output a
  )",
                                R"(
    model { premises: ["1 <= N <= 32", "2 <= S", "mod(S, 16) = 0", "S <= 500"] }
    common { symbol: "N" size: 8 })");
  ASSERT_EQ(answer.profile_size(), 2);
  EXPECT_EQ(answer.profile(0).input(), "x");
  EXPECT_THAT(answer.profile(0).min(), ElementsAre(1, 16));
  EXPECT_THAT(answer.profile(0).opt(), ElementsAre(8, 496));
  EXPECT_THAT(answer.profile(0).max(), ElementsAre(32, 496));
  EXPECT_THAT(answer.profile(1).max(), ElementsAre(32, 4));
  EXPECT_FALSE(answer.profile(0).needs_elements());
  ASSERT_EQ(answer.profile_evaluations_size(), 3);
  EXPECT_EQ(answer.profile_evaluations(1).evaluation().label(), "opt");
  EXPECT_THAT(SizesOf(answer.profile_evaluations(1).evaluation()), ElementsAre(8, 496));
  EXPECT_THAT(answer.profile_evaluations(2).evaluation().violations(), IsEmpty());
}

TEST(Profile, HasNoGreatestSizeWhereThereIsNone) {
  const auto answer = ProfileOf("input x: float32[N, ?]\n a = Relu(x)\n output a", "");
  EXPECT_THAT(answer.profile(0).min(), ElementsAre(0, 0));
  EXPECT_THAT(answer.profile(0).opt(), ElementsAre(0, 0));
  EXPECT_THAT(answer.profile(0).max(), ElementsAre(-1, -1));
  EXPECT_THAT(SizesOf(answer.profile_evaluations(2).evaluation()), ElementsAre(-1, -1));
}

// N is a multiple of 4, for the Reshape; k at most M, for TopK.
TEST(Profile, MovesASymbolInwardsWhereAFactFails) {
  const auto answer = ProfileOf(R"(
    input x: float32[N]
    input y: float32[M]
    input k: int64[1]
    const shape: int64[2] = -1 4
    r = Reshape(x, shape)
    v, i = TopK(y, k)
    output r
    output v
  )",
                                R"(
    model { premises: ["1 <= N <= 30", "4 <= M <= 8", "1 <= k[0] <= 10"] }
    common { symbol: "N" size: 10 })");
  for (const v1::PlanPoint& point : answer.profile_evaluations()) {
    EXPECT_THAT(point.evaluation().violations(), IsEmpty()) << point.ShortDebugString();
  }
  EXPECT_THAT(answer.profile(0).min(), ElementsAre(4));
  EXPECT_THAT(answer.profile(0).opt(), ElementsAre(8));
  EXPECT_THAT(answer.profile(0).max(), ElementsAre(28));
  EXPECT_THAT(answer.profile(1).max(), ElementsAre(8));
  EXPECT_THAT(answer.profile(2).max_elements(), ElementsAre(8));
}

// S is what P leaves of 20.
TEST(Profile, FollowsEqualities) {
  const auto answer = ProfileOf(R"(
    input x: float32[P]
    input y: float32[S]
    input table: float32[20]
    c = Concat(x, y) axis=0
    a = Add(c, table)
    output a
  )",
                                R"(
    model { premises: ["2 <= P <= 16", "2 <= S <= 18"] })");
  EXPECT_THAT(answer.profile(0).max(), ElementsAre(16));
  EXPECT_THAT(answer.profile(1).max(), ElementsAre(4));
  EXPECT_THAT(answer.profile(0).min(), ElementsAre(2));
  EXPECT_THAT(answer.profile(1).min(), ElementsAre(18));
}

TEST(Profile, TakesAllowedValuesAlone) {
  const auto answer = ProfileOf("input x: float32[N]\n a = Relu(x)\n output a",
                                R"(model { premises: "N in {25, 4, 9}" }
                                   common { symbol: "N" size: 9 })");
  EXPECT_THAT(answer.profile(0).min(), ElementsAre(4));
  EXPECT_THAT(answer.profile(0).opt(), ElementsAre(9));
  EXPECT_THAT(answer.profile(0).max(), ElementsAre(25));
}

TEST(Profile, TellsInputsWhoseElementsShapesDependOn) {
  const auto answer = ProfileOf(R"(
    input k: int64[2]
    input x: float32[3]
    input i: int64[3]
    r = ConstantOfShape(k)
    g = Gather(x, i)
    output r
    output g
  )",
                                R"(
    model { premises: ["1 <= k[0] <= 6", "k[1] = 2"] }
    common { symbol: "k[0]" size: 3 })");
  ASSERT_EQ(answer.profile_size(), 3);
  EXPECT_TRUE(answer.profile(0).needs_elements());
  EXPECT_THAT(answer.profile(0).opt_elements(), testing::Contains(3));
  EXPECT_EQ(answer.profile(0).min_elements(0), 1);
  EXPECT_EQ(answer.profile(0).max_elements(0), 6);
  EXPECT_FALSE(answer.profile(1).needs_elements());
  EXPECT_FALSE(answer.profile(2).needs_elements());
  EXPECT_THAT(SizesOf(answer.profile_evaluations(2).evaluation()), ElementsAre(6, 2, 3));
}

TEST(Profile, IsNotInTheDefault) {
  const auto answer = Answer(Request("input x: float32[N]\n output x", ""));
  EXPECT_THAT(answer.profile(), IsEmpty());
  EXPECT_THAT(answer.profile_evaluations(), IsEmpty());
}

TEST(Profile, IsInOrderOverTheCorpus) {
  int models = 0;
  int consistent = 0;
  for (const auto& entry : std::filesystem::directory_iterator(DataPath("corpus/models"))) {
    std::ifstream file(entry.path(), std::ios::binary);
    v1::InferShapesRequest request;
    request.mutable_model()->set_onnx(std::string{std::istreambuf_iterator<char>(file), {}});
    const v1::InferShapesResponse whole = Answer(request);
    for (const v1::Symbol& symbol : whole.symbols()) {
      if (symbol.kind() != v1::Symbol::KIND_INPUT_DIM || symbol.has_solved()) continue;
      request.mutable_model()->add_premises(absl::StrCat("1 <= `", symbol.name(), "` <= 512"));
    }
    request.mutable_selection()->add_sections(v1::SECTION_PROFILE);
    const v1::InferShapesResponse answer = Answer(request);
    ASSERT_EQ(answer.profile_evaluations_size(), 3) << entry.path();
    ++models;
    const bool is_consistent = std::all_of(
        answer.profile_evaluations().begin(), answer.profile_evaluations().end(),
        [](const v1::PlanPoint& point) { return point.evaluation().violations().empty(); });
    consistent += is_consistent ? 1 : 0;
    for (const v1::InputProfile& input : answer.profile()) {
      for (int axis = 0; axis < input.min_size(); ++axis) {
        EXPECT_LE(input.min(axis), input.opt(axis)) << entry.path() << " " << input.input();
        if (input.max(axis) < 0) continue;
        EXPECT_LE(input.opt(axis), input.max(axis)) << entry.path() << " " << input.input();
      }
    }
  }
  EXPECT_EQ(models, 59);
  EXPECT_GE(consistent, 55) << consistent;
}

}  // namespace
}  // namespace shapewright::inference
