// Models are made, inferred in this process and compared; what may break callers follows from the
// sizes that each of the two accepts.
#include "client/cpp/cli/diff/diff.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "client/cpp/cli/diff/diff_report.h"
#include "client/cpp/cli/run/embedded.h"
#include "client/cpp/cli/screen/table.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/client/cpp/cli/lint/linted.h"
#include "tests/data_path/data_path.h"

namespace shapewright::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

v1::InferShapesResponse InferBytes(const std::string& model) {
  v1::InferShapesRequest request;
  request.mutable_model()->set_onnx(model);
  AskForDiff(&request);
  auto response = AnswerEmbedded<v1::InferShapesResponse>("InferShapes", request, absl::Minutes(1));
  EXPECT_TRUE(response.ok()) << response.status();
  return response.ok() ? *std::move(response) : v1::InferShapesResponse();
}

v1::InferShapesResponse InferText(const std::string& text) {
  onnx::ModelProto model;
  EXPECT_TRUE(google::protobuf::TextFormat::ParseFromString(text, &model)) << text;
  return InferBytes(model.SerializeAsString());
}

std::vector<Change> Differences(const v1::InferShapesResponse& before,
                                const v1::InferShapesResponse& after) {
  Work work;
  auto changes = DiffAnswers(before, after, work);
  EXPECT_TRUE(changes.ok()) << changes.status();
  return changes.ok() ? *std::move(changes) : std::vector<Change>();
}

// The lines of the report, without the count.
std::vector<std::string> Lines(const v1::InferShapesResponse& before,
                               const v1::InferShapesResponse& after) {
  std::vector<std::string> lines = absl::StrSplit(
      DiffReport(Differences(before, after), kNoWidthLimit), '\n', absl::SkipEmpty());
  lines.pop_back();
  return lines;
}

std::string Dims(const std::vector<std::string>& names) {
  std::string dims;
  for (const std::string& name : names) {
    const bool is_size = name.find_first_not_of("0123456789") == std::string::npos;
    absl::StrAppend(&dims, is_size ? absl::StrCat("dim { dim_value: ", name, " } ")
                                   : absl::StrCat("dim { dim_param: \"", name, "\" } "));
  }
  return dims;
}

// x and y, and their sum z.
v1::InferShapesResponse Sum(const std::vector<std::string>& x, const std::vector<std::string>& y) {
  return InferText(
      absl::StrCat("ir_version: 8 opset_import { version: 17 } graph { name: \"g\" input { ",
                   FloatValue("x", Dims(x)), " } input { ", FloatValue("y", Dims(y)),
                   " } output { name: \"z\" } node { op_type: \"Add\" input: \"x\" input: \"y\" ",
                   "output: \"z\" } }"));
}

// x in rows of so many elements.
v1::InferShapesResponse Rows(int size) {
  return InferText(
      absl::StrCat(R"(ir_version: 8 opset_import { version: 17 } graph { name: "g" input { )",
                   FloatValue("x", Dims({"N"})), R"( } output { name: "y" }
         initializer { name: "s" dims: 2 data_type: 7 int64_data: [-1, )",
                   size, R"(] }
         node { op_type: "Reshape" input: "x" input: "s" output: "y" } })"));
}

TEST(Diff, TheSameModelHasNoDifference) {
  for (const char* name : {"bert_base_ts17", "scripted_control_ts17", "fasterrcnn_r50_ts17"}) {
    const v1::InferShapesResponse answer =
        InferBytes(ReadFile(DataPath(absl::StrCat("corpus/models/", name, ".onnx"))));
    EXPECT_THAT(Differences(answer, answer), IsEmpty()) << name;
  }
  EXPECT_EQ(DiffReport({}, 80), "no difference\n");
}

TEST(Diff, SymbolsThatAreCalledOtherwiseAreSeenThrough) {
  EXPECT_THAT(Lines(Sum({"N", "M"}, {"N", "M"}), Sum({"A", "M"}, {"A", "M"})),
              ElementsAre("other   symbol N: is called A now"));
  // Two that change their names.
  EXPECT_THAT(Lines(Sum({"N", "M"}, {"N", "M"}), Sum({"M", "N"}, {"M", "N"})), SizeIs(2));
}

TEST(Diff, AFixedSizeBreaksAndAnOpenOneWidens) {
  const v1::InferShapesResponse open = Sum({"N", "3"}, {"N", "3"});
  const v1::InferShapesResponse fixed = Sum({"8", "3"}, {"8", "3"});
  EXPECT_THAT(
      Lines(open, fixed),
      ElementsAre("breaks  input x axis 0: was N, is 8", "breaks  input y axis 0: was N, is 8",
                  "breaks  output z axis 0: was N, is 8", "other   symbol N: gone: 0.."));
  // Who gives 8 gets 8.
  EXPECT_THAT(
      Lines(fixed, open),
      ElementsAre("widens  input x axis 0: was 8, is N", "widens  input y axis 0: was 8, is N",
                  "other   output z axis 0: was 8, is N", "other   symbol N: new: 0.."));
}

TEST(Diff, ATiedSizeBreaksAndAnUntiedOneWidens) {
  const v1::InferShapesResponse tied = Sum({"N"}, {"N"});
  const v1::InferShapesResponse untied = Sum({"N"}, {"M"});
  EXPECT_FALSE(HasBreaking(Differences(tied, untied)));
  EXPECT_THAT(Lines(tied, untied), testing::Contains("widens  input y axis 0: was N, is M"));
  EXPECT_TRUE(HasBreaking(Differences(untied, tied)));
  EXPECT_THAT(Lines(untied, tied), testing::Contains("breaks  input y axis 0: was M, is N"));
}

TEST(Diff, FactsAreStricterLooserOrNew) {
  EXPECT_THAT(Lines(Rows(4), Rows(8)), testing::Contains(HasSubstr("breaks  fact mod(N, 8) = 0")));
  EXPECT_THAT(Lines(Rows(8), Rows(4)), testing::Contains(HasSubstr("widens  fact mod(N, 4) = 0")));
  EXPECT_THAT(Lines(Rows(1), Rows(4)),
              testing::Contains(HasSubstr("breaks  fact mod(N, 4) = 0: new")));
  EXPECT_THAT(Lines(Rows(4), Rows(1)), testing::Contains("widens  fact mod(N, 4) = 0: gone"));
}

TEST(Diff, NamesOrderAndElementTypes) {
  v1::InferShapesResponse before = Sum({"N"}, {"N"});
  v1::InferShapesResponse after = before;
  after.mutable_inputs()->SwapElements(0, 1);
  EXPECT_THAT(Lines(before, after),
              ElementsAre(HasSubstr("breaks  inputs: the order was x, y, is y, x")));
  after = before;
  after.mutable_inputs(1)->set_name("mask");
  after.mutable_graphs(0)->mutable_values(1)->set_name("mask");
  EXPECT_THAT(Lines(before, after), ElementsAre("breaks  input y: gone: float32[N]",
                                                "breaks  input mask: new: float32[N]"));
  after = before;
  *after.add_outputs() = after.inputs(0);
  after.mutable_outputs(1)->set_name("more");
  EXPECT_THAT(Lines(before, after), ElementsAre("other   output more: new: float32[N]"));
  after.mutable_outputs()->SwapElements(0, 1);
  EXPECT_TRUE(HasBreaking(Differences(before, after))) << "the first output is another one";
  after = before;
  after.mutable_outputs(0)->mutable_type()->mutable_tensor()->set_element_type(
      v1::ELEMENT_TYPE_DOUBLE);
  EXPECT_THAT(Lines(before, after), ElementsAre(HasSubstr("breaks  output z: was float32[N]")));
}

TEST(Diff, RangesAndDiagnostics) {
  const v1::InferShapesResponse before = Sum({"N"}, {"N"});
  v1::InferShapesResponse after = before;
  after.mutable_symbols(0)->mutable_range()->set_max(8);
  EXPECT_THAT(Lines(before, after), ElementsAre("breaks  symbol N: range was 0.., is 0..8"));
  EXPECT_THAT(Lines(after, before), ElementsAre("widens  symbol N: range was 0..8, is 0.."));
  after = before;
  v1::Diagnostic* diagnostic = after.add_diagnostics();
  diagnostic->set_severity(v1::Diagnostic::SEVERITY_ERROR);
  diagnostic->set_code("RANK_MISMATCH");
  diagnostic->set_message("ranks differ");
  EXPECT_THAT(Lines(before, after),
              ElementsAre("breaks  diagnostic RANK_MISMATCH: new: ranks differ"));
  EXPECT_THAT(Lines(after, before),
              ElementsAre("other   diagnostic RANK_MISMATCH: gone: ranks differ"));
}

TEST(DiffReport, FitsTheWidthAndListsAFewInnerValues) {
  std::vector<Change> changes;
  for (int i = 0; i < 9; ++i) {
    Change change;
    change.name = absl::StrCat("/a/long/name/of/a/value/in/some/layer/", i, "/MatMul_output_0");
    change.before = "N";
    change.after = "M + \x1b[31m";
    change.axis = i;
    changes.push_back(change);
  }
  const std::string text = DiffReport(changes, 80);
  for (const absl::string_view line : absl::StrSplit(text, '\n'))
    EXPECT_LE(line.size(), 80) << line;
  EXPECT_THAT(text, HasSubstr("and 4 more inner values changed"));
  EXPECT_THAT(text, HasSubstr("9 differences: breaks 0, widens 0, other 9"));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
  EXPECT_THAT(DiffReport(changes, kNoWidthLimit), HasSubstr("layer/8/MatMul"));
}

TEST(DiffReport, JsonHasWhatThePageSays) {
  Change change;
  change.effect = Effect::kBreaks;
  change.part = Part::kOutput;
  change.name = "y";
  change.axis = 1;
  change.before = "N + 5";
  change.after = "N";
  const nlohmann::json json = nlohmann::json::parse(DiffJson("a.onnx", "b.onnx", {change}));
  EXPECT_EQ(json["before"], "a.onnx");
  EXPECT_EQ(json["after"], "b.onnx");
  EXPECT_EQ(json["changes"],
            nlohmann::json::parse(R"([{"effect": "breaks", "part": "output", "what": "type",
                "name": "y", "axis": 1, "before": "N + 5", "after": "N"}])"));
}

// Max over so many inputs, each with a size of its own: a fact for each, about all before it.
v1::InferShapesResponse ManyOperands(int count, const std::string& prefix) {
  std::string inputs;
  std::string operands;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&inputs, "input { name: \"x", i,
                    "\" type { tensor_type { elem_type: 1 shape { dim { dim_param: \"", prefix, i,
                    "\" } } } } } ");
    absl::StrAppend(&operands, "input: \"x", i, "\" ");
  }
  return InferText(absl::StrCat("ir_version: 8 opset_import { version: 17 } graph { ", inputs,
                                "output { name: \"y\" } node { op_type: \"Max\" ", operands,
                                "output: \"y\" } }"));
}

// Operations, which are the same on every machine: twice the facts take no more than about twice.
TEST(Diff, WorkGrowsNoFasterThanTheModel) {
  const auto work_of = [](int count) {
    const v1::InferShapesResponse before = ManyOperands(count, "N");
    const v1::InferShapesResponse after = ManyOperands(count + 1, "M");
    Work work;
    EXPECT_TRUE(DiffAnswers(before, after, work).ok());
    return work.count();
  };
  const uint64_t once = work_of(1000);
  EXPECT_GT(once, 1000u);
  EXPECT_LE(static_cast<double>(work_of(2000)), 2.3 * static_cast<double>(once));
}

TEST(Diff, HeedsTheDeadline) {
  const v1::InferShapesResponse before = ManyOperands(100, "N");
  const v1::InferShapesResponse after = ManyOperands(101, "M");
  Work work(Work::kNoLimit, [] { return absl::DeadlineExceededError("late"); });
  EXPECT_EQ(DiffAnswers(before, after, work).status().message(), "late");
}

// Whoever gives b may go on to do so; who has left it out may not any more.
TEST(Diff, ADefaultOfAnInput) {
  const auto model = [](const char* initializer) {
    const std::string two =
        R"(type { tensor_type { elem_type: 1 shape { dim { dim_value: 2 } } } })";
    return InferText(absl::StrCat(R"(ir_version: 8 opset_import { version: 17 } graph { name: "g"
        input { name: "x" )",
                                  two, R"( } input { name: "b" )", two, " } ", initializer, R"(
        output { name: "y" } node { op_type: "Add" input: "x" input: "b" output: "y" } })"));
  };
  const auto needed = model("");
  const auto optional =
      model(R"(initializer { name: "b" data_type: 1 dims: 2 float_data: [ 1, 2 ] })");
  EXPECT_THAT(Lines(needed, optional),
              ElementsAre("widens  input b: was float32[2], is float32[2] (it has a default now)"));
  EXPECT_THAT(Lines(optional, needed),
              ElementsAre("breaks  input b: was float32[2], is float32[2] (it has no default any "
                          "more)"));
}

}  // namespace
}  // namespace shapewright::cli
