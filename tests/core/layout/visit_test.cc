// Visits against brute force: of all places in memory, one after the other, the index at
// it, if it is of the part.
#include "tests/core/xla/visit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace shapewright::layout {
namespace {

using Numbers = std::vector<int64_t>;

constexpr int kVisitRounds = 10'000;
constexpr int64_t kLimit = 65'536;

struct Part {
  Numbers sizes;
  Numbers minor_to_major;
  IndexRange range;
};

class RandomParts {
 public:
  explicit RandomParts(uint64_t seed) : engine_(seed) {}

  int64_t Upto(int64_t limit) { return std::uniform_int_distribution<int64_t>(0, limit)(engine_); }

  // Ranks 0 to 4, sizes 0 to 5, and a part that lies within.
  Part NewPart() {
    Part part;
    for (int64_t rank = Upto(4); rank > 0; --rank) {
      part.minor_to_major.push_back(static_cast<int64_t>(part.sizes.size()));
      part.sizes.push_back(Upto(20) == 0 ? 0 : 1 + Upto(4));
    }
    std::shuffle(part.minor_to_major.begin(), part.minor_to_major.end(), engine_);
    const int64_t given = Upto(7);
    for (const int64_t size : part.sizes) {
      const int64_t base = (given & 1) != 0 && size > 0 ? Upto(size - 1) : 0;
      const int64_t count = Upto(std::max<int64_t>(size - base, 0));
      if ((given & 1) != 0) part.range.base.push_back(base);
      if ((given & 2) != 0) part.range.count.push_back(count);
      const bool may_stay = (given & 2) != 0 && count <= 1;
      if ((given & 4) != 0) part.range.step.push_back(may_stay ? Upto(3) : 1 + Upto(2));
    }
    return part;
  }

 private:
  std::mt19937_64 engine_;
};

std::string Text(const Part& part) {
  return absl::StrCat("sizes ", absl::StrJoin(part.sizes, ","), " from ",
                      absl::StrJoin(part.range.base, ","), " count ",
                      absl::StrJoin(part.range.count, ","), " step ",
                      absl::StrJoin(part.range.step, ","));
}

// Whether an index of dim `dim` is one of the part.
bool IsInPart(const Part& part, size_t dim, int64_t index) {
  const int64_t base = part.range.base.empty() ? 0 : part.range.base[dim];
  const int64_t count = part.range.count.empty() ? part.sizes[dim] - base : part.range.count[dim];
  const int64_t step = part.range.step.empty() ? 1 : part.range.step[dim];
  if (count <= 1) return index == base;
  return index >= base && index < base + count && (index - base) % step == 0;
}

std::vector<Numbers> BruteForce(const Part& part) {
  std::vector<Numbers> indices;
  const int64_t elements =
      std::accumulate(part.sizes.begin(), part.sizes.end(), int64_t{1}, std::multiplies<int64_t>());
  for (int64_t place = 0; place < elements; ++place) {
    // The index at a place, by division from the most minor dim on.
    Numbers index(part.sizes.size());
    int64_t rest = place;
    for (const int64_t dim : part.minor_to_major) {
      index[static_cast<size_t>(dim)] = rest % part.sizes[static_cast<size_t>(dim)];
      rest /= part.sizes[static_cast<size_t>(dim)];
    }
    bool is_in_part = true;
    for (size_t dim = 0; dim < index.size(); ++dim) is_in_part &= IsInPart(part, dim, index[dim]);
    if (is_in_part) indices.push_back(index);
  }
  return indices;
}

TEST(Visit, IsWhatBruteForceFinds) {
  size_t visited = 0;
  for (int round = 0; round < kVisitRounds; ++round) {
    RandomParts random(static_cast<uint64_t>(round));
    const Part part = random.NewPart();
    const auto indices = VisitIndices(part.sizes, part.minor_to_major, part.range, kLimit);
    ASSERT_TRUE(indices.ok()) << indices.status() << Text(part) << " round " << round;
    ASSERT_EQ(*indices, BruteForce(part)) << Text(part) << " round " << round;
    visited += indices->size();
  }
  EXPECT_GT(visited, 50'000U);
}

TEST(Visit, MustLieWithin) {
  const auto visit = [](const Numbers& sizes, const IndexRange& range) {
    return VisitIndices(sizes, Numbers{1, 0}, range, kLimit).ok();
  };
  EXPECT_TRUE(visit({2, 2}, {{1, 0}, {0, 2}, {0, 1}}));
  EXPECT_FALSE(visit({2, 2}, {{0}, {}, {}}));
  EXPECT_FALSE(visit({2, 2}, {{0, 2}, {}, {}}));
  EXPECT_FALSE(visit({2, 2}, {{0, 1}, {1, 2}, {}}));
  EXPECT_FALSE(visit({2, 2}, {{}, {}, {1, 0}}));
  EXPECT_FALSE(visit({1000, 1000}, {}));
}

}  // namespace
}  // namespace shapewright::layout
