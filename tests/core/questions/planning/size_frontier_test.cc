// Frontiers of two symbols. Expected pairs by trying all pairs of small ranges.
#include "core/questions/planning/size_frontier.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

constexpr char kMatrix[] = R"(
  input x: float32[N, S]
  a = Relu(x)
  output a
)";

using Pairs = std::vector<std::pair<int64_t, int64_t>>;
using Fits = std::function<bool(int64_t, int64_t)>;

// The pairs of 0..most that fit, none at or below another one.
Pairs GreatestOf(int64_t most, const Fits& fits) {
  Pairs pairs;
  for (int64_t n = 0; n <= most; ++n) {
    for (int64_t s = most; s >= 0; --s) {
      if (!fits(n, s)) continue;
      while (!pairs.empty() && pairs.back().second <= s) pairs.pop_back();
      pairs.emplace_back(n, s);
      break;
    }
  }
  return pairs;
}

v1::FindLargestSizesResponse FrontierOf(absl::string_view model, const std::string& rest) {
  return AnswerOf<v1::FindLargestSizesResponse>(
      RequestOf<v1::FindLargestSizesRequest>(model, rest));
}

Pairs PairsOf(const v1::FindLargestSizesResponse& answer) {
  EXPECT_EQ(answer.certificate(), v1::FindLargestSizesResponse::CERTIFICATE_EXACT);
  Pairs pairs;
  for (const v1::SizePair& pair : answer.frontier())
    pairs.emplace_back(pair.first(), pair.second());
  return pairs;
}

std::string To30(const std::string& rest) {
  return absl::StrCat("symbols { symbol: 'N' greatest: 30 } symbols { symbol: 'S' greatest: 30 } ",
                      rest);
}

TEST(S48Frontier, OfAProduct) {
  EXPECT_EQ(PairsOf(FrontierOf(kMatrix, To30("budget { quantity { bytes_of: 'a' } amount: 400 }"))),
            GreatestOf(30, [](int64_t n, int64_t s) { return 4 * n * s <= 400; }));
  EXPECT_EQ(PairsOf(FrontierOf(kMatrix,
                               To30("budget { quantity { expression: 'N*N + 3*S' } amount: 70 }"))),
            GreatestOf(30, [](int64_t n, int64_t s) { return n * n + 3 * s <= 70; }));
}

TEST(S48Frontier, UnderFacts) {
  constexpr char kJoined[] = R"(
    input x: float32[N, 8]
    input y: float32[S, 8]
    const shape: int64[2] = -1 64
    a = Reshape(x, shape)
    b = Concat(x, y) axis=0
    output a
    output b
  )";
  // N*8 is a multiple of 64.
  EXPECT_EQ(PairsOf(FrontierOf(kJoined, To30("budget { quantity { bytes_of: 'b' } amount: 960 }"))),
            GreatestOf(30, [](int64_t n, int64_t s) { return n % 8 == 0 && 32 * (n + s) <= 960; }));
}

// The arena does not only grow with sizes: value by value.
TEST(S48Frontier, OfAPeak) {
  constexpr char kThree[] = R"(
    input x: float32[N, S]
    a = Relu(x)
    b = Relu(a)
    c = Relu(b)
    output c
  )";
  const auto aligned = [](int64_t bytes) { return (bytes + 63) / 64 * 64; };
  EXPECT_EQ(PairsOf(FrontierOf(
                kThree, To30("budget { quantity { memory: MEMORY_QUANTITY_PEAK } amount: 1000 }"))),
            GreatestOf(30, [&](int64_t n, int64_t s) { return 2 * aligned(4 * n * s) <= 1000; }));
  EXPECT_EQ(FieldOfError(RequestOf<v1::FindLargestSizesRequest>(
                kThree, "symbols { symbol: 'N' } symbols { symbol: 'S' } budget { amount: 1000 }")),
            "symbols");
}

// With many pairs: those told fit; of each other pair at most the outer ones say that it does not.
TEST(S48Frontier, TellsInsideAndOutsideOfLongOnes) {
  constexpr int64_t kBudget = 40'000'000;
  const auto answer = FrontierOf(
      kMatrix, absl::StrCat("symbols { symbol: 'N' least: 1 } symbols { symbol: 'S' least: "
                            "1 } budget { quantity { elements_of: 'a' } amount: ",
                            kBudget, " }"));
  EXPECT_EQ(answer.certificate(), v1::FindLargestSizesResponse::CERTIFICATE_BOUNDED);
  EXPECT_GT(answer.frontier_size(), 300);
  EXPECT_LE(answer.frontier_size(), 1024);
  for (const v1::SizePair& pair : answer.frontier()) {
    EXPECT_LE(pair.first() * pair.second(), kBudget);
    EXPECT_EQ(pair.amount(), pair.first() * pair.second());
    // No greater second one goes with the first.
    EXPECT_GT(pair.first() * (pair.second() + 1), kBudget);
  }
  ASSERT_GT(answer.outer_size(), 0);
  for (const v1::SizePair& pair : answer.outer()) EXPECT_GT(pair.first() * pair.second(), kBudget);
}

TEST(S48Frontier, MayBeEmpty) {
  const auto answer =
      FrontierOf(kMatrix, To30("budget { quantity { expression: 'N + S + 10' } amount: 9 }"));
  EXPECT_EQ(answer.frontier_size(), 0);
  EXPECT_EQ(answer.certificate(), v1::FindLargestSizesResponse::CERTIFICATE_EXACT);
}

}  // namespace
}  // namespace shapewright::questions
