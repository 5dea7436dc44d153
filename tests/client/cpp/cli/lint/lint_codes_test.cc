// A model for each code: it is found, and nothing else. docs/lint.md shows the same lines; what is
// right is said by the ONNX specification of the few operators.
#include "client/cpp/cli/lint/lint_codes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/lint/lint.h"
#include "client/cpp/cli/lint/lint_report.h"
#include "tests/client/cpp/cli/lint/linted.h"
#include "tests/data_path/data_path.h"

namespace shapewright::cli {
namespace {

using ::testing::HasSubstr;

constexpr char kBatch[] = R"(dim { dim_param: "batch" } )";
constexpr char kNothing[] = "dim {} ";

std::string Name(const std::string& name) {
  return absl::StrCat("dim { dim_param: \"", name, "\" } ");
}
std::string Size(int size) { return absl::StrCat("dim { dim_value: ", size, " } "); }

// x, a node, and what it makes.
std::string Model(const std::string& x_dims, const std::string& graph) {
  return absl::StrCat(R"(ir_version: 8 opset_import { version: 17 } opset_import { domain: "d" })",
                      R"( graph { name: "g" input { )", FloatValue("x", x_dims), " } ", graph,
                      " }");
}

struct Example {
  std::string code;
  std::string model;
  std::string line;
};

std::vector<Example> TypeExamples() {
  return {
      {"FALSE_TYPE", IdentityModel(Size(2), Size(3)),
       "m.onnx: y axis 0: error FALSE_TYPE: declared 3, but it is 2; declare 2"},
      {"FALSE_TYPE",
       Model(kBatch, absl::StrCat(R"(initializer { name: "i" dims: 1 data_type: 7 int64_data: 0 }
           initializer { name: "j" dims: 1 data_type: 7 int64_data: 9223372036854775807 }
           initializer { name: "s" dims: 1 data_type: 7 int64_data: 2 }
           node { op_type: "Slice" input: "x" input: "i" input: "j" input: "i" input: "s"
           output: "y" } output { )",
                                  FloatValue("y", Name("batch/2")), "}")),
       "m.onnx: y axis 0: error FALSE_TYPE: declared batch/2, but it is ceildiv(batch, 2): at "
       "batch = 1 "
       "it is 1, not 0; declare ceildiv(batch, 2)"},
      {"NARROW_TYPE", IdentityModel(kBatch, Size(8)),
       "m.onnx: y axis 0: warning NARROW_TYPE: declared 8, but it is batch, which differs at batch "
       "= 2; "
       "declare batch"},
      {"WEAK_TYPE", IdentityModel(kBatch, kNothing),
       "m.onnx: y axis 0: info WEAK_TYPE: declared without size; declare batch"},
      {"UNPROVED_TYPE",
       Model(Size(9), absl::StrCat(R"(node { op_type: "NonZero" input: "x" output: "y" }
           output { name: "y" type { tensor_type { elem_type: 7 shape { )",
                                   Size(1), Size(5), "} } } }")),
       "m.onnx: y axis 1: info UNPROVED_TYPE: declared 5, but it is ?1, which depends on data; "
       "declare "
       "a name if other data give other sizes"},
      {"MISSING_TYPE",
       Model(Size(2), absl::StrCat(R"(node { op_type: "Neg" input: "x" output: "h" }
           node { op_type: "Neg" input: "h" output: "y" } output { )",
                                   FloatValue("y", Size(2)), "}")),
       "m.onnx: model: info MISSING_TYPE: 1 value has no declared type, the first is h; declare "
       "them in "
       "value_info"},
      {"STALE_TYPE",
       IdentityModel(Size(2), Size(2),
                     absl::StrCat("value_info { ", FloatValue("gone", Size(2)), " }")),
       "m.onnx: gone: info STALE_TYPE: value_info of a value that does not exist; remove it"},
      {"BAKED_IN",
       Model(std::string(kBatch) + Size(4),
             absl::StrCat(R"(initializer { name: "s" dims: 2 data_type: 7 int64_data: [8, 4] }
           node { name: "flatten" op_type: "Reshape" input: "x" input: "s" output: "y" } output { )",
                          FloatValue("y", Size(8) + Size(4)), "}")),
       "m.onnx: x axis 0: warning BAKED_IN: batch is declared as open, but node 0 Reshape "
       "(flatten) "
       "forces it to 8: Reshape keeps the number of elements; export it again with that size open, "
       "or "
       "declare the number"},
  };
}

std::vector<Example> NameExamples() {
  return {
      {"CONSTANT_NAME", IdentityModel(Size(2), Name("width")),
       "m.onnx: y axis 0: info CONSTANT_NAME: \"width\" is always 2; declare 2"},
      {"REDUNDANT_NAME", IdentityModel(kBatch, Name("out_batch")),
       "m.onnx: y axis 0: info REDUNDANT_NAME: \"out_batch\" is always batch; declare batch"},
      {"REUSED_NAME", IdentityModel(Name("height") + Name("width"), Name("size") + Name("size")),
       "m.onnx: y axis 1: warning REUSED_NAME: \"size\" is width here, but height at y axis 0; "
       "they differ "
       "at height = 2, width = 1; give each size a name of its own"},
      {"SIMILAR_NAMES", IdentityModel(kBatch + Name("Batch"), kBatch + Name("Batch")),
       "m.onnx: x axis 1: warning SIMILAR_NAMES: \"Batch\" is easily confused with \"batch\" of x; "
       "use "
       "one "
       "name, or two that differ more"},
      {"UNWRITABLE_NAME", IdentityModel(Name("batch size"), Name("batch size")),
       "m.onnx: x axis 0: warning UNWRITABLE_NAME: \"batch size\" needs backticks in an "
       "expression; use letters, digits and _ only"},
      {"UNNAMED_DIM", IdentityModel(kNothing, kNothing),
       "m.onnx: x axis 0: info UNNAMED_DIM: has neither a size nor a name; name it, so that other "
       "sizes can refer to it"},
  };
}

std::vector<Example> ValueExamples() {
  return {
      {"UNBOUNDED_OUTPUT",
       Model("", absl::StrCat(R"(
           initializer { name: "one" data_type: 1 float_data: 1 }
           initializer { name: "zero" data_type: 1 float_data: 0 }
           node { op_type: "Range" input: "zero" input: "x" input: "one" output: "y" } output { )",
                              FloatValue("y", Name("count")), "}")),
       "m.onnx: y axis 0: warning UNBOUNDED_OUTPUT: its size ?1 has no upper bound: ?1 depends on "
       "data"},
      {"UNKNOWN_OUTPUT",
       Model(Size(2), R"(node { name: "n" op_type: "Own" domain: "d" input: "x" output: "y" }
           output { name: "y" })"),
       "m.onnx: y: warning UNKNOWN_OUTPUT: its type is unknown; operators without a rule "
       "can be "
       "given one by --rules"},
      {"UNUSED_INITIALIZER",
       IdentityModel(Size(2), Size(2),
                     R"(initializer { name: "w" dims: 1 data_type: 1 float_data: 1 })"),
       "m.onnx: w: info UNUSED_INITIALIZER: nothing reads it; remove it"},
      {"UNUSED_INPUT",
       IdentityModel(Size(2), Size(2), absl::StrCat("input { ", FloatValue("z", Size(2)), " }")),
       "m.onnx: z: warning UNUSED_INPUT: nothing reads it; remove it"},
  };
}

std::vector<Example> Examples() {
  std::vector<Example> all = TypeExamples();
  for (auto part : {NameExamples(), ValueExamples()}) {
    all.insert(all.end(), part.begin(), part.end());
  }
  return all;
}

// Diagnostics have codes of their own.
std::vector<std::string> OwnLines(const Linted& linted) {
  std::vector<std::string> lines;
  const std::vector<std::string> all = linted.Lines();
  for (size_t i = 0; i < all.size(); ++i) {
    if (FindLintCode(linted.findings[i].code) != nullptr) lines.push_back(all[i]);
  }
  return lines;
}

TEST(LintCodes, EachIsFoundAloneAndTheLevelIsThatOfTheTable) {
  for (const Example& example : Examples()) {
    const Linted linted = LintText(example.model);
    const std::vector<std::string> lines = OwnLines(linted);
    ASSERT_EQ(lines.size(), 1) << example.code << "\n" << testing::PrintToString(lines);
    EXPECT_THAT(lines[0], HasSubstr(example.line));
    for (const Finding& finding : linted.findings) {
      if (finding.code != example.code) continue;
      EXPECT_EQ(finding.level, FindLintCode(example.code)->level);
      EXPECT_EQ(!finding.mends.empty(), FindLintCode(example.code)->mendable) << example.code;
    }
  }
}

TEST(LintCodes, TellsHowManyDiagnosticsAreLeftOut) {
  Linted linted = LintText(IdentityModel(Size(2), Size(2)));
  linted.response.mutable_statistics()->set_diagnostics_dropped(3);
  linted.findings = *LintModel(linted.model, linted.response, {});
  EXPECT_THAT(
      linted.Lines(),
      testing::ElementsAre(
          "m.onnx: model: info MORE_DIAGNOSTICS: 3 diagnostics are left out of the answer"));
}

// | `CODE` | level | mended | about | with the lines of the examples below.
TEST(LintCodes, ThePageHasEachOfThemAndNoOther) {
  const std::string page = ReadFile(SourcePath("docs/lint.md"));
  std::set<std::string> rows;
  for (const LintCode& row : LintCodes()) {
    rows.insert(absl::StrCat("| `", row.code, "` | ", LevelText(row.level), " | ",
                             row.mendable ? "yes" : "no", " | ", row.about, " |"));
  }
  std::set<std::string> told;
  for (const absl::string_view line : absl::StrSplit(page, '\n')) {
    if (line.substr(0, 3) == "| `" && line.find("` | ") != absl::string_view::npos &&
        line.find(" | yes | ") + line.find(" | no | ") != 2 * absl::string_view::npos) {
      told.emplace(line);
    }
  }
  EXPECT_EQ(told, rows);
  for (const Example& example : Examples()) EXPECT_THAT(page, HasSubstr(example.line));
  EXPECT_THAT(page, HasSubstr("model: info MORE_DIAGNOSTICS: 3 diagnostics are left out"));
}

TEST(LintCodes, SelectionByCodes) {
  LintSelection selection;
  EXPECT_TRUE(selection.Holds("FALSE_TYPE"));
  ASSERT_TRUE(ParseCodes("FALSE_TYPE,RANK_MISMATCH", &selection.only).ok());
  EXPECT_TRUE(selection.Holds("RANK_MISMATCH"));
  EXPECT_FALSE(selection.Holds("WEAK_TYPE"));
  ASSERT_TRUE(ParseCodes("FALSE_TYPE", &selection.ignore).ok());
  EXPECT_FALSE(selection.Holds("FALSE_TYPE"));
  for (const char* text : {"", "false_type", "FALSE_TYPE,", "A B"}) {
    EXPECT_EQ(ParseCodes(text, &selection.only).code(), absl::StatusCode::kInvalidArgument) << text;
  }
}

}  // namespace
}  // namespace shapewright::cli
