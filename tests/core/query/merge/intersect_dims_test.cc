// Numbers that several dims can be at once. Expected values: by enumeration of the symbols' values,
// and what `merge` says of the same dims.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "tests/core/query/merge/merge_tester.h"

namespace shapewright::query {
namespace {

using Premises = std::vector<std::string>;

v1::MergeResult Ask(const std::vector<std::string>& dims, std::optional<int64_t> number = {},
                    const Premises& premises = {}) {
  v1::MergeCase message;
  for (const std::string& dim : dims) message.mutable_intersect_dims()->add_dims()->set_expr(dim);
  if (number) message.mutable_intersect_dims()->set_number(*number);
  for (const std::string& premise : premises) message.add_premises(premise);
  return RunCase(message);
}

// "2..8: 4"
std::string Numbers(const std::vector<std::string>& dims, const Premises& premises = {}) {
  const v1::DimRange range = Ask(dims, {}, premises).range();
  std::string text = "none";
  if (range.has_range()) {
    text = absl::StrCat(range.range().has_min() ? absl::StrCat(range.range().min()) : "", "..",
                        range.range().has_max() ? absl::StrCat(range.range().max()) : "");
  }
  return absl::StrCat(text, ": ", range.has_count() ? absl::StrCat(range.count()) : "?");
}

TEST(IntersectDims, ASymbolIsOneNumberInAllDims) {
  EXPECT_EQ(Numbers({"2..8", "2*N"}), "2..8: 4");
  EXPECT_EQ(Numbers({"N", "N + 1"}), "none: 0");
  EXPECT_EQ(Numbers({"N", "N"}), "0..: ?");
  EXPECT_EQ(Numbers({"2*N", "7"}), "none: 0");
  EXPECT_EQ(Numbers({"3*N + 1", "..20"}), "1..19: 7");
  EXPECT_EQ(Numbers({"10 - N", "2..4"}), "2..4: 3");
  EXPECT_EQ(Numbers({"1..5", "3..7"}), "3..5: 3");
  EXPECT_EQ(Numbers({"4"}), "4..4: 1");
}

// Each dim keeps its range where another one replaces it, and where not all of them become one dim
// their numbers are not counted. By hand.
TEST(IntersectDims, TheRangeIsWithinThatOfEachDim) {
  EXPECT_EQ(Numbers({"N + M", "7..12"}), "7..12: ?");
  EXPECT_EQ(Numbers({"max(N, 3)", "7..12"}), "7..12: ?");
  EXPECT_FALSE(Ask({"N + M", "7..12"}, 1).range().contains_number());
  EXPECT_FALSE(Ask({"min(N, 5)", "0..3"}, 4).range().contains_number());
  // 18 alone is both; how many there are is not known to the rule.
  EXPECT_FALSE(Ask({"4*N + 2", "3*M", "9..20"}).range().has_count());
}

TEST(IntersectDims, PremisesCount) {
  EXPECT_EQ(Numbers({"N"}, {"N in {1, 4, 8}"}), "1..8: 3");
  EXPECT_EQ(Numbers({"N", "..7"}, {"N in {1, 4, 8}"}), "1..4: 2");
  EXPECT_EQ(Numbers({"N", "3..30"}, {"mod(N, 8) = 0"}), "8..24: 3");
  EXPECT_EQ(Numbers({"N", "9"}, {"mod(N, 8) = 0"}), "none: 0");
  EXPECT_FALSE(Ask({"N"}, 5, {"N in {1, 8}"}).range().contains_number());
  EXPECT_TRUE(Ask({"N"}, 8, {"N in {1, 8}"}).range().contains_number());
}

// Every number, by the values of N from 0 on.
TEST(IntersectDims, HoldsTheNumbersThatMergeAllows) {
  struct Row {
    std::string dim;
    std::function<int64_t(int64_t n)> value;
  };
  const std::vector<Row> rows = {{"2*N", [](int64_t n) { return 2 * n; }},
                                 {"N + 3", [](int64_t n) { return n + 3; }},
                                 {"3*N - 2", [](int64_t n) { return 3 * n - 2; }},
                                 {"9 - N", [](int64_t n) { return 9 - n; }}};
  for (const Row& row : rows) {
    std::set<int64_t> numbers;
    for (int64_t n = 0; n <= 20; ++n) {
      if (row.value(n) >= 2 && row.value(n) <= 8) numbers.insert(row.value(n));
    }
    EXPECT_EQ(Ask({row.dim, "2..8"}).range().count(), static_cast<int64_t>(numbers.size()))
        << row.dim;
    for (int64_t number = 0; number <= 10; ++number) {
      const bool is_among = numbers.contains(number);
      const std::string text = absl::StrCat("[", number, "]");
      EXPECT_EQ(Ask({row.dim, "2..8"}, number).range().contains_number(), is_among)
          << row.dim << " " << number;
      const v1::MergeResult merged =
          RunCase(MakeCase("merge", {absl::StrCat("[", row.dim, "]"), "[2..8]", text}));
      EXPECT_EQ(merged.conflicts().empty(), is_among) << row.dim << " " << number;
    }
  }
}

TEST(IntersectDims, ATypeIsNoDim) {
  EXPECT_EQ(Ask({"float32[2]"}).error().field(), "intersect_dims.dims[0].expr");
  EXPECT_EQ(FieldOfError(MakeCase("merge", {"[float32[2], 3]"})), "merge.operands[0].text");
  EXPECT_EQ(ErrorOf(MakeCase("merge", {"[`float32`[2], 3]"})), "");
}

}  // namespace
}  // namespace shapewright::query
