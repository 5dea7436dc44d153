#include "core/rules/registry/registry.h"

#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/data_path/data_path.h"

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

// Every operator of onnx 1.23 in every version; lines are "[domain:]name versions".
TEST(Registry, CoversOnnx) {
  std::ifstream file(DataPath("ops/onnx_operators.txt"));
  ASSERT_TRUE(file.good());
  std::vector<std::string> missing;
  for (std::string line; std::getline(file, line);) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    const size_t colon = words[0].find(':');
    const std::string domain = colon == std::string::npos ? "" : words[0].substr(0, colon);
    const std::string name = words[0].substr(colon + 1);
    for (size_t i = 1; i < words.size(); ++i) {
      int version = 0;
      ASSERT_TRUE(absl::SimpleAtoi(words[i], &version)) << line;
      const ResolvedOperator op = ResolveOperator({domain, name, "", version});
      if (op.since_version != version) missing.push_back(absl::StrCat(words[0], "-", version));
    }
  }
  EXPECT_THAT(missing, testing::IsEmpty());
}

}  // namespace
}  // namespace shapewright::ops
