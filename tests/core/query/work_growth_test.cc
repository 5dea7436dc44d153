// What a query costs grows as its lists do (S65), by the count of work: the twin of the test of
// inference.
#include <gtest/gtest.h>

#include <atomic>
#include <string>

#include "tests/core/query/growing_queries.h"

namespace shapewright::query {
namespace {

// As n log n allows, and what is the same for every length takes away.
constexpr double kMostGrowth = 2.3;

uint64_t WorkOf(const Query& query) {
  std::atomic<uint64_t> work{0};
  QueryOptions options;
  options.progress = &work;
  const absl::Status status = Answer(query, options);
  EXPECT_TRUE(status.ok()) << status;
  return work;
}

class S65QueryGrowth : public testing::TestWithParam<GrowingQuery> {};

TEST_P(S65QueryGrowth, IsNoFasterThanThatOfTheList) {
  const GrowingQuery& row = GetParam();
  const uint64_t once = WorkOf(row.build(row.length));
  const uint64_t twice = WorkOf(row.build(2 * row.length));
  RecordProperty("work", std::to_string(twice));
  // What is done for an entry of a list is counted.
  EXPECT_GE(twice, once + static_cast<uint64_t>(row.length));
  EXPECT_LE(static_cast<double>(twice), kMostGrowth * static_cast<double>(once)) << row.name;
  EXPECT_EQ(WorkOf(row.build(row.length)), once);
}

std::string NameOf(const testing::TestParamInfo<GrowingQuery>& info) {
  std::string name;
  for (const char c : std::string(info.param.name)) name.push_back(c == ' ' ? '_' : c);
  return name;
}

INSTANTIATE_TEST_SUITE_P(All, S65QueryGrowth, testing::ValuesIn(GrowingQueries()), NameOf);

}  // namespace
}  // namespace shapewright::query
