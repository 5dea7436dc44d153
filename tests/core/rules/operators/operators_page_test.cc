// docs/operators.md is made from the registry; this keeps it so. To write it:
// SHAPEWRIGHT_WRITE_PAGES=1 build/release/bin/tests/rules_test
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "core/rules/registry/registry.h"
#include "gtest/gtest.h"
#include "tests/data_path/data_path.h"

namespace shapewright::rules {
namespace {

constexpr char kHead[] =
    R"(# Operators

`tests/core/rules/operators/operators_page_test.cc` makes this page from the registry.

There is one line for each operator. It has the versions of the rule (since_version of the
specification; each version also serves later opsets until the next one), what the rule infers, and
how precise that is:

- exact: sizes are numbers or expressions over the operands' sizes and, for operators such as
  Reshape, the operands' elements. If these elements or an operand's rank are unknown, the size is
  unknown too. Control flow is exact if its branches or iterations agree.
- bounded: a size depends on data. It is a new symbol with the tightest known bounds, or exact if
  the data are small constants.

"Values: followed" means that elements of results are inferred too, if operands are small and known.
`core/rules/operators` has the checks of operands, by family. `core/rules/registry/onnx_inputs.cc`
has the number of inputs and their types. Every operator of the package onnx has a rule, also those
that are functions there (`onnx_inputs_test.cc` compares with its schemas). If an operator is not
listed and the model has a function of its name, the function's body is inferred; otherwise its
outputs are unknown.
)";

std::string Title(const std::string& domain) { return domain.empty() ? "ai.onnx" : domain; }

std::string Versions(const OperatorRow& row) {
  std::vector<int> versions;
  for (const int16_t version : row.versions) {
    if (version != 0) versions.push_back(version);
  }
  return absl::StrJoin(versions, ", ");
}

// Rows of the table by domain and name; an operator may have several.
std::string Page() {
  std::map<std::string, std::vector<const OperatorRow*>> domains;
  for (const OperatorRow* row : AllOperators()) domains[std::string(row->domain)].push_back(row);
  std::string page = kHead;
  for (auto& [domain, rows] : domains) {
    std::sort(rows.begin(), rows.end(), [](const OperatorRow* a, const OperatorRow* b) {
      return std::pair(a->name, a->versions[0]) < std::pair(b->name, b->versions[0]);
    });
    absl::StrAppend(&page, "\n## ", Title(domain),
                    "\n\n| operator | versions | what the rule answers | precision | values |\n"
                    "|---|---|---|---|---|\n");
    for (const OperatorRow* row : rows) {
      absl::string_view summary = row->summary;
      const bool follows_values = absl::ConsumeSuffix(&summary, "; by value");
      absl::StrAppend(&page, "| ", row->name, " | ", Versions(*row), " | ", summary, " | ",
                      row->traits.precision == Precision::kExact ? "exact" : "bounded", " | ",
                      follows_values ? "followed" : "", " |\n");
    }
  }
  return page;
}

TEST(OperatorsPage, IsNotStale) {
  const std::string expected = Page();
  const std::string path = SourcePath("docs/operators.md");
  if (std::getenv("SHAPEWRIGHT_WRITE_PAGES") != nullptr) std::ofstream(path) << expected;
  std::ifstream file(path);
  ASSERT_TRUE(file.is_open()) << path;
  const std::string actual{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(actual, expected);
}

}  // namespace
}  // namespace shapewright::rules
