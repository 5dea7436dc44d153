// The table of checks (core/rules/checks): each has a case that answers with its id, and
// docs/errors.md lists it. To write that page:
// SHAPEWRIGHT_WRITE_PAGES=1 build/release/bin/tests/rules_test
#include "core/rules/checks/checks.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "tests/core/rules/operators/case_table.h"
#include "tests/core/rules/operators/model_checks.h"
#include "tests/core/rules/operators/rule_tester.h"
#include "tests/data_path/data_path.h"

namespace shapewright::rules {
namespace {

std::vector<const CheckRow*> AllChecks() {
  std::vector<const CheckRow*> all;
  for (const absl::Span<const CheckRow> rows : kCheckTables) {
    for (const CheckRow& row : rows) all.push_back(&row);
  }
  return all;
}

// What the lines of tests/core/rules/operators/cases answer with.
struct Shown {
  CaseChecks checks;
  std::map<std::string, std::set<std::string>> operators;  // by id
};

// Lines as those of cases, whose facts and outputs nobody looks at.
std::string FailingCases() { return SourcePath("tests/core/rules/operators/failing_cases.txt"); }

Shown ShownByCases() {
  std::vector<std::string> paths = {FailingCases()};
  for (const auto& file :
       std::filesystem::directory_iterator(SourcePath("tests/core/rules/operators/cases"))) {
    paths.push_back(file.path().string());
  }
  Shown shown;
  for (const std::string& path : paths) {
    for (const TableCase& c : ReadCaseTable(path)) {
      const CaseChecks checks = ChecksOf(c.op_case);
      const std::string op = c.op_case.op.substr(0, c.op_case.op.rfind('-'));
      for (const auto* ids : {&checks.named, &checks.failing}) {
        for (const std::string& id : *ids) shown.operators[id].insert(op);
      }
      shown.checks.named.insert(checks.named.begin(), checks.named.end());
      shown.checks.assumed.insert(checks.assumed.begin(), checks.assumed.end());
      shown.checks.failing.insert(checks.failing.begin(), checks.failing.end());
    }
  }
  return shown;
}

bool IsAmong(absl::Span<const absl::string_view> ids, absl::string_view id) {
  return std::find(ids.begin(), ids.end(), id) != ids.end();
}

// A number that violates one of these is refused with a code of its own before it is asked, or the
// violation depends on the sizes of a run: it is always a fact.
constexpr absl::string_view kOnlyFacts[] = {"divide.zero", "reshape.inferred", "scatter_nd.tuple",
                                            "slice.step"};

TEST(Checks, HaveIdsAndSentencesOfTheirOwn) {
  std::set<absl::string_view> ids;
  std::set<absl::string_view> sentences;
  const std::string semantics = ReadFile(SourcePath("docs/semantics.md"));
  for (const CheckRow* row : AllChecks()) {
    SCOPED_TRACE(row->check.id);
    EXPECT_THAT(std::string(row->check.id), testing::MatchesRegex("[a-z0-9_]+(\\.[a-z0-9_]+)?"));
    EXPECT_TRUE(ids.insert(row->check.id).second);
    EXPECT_TRUE(sentences.insert(row->check.sentence).second);
    EXPECT_FALSE(row->source.empty());
    if (row->paragraph.empty()) continue;
    EXPECT_TRUE(absl::StrContains(semantics, absl::StrCat("\n**", row->paragraph, " ")));
  }
}

TEST(Checks, FindsARowByItsId) {
  EXPECT_EQ("conv.channels"_check.sentence, "the weights span the input's channels");
}

// A check of an assumption fails nowhere: runtimes go on in another way.
bool IsShownBy(const CaseChecks& checks, const std::string& id) {
  return checks.failing.contains(id) || checks.assumed.contains(id) ||
         (IsAmong(kOnlyFacts, id) && checks.named.contains(id));
}

TEST(Checks, HaveACaseThatFails) {
  const Shown shown = ShownByCases();
  std::vector<std::string> missing;
  for (const CheckRow* row : AllChecks()) {
    const std::string id(row->check.id);
    if (!IsShownBy(shown.checks, id) && !IsAmong(kModelChecks, id)) missing.push_back(id);
  }
  EXPECT_EQ(absl::StrJoin(missing, " "), "");
}

TEST(Checks, AreNamedByTheAnswerOfTheirCase) {
  for (const TableCase& c : ReadCaseTable(FailingCases())) {
    SCOPED_TRACE(absl::StrCat("failing_cases.txt:", c.line));
    ASSERT_EQ(c.op_case.diagnostics.size(), 1u);
    EXPECT_TRUE(IsShownBy(ChecksOf(c.op_case), c.op_case.diagnostics[0]));
  }
}

TEST(Checks, AreAllInTheTable) {
  std::set<std::string> ids = {""};
  for (const CheckRow* row : AllChecks()) ids.insert(std::string(row->check.id));
  const Shown shown = ShownByCases();
  for (const auto& [id, operators] : shown.operators) {
    EXPECT_TRUE(ids.contains(id)) << id << " of " << *operators.begin();
  }
}

// Operators that have too many to name stand by the first ones.
std::string OperatorsText(const Shown& shown, const CheckRow& row) {
  constexpr size_t kMost = 6;
  const auto found = shown.operators.find(std::string(row.check.id));
  if (found == shown.operators.end()) return std::string(row.source);
  std::vector<std::string> names(found->second.begin(), found->second.end());
  const size_t count = names.size();
  if (count > kMost) names.resize(kMost);
  std::string text = absl::StrJoin(names, ", ");
  if (count > kMost) absl::StrAppend(&text, " and ", count - kMost, " more");
  return text;
}

std::string Section() {
  const Shown shown = ShownByCases();
  std::map<absl::string_view, std::string> lines;
  for (const CheckRow* row : AllChecks()) {
    const std::string id(row->check.id);
    std::string source(row->source);
    if (!row->paragraph.empty()) {
      absl::StrAppend(&source, "; [", row->paragraph, "](semantics.md)");
    }
    lines[row->check.id] =
        absl::StrCat("| <a id=\"", id, "\"></a>`", id, "` | ", row->check.sentence, " | ", source,
                     " | ", OperatorsText(shown, *row), " |\n");
  }
  std::string text = "| id | what must hold | who says so | operators |\n|---|---|---|---|\n";
  for (const auto& [id, line] : lines) text += line;
  return text;
}

// Everything behind this line of docs/errors.md is made from the table.
constexpr absl::string_view kMark = "<!-- the table of checks -->\n\n";

TEST(Checks, ArePrintedInThePageOfErrors) {
  const std::string path = SourcePath("docs/errors.md");
  const std::string page = ReadFile(path);
  const size_t mark = page.find(std::string(kMark));
  ASSERT_NE(mark, std::string::npos);
  const std::string expected = page.substr(0, mark) + std::string(kMark) + Section();
  if (std::getenv("SHAPEWRIGHT_WRITE_PAGES") != nullptr) std::ofstream(path) << expected;
  EXPECT_TRUE(ReadFile(path) == expected)
      << "write it: SHAPEWRIGHT_WRITE_PAGES=1 build/release/bin/tests/rules_test";
}

}  // namespace
}  // namespace shapewright::rules
