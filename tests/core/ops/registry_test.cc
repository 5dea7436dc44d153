#include "core/ops/registry.h"

#include <set>
#include <string>
#include <tuple>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace shapewright::ops {
namespace {

TEST(Registry, NoVersionIsServedTwice) {
  std::set<std::tuple<std::string, std::string, int>> seen;
  for (const OperatorRow* row : AllOperators()) {
    for (const int16_t version : row->versions) {
      if (version == 0) break;
      EXPECT_TRUE(seen.insert({std::string(row->domain), std::string(row->name), version}).second)
          << row->domain << ":" << row->name << "-" << version;
    }
  }
}

TEST(Registry, EveryRowIsComplete) {
  for (const OperatorRow* row : AllOperators()) {
    SCOPED_TRACE(absl::StrCat(row->domain, ":", row->name));
    EXPECT_FALSE(row->name.empty());
    EXPECT_NE(row->rule, nullptr);
    EXPECT_FALSE(row->summary.empty());
    EXPECT_GT(row->versions[0], 0);
    for (size_t i = 1; i < row->versions.size() && row->versions[i] != 0; ++i) {
      EXPECT_GT(row->versions[i], row->versions[i - 1]);
    }
  }
}

TEST(Registry, ResolvesTheNewestVersionThatIsNotNewer) {
  EXPECT_EQ(ResolveOperator({"", "Abs", "", 12}).since_version, 6);
  EXPECT_EQ(ResolveOperator({"", "Abs", "", 13}).since_version, 13);
  EXPECT_EQ(ResolveOperator({"", "Abs", "", 999}).since_version, 13);
  EXPECT_EQ(ResolveOperator({"", "Acos", "", 6}).row, nullptr);
  EXPECT_EQ(ResolveOperator({"nowhere", "Abs", "", 13}).row, nullptr);
  // A scope that does not import the domain has version 0.
  EXPECT_EQ(ResolveOperator({"com.microsoft", "Gelu", "", 0}).row, nullptr);
}

}  // namespace
}  // namespace shapewright::ops
