// S52, S54: every operator has a formula or stands in a list of docs/cost.md, which is made from
// the registry from the line kMark on. To write it anew: SHAPEWRIGHT_WRITE_PAGES=1
// build/release/bin/tests/rules_test
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/rules/registry/registry.h"
#include "gtest/gtest.h"
#include "tests/data_path/data_path.h"

namespace shapewright::rules {
namespace {

constexpr char kMark[] = "## Operators by how they are counted\n";

std::string PerElementText(const PerElement& each) {
  std::vector<std::string> parts;
  const std::pair<absl::string_view, int> all[] = {
      {"alu", each.alu}, {"div", each.div}, {"sqrt", each.sqrt}, {"special", each.special}};
  for (const auto& [name, count] : all) {
    if (count > 0) parts.push_back(absl::StrCat(count, " ", name));
  }
  return absl::StrCat("n times ", absl::StrJoin(parts, ", "));
}

std::string HowText(const OperatorCost& cost) {
  switch (cost.kind) {
    case OperatorCost::Kind::kUnknown:
      return "not counted";
    case OperatorCost::Kind::kFree:
      return "free";
    case OperatorCost::Kind::kMoved:
      return "bytes only";
    case OperatorCost::Kind::kPerElement:
      return PerElementText(cost.per_element);
    case OperatorCost::Kind::kFormula:
      return "by a formula";
    case OperatorCost::Kind::kBodies:
      break;
  }
  return "what its bodies cost";
}

std::string Lists() {
  std::map<std::string, std::set<std::string>> lists;
  for (const OperatorRow* row : AllOperators()) {
    const std::string name =
        row->domain.empty() ? std::string(row->name) : absl::StrCat(row->domain, ":", row->name);
    lists[HowText(row->cost)].insert(name);
  }
  std::string text = absl::StrCat(
      kMark, "\nMade from the registry by `tests/core/rules/operators/cost_page_test.cc`.\n\n",
      "| how | operators |\n|---|---|\n");
  for (const auto& [how, names] : lists) {
    absl::StrAppend(&text, "| ", how, " | ", absl::StrJoin(names, ", "), " |\n");
  }
  return text;
}

TEST(CostPageS54, IsNotStale) {
  const std::string path = SourcePath("docs/cost.md");
  const std::string page = ReadFile(path);
  const size_t mark = page.find(kMark);
  ASSERT_NE(mark, std::string::npos);
  const std::string expected = page.substr(0, mark) + Lists();
  if (std::getenv("SHAPEWRIGHT_WRITE_PAGES") != nullptr) std::ofstream(path) << expected;
  EXPECT_EQ(ReadFile(path), expected);
}

// A formula of one operator serves all of its versions.
TEST(CostPageS54, CountsAllVersionsAlike) {
  std::map<std::pair<absl::string_view, absl::string_view>, std::set<std::string>> kinds;
  for (const OperatorRow* row : AllOperators()) {
    kinds[{row->domain, row->name}].insert(HowText(row->cost));
  }
  for (const auto& [name, found] : kinds) EXPECT_EQ(found.size(), 1u) << name.second;
}

}  // namespace
}  // namespace shapewright::rules
