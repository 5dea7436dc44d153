// Buckets that premises and facts allow. Expected values by hand.
#include "core/questions/evaluation/model_bucket_sizes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using ::testing::ElementsAre;

constexpr char kPool[] = R"(
  input x: float32[N, 3, M, 10]
  a = MaxPool(x) kernel_shape=[3, 3]
  output a
)";

v1::ChooseBucketsRequest Asked(const std::string& rest) {
  return RequestOf<v1::ChooseBucketsRequest>(kPool, rest);
}

std::vector<int64_t> Chosen(const std::string& rest) {
  std::vector<int64_t> sizes;
  const auto answer = AnswerOf<v1::ChooseBucketsResponse>(Asked(rest));
  for (const v1::ObservedSizes& bucket : answer.buckets()) sizes.push_back(bucket.sizes(0));
  return sizes;
}

TEST(ModelBucketSizes, AreWhatPremisesAllow) {
  constexpr char kObserved[] = R"pb(
    symbols: "N"
    buckets: 9
    observed { sizes: 1 count: 1 }
    observed { sizes: 3 count: 1 }
    observed { sizes: 7 count: 1 }
  )pb";
  EXPECT_THAT(Chosen(kObserved), ElementsAre(1, 3, 7));
  EXPECT_THAT(Chosen(absl::StrCat("model { premises: 'N = 8' }", kObserved)), ElementsAre(8));
  EXPECT_THAT(Chosen(absl::StrCat("model { premises: 'N in {2, 6, 8}' }", kObserved)),
              ElementsAre(2, 6, 8));
  EXPECT_THAT(Chosen(absl::StrCat("model { premises: 'mod(N, 4) = 0' }", kObserved)),
              ElementsAre(4, 8));
  EXPECT_EQ(FieldOfError(Asked(absl::StrCat("model { premises: 'N <= 4' }", kObserved))),
            "observed[2].sizes[0]");
}

// The window of 3 needs 3 rows.
TEST(ModelBucketSizes, AreWhatFactsAllow) {
  constexpr char kObserved[] = R"pb(
    symbols: "M"
    buckets: 9
    observed { sizes: 0 count: 1 }
    observed { sizes: 2 count: 3 }
    observed { sizes: 5 count: 1 }
  )pb";
  EXPECT_THAT(Chosen(kObserved), ElementsAre(3, 5));
  const auto answer = AnswerOf<v1::ChooseBucketsResponse>(Asked(kObserved));
  EXPECT_EQ(answer.buckets(0).count(), 4U);
  // 6 of 9 rows and 5 of 5 are wanted: 3 are padding, and 3 more.
  EXPECT_DOUBLE_EQ(answer.expected_padding(), 1 - 11.0 / 17.0);
}

TEST(ModelBucketSizes, AreOfSymbolsOfTheModelEachOnce) {
  constexpr char kObserved[] = "buckets: 1 observed { sizes: [3, 4] count: 1 }";
  EXPECT_EQ(FieldOfError(Asked(absl::StrCat("symbols: ['N', 'N']", kObserved))), "symbols[1]");
  EXPECT_EQ(FieldOfError(Asked(absl::StrCat("symbols: ['N', 'm']", kObserved))), "symbols[1]");
}

// Both inputs have one size, which no two sizes can be told apart by.
TEST(ModelBucketSizes, GoTogether) {
  constexpr char kBoth[] = R"(
    input x: float32[N, 3]
    input y: float32[M, 3]
    const one: float32[2, 3] = 0 0 0 0 0 0
    a = Concat(x, y) axis=0
    const t: float32[6, 3] = 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0
    b = Add(a, t)
    output b
  )";
  const auto asked = RequestOf<v1::ChooseBucketsRequest>(kBoth, R"pb(
    symbols: [ "N", "M" ]
    buckets: 3
    observed {
      sizes: [ 4, 2 ]
      count: 1
    }
    observed {
      sizes: [ 4, 3 ]
      count: 1
    }
  )pb");
  EXPECT_EQ(FieldOfError(asked), "observed[1].sizes");
}

}  // namespace
}  // namespace shapewright::questions
