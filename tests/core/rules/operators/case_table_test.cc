// The tables of tests/core/rules/operators/cases. What runs or refuses each of their cases,
// stands above it; tests/conformance/check_cases.py compares with that.
#include "tests/core/rules/operators/case_table.h"

#include <filesystem>
#include <set>

#include "absl/strings/str_cat.h"
#include "core/rules/registry/registry.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/data_path/data_path.h"

namespace shapewright::rules {
namespace {

std::vector<std::string> Tables() {
  std::set<std::string> paths;
  for (const auto& entry :
       std::filesystem::directory_iterator(SourcePath("tests/core/rules/operators/cases"))) {
    paths.insert(entry.path().string());
  }
  return {paths.begin(), paths.end()};
}

TEST(CaseTable, Holds) {
  for (const std::string& path : Tables()) {
    for (const TableCase& c : ReadCaseTable(path)) {
      SCOPED_TRACE(absl::StrCat(path, ":", c.line));
      CheckCases({c.op_case});
    }
  }
}

TEST(CaseTable, HasACaseThatIsFineForEveryVersion) {
  std::set<std::string> covered;
  // Rows of HLO text share the rules of other domains' rows.
  std::set<Rule> covered_rules;
  for (const std::string& path : Tables()) {
    for (const TableCase& c : ReadCaseTable(path)) {
      if (c.op_case.diagnostics.empty()) covered.insert(c.op_case.op);
    }
  }
  const auto name_of = [](const OperatorRow& row, int version) {
    const std::string prefix = row.domain.empty() ? "" : absl::StrCat(row.domain, ":");
    return absl::StrCat(prefix, row.name, "-", version);
  };
  for (const OperatorRow* row : AllOperators()) {
    if (covered.contains(name_of(*row, row->versions[0]))) covered_rules.insert(row->rule);
  }
  // Bodies are graphs, which a line does not hold: tests/core/inference has them.
  std::vector<std::string> missing;
  for (const OperatorRow* row : AllOperators()) {
    for (const int16_t version : row->versions) {
      if (version == 0 || row->traits.bodies != Bodies::kNone) break;
      const bool is_same = row->domain == "hlo" && covered_rules.contains(row->rule);
      const std::string op = name_of(*row, version);
      if (!covered.contains(op) && !is_same) missing.push_back(op);
    }
  }
  EXPECT_THAT(missing, testing::IsEmpty());
}

}  // namespace
}  // namespace shapewright::rules
