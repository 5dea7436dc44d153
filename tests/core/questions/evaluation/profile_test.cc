// Profiles. Expected values by hand; over the corpus, that min, opt and max are in
// order and that what each says of a value is what its binding evaluates to.
#include "core/questions/evaluation/profile.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"
#include "tests/data_path/data_path.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

v1::Profile ProfileOf(absl::string_view model, const std::string& rest) {
  const auto answer =
      AnswerOf<v1::PlanProfilesResponse>(RequestOf<v1::PlanProfilesRequest>(model, rest));
  EXPECT_EQ(answer.profiles_size(), 1);
  return answer.profiles_size() == 1 ? answer.profiles(0) : v1::Profile();
}

// The sizes, or the elements, that a point has for an input.
const v1::InputSizes& InputOf(const v1::PlanPoint& point, int input) {
  return point.binding().inputs(input);
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
  ASSERT_EQ(answer.min().binding().inputs_size(), 2);
  EXPECT_EQ(InputOf(answer.min(), 0).name(), "x");
  EXPECT_THAT(InputOf(answer.min(), 0).sizes(), ElementsAre(1, 16));
  EXPECT_THAT(InputOf(answer.opt(), 0).sizes(), ElementsAre(8, 496));
  EXPECT_THAT(InputOf(answer.max(), 0).sizes(), ElementsAre(32, 496));
  EXPECT_THAT(InputOf(answer.max(), 1).sizes(), ElementsAre(32, 4));
  EXPECT_THAT(InputOf(answer.min(), 0).values(), IsEmpty());
  EXPECT_EQ(answer.opt().evaluation().label(), "opt");
  EXPECT_THAT(SizesOf(answer.opt().evaluation()), ElementsAre(8, 496));
  EXPECT_THAT(answer.max().evaluation().violations(), IsEmpty());
}

// A premise makes P the difference T - S: T follows S, so that P is a size.
TEST(Profile, MovesWhatASolvedSizeNeeds) {
  const std::string model = R"(
    input x: float32[S]
    input y: float32[P]
    input z: float32[T]
    a = Relu(x)
    output a
  )";
  for (const char* premise : {"T = P + S", "P + S = T"}) {
    const auto answer = ProfileOf(
        model, absl::StrCat("model { premises: '", premise,
                            "' } observed { symbols: 'S' sizes { sizes: 9000 count: 1 } sizes { "
                            "sizes: 9500 count: 1 } }"));
    EXPECT_THAT(InputOf(answer.min(), 0).sizes(), ElementsAre(9000));
    EXPECT_THAT(InputOf(answer.min(), 1).sizes(), ElementsAre(0));
    EXPECT_THAT(InputOf(answer.min(), 2).sizes(), ElementsAre(9000));
    EXPECT_THAT(answer.min().evaluation().violations(), IsEmpty());
  }
}

TEST(Profile, HasNoGreatestSizeWhereThereIsNone) {
  const auto answer = ProfileOf("input x: float32[N, ?]\n a = Relu(x)\n output a", "");
  EXPECT_THAT(InputOf(answer.min(), 0).sizes(), ElementsAre(0, 0));
  EXPECT_THAT(InputOf(answer.opt(), 0).sizes(), ElementsAre(0, 0));
  EXPECT_THAT(InputOf(answer.max(), 0).sizes(), ElementsAre(-1, -1));
  EXPECT_THAT(SizesOf(answer.max().evaluation()), ElementsAre(-1, -1));
}

TEST(Profile, LeavesOutElementsThatHaveNoGreatestValue) {
  const auto answer =
      ProfileOf("input k: int64[2]\n r = ConstantOfShape(k)\n output r",
                "model { premises: '1 <= k[0]' } common { symbol: 'k[1]' size: 5 }");
  EXPECT_THAT(InputOf(answer.min(), 0).values(), ElementsAre(1, 0));
  EXPECT_THAT(InputOf(answer.opt(), 0).values(), ElementsAre(1, 5));
  EXPECT_THAT(InputOf(answer.max(), 0).values(), IsEmpty());
  EXPECT_THAT(SizesOf(answer.max().evaluation()), ElementsAre(-1, -1));
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
    model { premises: ["1 <= N <= 30", "4 <= M <= 8", "1 <= k[0] <= 10"] })");
  for (const v1::PlanPoint* point : {&answer.min(), &answer.opt(), &answer.max()}) {
    EXPECT_THAT(point->evaluation().violations(), IsEmpty()) << point->ShortDebugString();
  }
  EXPECT_THAT(InputOf(answer.min(), 0).sizes(), ElementsAre(4));
  EXPECT_THAT(InputOf(answer.opt(), 0).sizes(), ElementsAre(28));
  EXPECT_THAT(InputOf(answer.max(), 0).sizes(), ElementsAre(28));
  EXPECT_THAT(InputOf(answer.max(), 1).sizes(), ElementsAre(8));
  EXPECT_THAT(InputOf(answer.max(), 2).values(), ElementsAre(8));
}

// Sizes that the request gives stay: premises have to allow them, and what fails of the model is
// told.
TEST(Profile, ACommonSizeStays) {
  constexpr char kRows[] = R"(
    input x: float32[N]
    const shape: int64[2] = -1 4
    r = Reshape(x, shape)
    output r
  )";
  const auto answer = ProfileOf(kRows, R"(
    model { premises: ["1 <= N <= 30"] }
    common { symbol: "N" size: 10 })");
  EXPECT_THAT(InputOf(answer.opt(), 0).sizes(), ElementsAre(10));
  EXPECT_EQ(answer.opt().evaluation().verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.opt().evaluation().violations_size(), 1);
  EXPECT_THAT(answer.max().evaluation().violations(), IsEmpty());
  for (const absl::string_view premise :
       {"N in {1, 4, 8}", "mod(N, 8) = 0", "1 <= N <= 4", "N = 8"}) {
    EXPECT_EQ(FieldOfError(RequestOf<v1::PlanProfilesRequest>(
                  kRows, absl::StrCat("model { premises: '", premise,
                                      "' } common { symbol: 'N' size: 5 }"))),
              "common[0].size")
        << premise;
  }
  EXPECT_EQ(FieldOfError(RequestOf<v1::PlanProfilesRequest>(kRows, "common { symbol: 'N' }")),
            "common[0].size");
}

// What a premise fixes is told as everything else, so that the point can be sent back.
TEST(Profile, HasWhatPremisesFix) {
  constexpr char kReshape[] = R"(
    input x: float32[N, 6]
    input s: int64[2]
    y = Reshape(x, s)
    output y
  )";
  const auto answer =
      ProfileOf(kReshape, "model { premises: ['1 <= N <= 4', '1 <= s[0] <= 8', 's[1] = 3'] }");
  EXPECT_THAT(InputOf(answer.min(), 0).sizes(), ElementsAre(1, 6));
  EXPECT_THAT(InputOf(answer.min(), 1).values(), ElementsAre(2, 3));
  EXPECT_EQ(answer.min().binding().symbols_size(), 3);
  for (const v1::PlanPoint* point : {&answer.min(), &answer.opt(), &answer.max()}) {
    EXPECT_EQ(point->evaluation().verdict(), v1::Evaluation::VERDICT_VALID);
    v1::EvaluateShapesRequest back = EvaluateRequestOf(kReshape, "");
    *back.add_bindings() = point->binding();
    EXPECT_EQ(Answer(back).evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  }
  const auto fixed =
      ProfileOf("input x: float32[N, 4]\n a = Relu(x)\n output a", "model { premises: 'N = 4' }");
  ASSERT_EQ(fixed.max().binding().symbols_size(), 1);
  EXPECT_EQ(fixed.max().binding().symbols(0).size(), 4);
}

TEST(Profile, SaysWhatIsWrongAtEverySize) {
  const auto answer = ProfileOf(R"(
    input x: float32[N, 3, M, 10]
    a = MaxPool(x) kernel_shape=[3, 3]
    output a
  )",
                                "model { premises: 'M <= 2' }");
  EXPECT_EQ(answer.min().evaluation().verdict(), v1::Evaluation::VERDICT_INVALID);
  ASSERT_GE(answer.min().evaluation().violations_size(), 1);
  EXPECT_EQ(answer.min().evaluation().violations(0).kind(), v1::Violation::KIND_MODEL);
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
  EXPECT_THAT(InputOf(answer.max(), 0).sizes(), ElementsAre(16));
  EXPECT_THAT(InputOf(answer.max(), 1).sizes(), ElementsAre(4));
  EXPECT_THAT(InputOf(answer.min(), 0).sizes(), ElementsAre(2));
  EXPECT_THAT(InputOf(answer.min(), 1).sizes(), ElementsAre(18));
}

TEST(Profile, TakesAllowedValuesAlone) {
  const auto answer = ProfileOf("input x: float32[N]\n a = Relu(x)\n output a",
                                R"(model { premises: "N in {25, 4, 9}" }
                                   common { symbol: "N" size: 9 })");
  EXPECT_THAT(InputOf(answer.min(), 0).sizes(), ElementsAre(4));
  EXPECT_THAT(InputOf(answer.opt(), 0).sizes(), ElementsAre(9));
  EXPECT_THAT(InputOf(answer.max(), 0).sizes(), ElementsAre(25));
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
  ASSERT_EQ(answer.min().binding().inputs_size(), 3);
  EXPECT_EQ(InputOf(answer.min(), 0).values_size(), 2);
  EXPECT_THAT(InputOf(answer.opt(), 0).values(), testing::Contains(3));
  EXPECT_EQ(InputOf(answer.min(), 0).values(0), 1);
  EXPECT_EQ(InputOf(answer.max(), 0).values(0), 6);
  EXPECT_THAT(InputOf(answer.min(), 1).values(), IsEmpty());
  EXPECT_THAT(InputOf(answer.min(), 2).values(), IsEmpty());
  EXPECT_THAT(SizesOf(answer.max().evaluation()), ElementsAre(6, 2, 3));
}

TEST(Profile, RefusesCommonSizesThatMakeNoSense) {
  const auto field = [](const std::string& rest) {
    return FieldOfError(
        RequestOf<v1::PlanProfilesRequest>("input x: float32[N]\n a = Relu(x)\n output a", rest));
  };
  EXPECT_EQ(field("common { symbol: 'M' size: 1 }"), "common[0].symbol");
  EXPECT_EQ(field("common { size: 1 }"), "common[0].symbol");
  EXPECT_EQ(field("common { symbol: 'N' size: 1 } common { symbol: 'N' size: 2 }"),
            "common[1].symbol");
  EXPECT_EQ(field("model { premises: 'N <= 8' } common { symbol: 'N' size: 9 }"), "common[0].size");
  EXPECT_EQ(field("memory { alignment_bytes: 3 }"), "memory.alignment_bytes");
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
      if (symbol.kind() != v1::Symbol::KIND_INPUT_DIM || symbol.has_equals()) continue;
      request.mutable_model()->add_premises(absl::StrCat("1 <= `", symbol.name(), "` <= 512"));
    }
    v1::PlanProfilesRequest asked;
    *asked.mutable_model() = request.model();
    const v1::Profile answer = AnswerOf<v1::PlanProfilesResponse>(asked).profiles(0);
    ++models;
    bool is_consistent = true;
    for (const v1::PlanPoint* point : {&answer.min(), &answer.opt(), &answer.max()}) {
      is_consistent &= point->evaluation().violations().empty();
    }
    consistent += is_consistent ? 1 : 0;
    for (int i = 0; i < answer.min().binding().inputs_size(); ++i) {
      const v1::InputSizes& min = InputOf(answer.min(), i);
      const v1::InputSizes& opt = InputOf(answer.opt(), i);
      const v1::InputSizes& max = InputOf(answer.max(), i);
      for (int axis = 0; axis < min.sizes_size(); ++axis) {
        EXPECT_LE(min.sizes(axis), opt.sizes(axis)) << entry.path() << " " << min.name();
        if (max.sizes(axis) < 0) continue;
        EXPECT_LE(opt.sizes(axis), max.sizes(axis)) << entry.path() << " " << min.name();
      }
    }
    // The bindings say all: asked back, they come to the same.
    v1::EvaluateShapesRequest back;
    *back.mutable_model() = request.model();
    for (const v1::PlanPoint* point : {&answer.min(), &answer.opt(), &answer.max()}) {
      *back.add_bindings() = point->binding();
    }
    const v1::EvaluateShapesResponse evaluated = Answer(back);
    ASSERT_EQ(evaluated.evaluations_size(), 3);
    EXPECT_EQ(SizesOf(evaluated.evaluations(0)), SizesOf(answer.min().evaluation()))
        << entry.path();
    EXPECT_EQ(SizesOf(evaluated.evaluations(1)), SizesOf(answer.opt().evaluation()))
        << entry.path();
    EXPECT_EQ(SizesOf(evaluated.evaluations(2)), SizesOf(answer.max().evaluation()))
        << entry.path();
    for (int i = 0; i < 3; ++i) {
      EXPECT_EQ(is_consistent && evaluated.evaluations(i).violations_size() > 0, false)
          << entry.path();
    }
  }
  EXPECT_EQ(models, 59);
  EXPECT_GE(consistent, 55) << consistent;
}

}  // namespace
}  // namespace shapewright::questions
