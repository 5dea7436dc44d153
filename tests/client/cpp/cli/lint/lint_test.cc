#include "client/cpp/cli/lint/lint.h"

#include <gmock/gmock.h>
#include <google/protobuf/text_format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "client/cpp/cli/lint/lint_report.h"
#include "client/cpp/cli/lint/mend_model.h"
#include "proto/onnx/onnx.pb.h"
#include "tests/client/cpp/cli/lint/linted.h"
#include "tests/data_path/data_path.h"

namespace shapewright::cli {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kN[] = R"(dim { dim_param: "N" } )";
constexpr char kM[] = R"(dim { dim_param: "M" } )";

onnx::ModelProto Proto(const std::string& bytes) {
  onnx::ModelProto model;
  EXPECT_TRUE(model.ParseFromString(bytes));
  return model;
}

std::string Mended(const Linted& linted) {
  auto mended = MendModel(linted.model, linted.response, linted.findings);
  EXPECT_TRUE(mended.ok()) << mended.status();
  return mended.ok() ? *mended : "";
}

std::vector<std::string> Codes(const Linted& linted) {
  std::vector<std::string> codes;
  for (const Finding& finding : linted.findings) codes.push_back(finding.code);
  return codes;
}

TEST(Lint, TrueDeclarationsAreNoFinding) {
  EXPECT_THAT(LintText(IdentityModel(kN, kN)).Lines(), IsEmpty());
  EXPECT_THAT(LintText(IdentityModel(std::string(kN) + kM, std::string(kN) + kM)).Lines(),
              IsEmpty());
}

// The same size, written otherwise: x of [N, M] flattened is M*N, and 1*N*M + 0 too.
TEST(Lint, EqualExpressionsAreNoFinding) {
  for (const char* text : {"N*M", "M*N", "N*M + 0", "(M)*(N)"}) {
    const std::string dim = absl::StrCat("dim { dim_param: \"", text, "\" } ");
    const Linted linted = LintText(
        absl::StrCat(R"(ir_version: 8 opset_import { version: 17 } graph { name: "g" input { )",
                     FloatValue("x", std::string(kN) + kM), " } output { ",
                     FloatValue("y", "dim { dim_value: 1 } " + dim),
                     R"( } node { op_type: "Flatten" input: "x" output: "y"
              attribute { name: "axis" type: INT i: 0 } } })"));
    EXPECT_THAT(linted.Lines(), IsEmpty()) << text;
  }
}

// x is [2, 3]: what the sequence holds has that shape, whatever is declared of it.
TEST(Lint, FindsFalseShapesOfElements) {
  const auto declared_as = [](absl::string_view dims) {
    return LintText(
        absl::StrCat(R"(ir_version: 8 opset_import { version: 17 } graph { name: "g" input { )",
                     FloatValue("x", absl::StrCat("dim { dim_value: 2 } ", kN)),
                     R"( } output { name: "y" type { sequence_type { elem_type { tensor_type {
              elem_type: 1 shape { )",
                     dims, R"( } } } } } }
              node { op_type: "SequenceConstruct" input: "x" input: "x" output: "y" } })"));
  };
  EXPECT_THAT(Codes(declared_as("dim { dim_value: 2 } dim { dim_param: \"N\" }")), IsEmpty());
  EXPECT_THAT(Codes(declared_as("dim { dim_value: 2 } dim { dim_value: 5 }")), IsEmpty());
  EXPECT_THAT(Codes(declared_as("dim { dim_value: 3 } dim {}")), ElementsAre("FALSE_TYPE"));
  EXPECT_THAT(Codes(declared_as("dim {}")), ElementsAre("FALSE_TYPE"));
}

// Of an axis of 1 the second half is empty, which runs in onnxruntime 1.32, though more is assumed.
TEST(Lint, WhatIsAssumedMakesNoTypeFalse) {
  const Linted linted = LintText(
      absl::StrCat(R"(ir_version: 8 opset_import { version: 19 } graph { name: "g" input { )",
                   FloatValue("x", kN), " } output { ", FloatValue("y", "dim { dim_value: 1 } "),
                   " } output { ", FloatValue("z", "dim { dim_value: 0 } "),
                   R"( } node { op_type: "Split" input: "x" output: "y" output: "z"
              attribute { name: "axis" type: INT i: 0 }
              attribute { name: "num_outputs" type: INT i: 2 } } })"));
  EXPECT_THAT(Codes(linted), ElementsAre("NARROW_TYPE", "NARROW_TYPE"));
}

// x of [8, N] with N extended by 4 in reflect mode, which takes N of at least 4, beside an If whose
// then branch takes an N of 3. With onnxruntime 1.32, N = 5 and c = false: [8, 9].
TEST(Lint, FindsSizesOfTheOtherBranch) {
  const Linted linted = LintText(
      absl::StrCat(R"(ir_version: 8 opset_import { version: 18 } graph { name: "g" input { )",
                   FloatValue("x", "dim { dim_value: 8 } " + std::string(kN)), " } input { ",
                   FloatValue("k", "dim { dim_value: 3 } dim { dim_value: 8 } "),
                   R"( } input { name: "c" type { tensor_type { elem_type: 9 shape { } } } }
      initializer { name: "p" dims: 4 data_type: 7 int64_data: [0, 1, 0, 3] } output { )",
                   FloatValue("y", "dim { dim_value: 8 } dim { dim_value: 10 } "),
                   R"( } output { name: "z" type { tensor_type { elem_type: 1 } } }
      node { op_type: "Pad" input: "x" input: "p" output: "y"
             attribute { name: "mode" type: STRING s: "reflect" } }
      node { op_type: "If" input: "c" output: "z"
             attribute { name: "then_branch" type: GRAPH g { name: "t"
               node { op_type: "MatMul" input: "x" input: "k" output: "t" } output { name: "t" } } }
             attribute { name: "else_branch" type: GRAPH g { name: "e"
               node { op_type: "Trilu" input: "x" output: "e" } output { name: "e" } } } } })"));
  EXPECT_THAT(Codes(linted), testing::Contains("NARROW_TYPE"));
}

// N > 4 ? N = 7 : N = 9, of which the second cannot be.
TEST(Lint, ABranchRunsWhereItsConditionSaysSo) {
  const auto branch = [](int size) {
    return absl::StrCat(
        R"(type: GRAPH g { name: "b" node { op_type: "MatMul" input: "x" input: "k)", size,
        R"(" output: "b" } output { name: "b" } } } )");
  };
  const Linted linted = LintText(
      absl::StrCat(R"(ir_version: 8 opset_import { version: 18 } graph { name: "g" input { )",
                   FloatValue("x", "dim { dim_value: 8 } " + std::string(kN)), " } input { ",
                   FloatValue("k7", "dim { dim_value: 7 } dim { dim_value: 8 } "), " } input { ",
                   FloatValue("k9", "dim { dim_value: 9 } dim { dim_value: 8 } "),
                   R"( } initializer { name: "four" data_type: 7 int64_data: 4 }
      initializer { name: "one" data_type: 7 int64_data: 1 } output { )",
                   FloatValue("y", "dim { dim_value: 8 } dim { dim_value: 7 } "),
                   R"( } output { name: "z" type { tensor_type { elem_type: 1 } } }
      node { op_type: "Identity" input: "x" output: "y" }
      node { op_type: "Shape" input: "x" output: "s" }
      node { op_type: "Gather" input: "s" input: "one" output: "n" }
      node { op_type: "Greater" input: "n" input: "four" output: "c" }
      node { op_type: "If" input: "c" output: "z" attribute { name: "then_branch" )",
                   branch(7), R"( attribute { name: "else_branch" )", branch(9), R"( } })"));
  EXPECT_THAT(Codes(linted), testing::Not(testing::Contains("NARROW_TYPE")));
}

// A step may be negative. With onnxruntime 1.32 and a step of -1: [0].
TEST(Lint, TriesElementsBelowZero) {
  const Linted linted = LintText(absl::StrCat(
      R"(ir_version: 8 opset_import { version: 20 } graph { name: "g"
      input { name: "step" type { tensor_type { elem_type: 7 shape { } } } }
      initializer { name: "zero" data_type: 7 int64_data: 0 }
      initializer { name: "one" data_type: 7 int64_data: 1 }
      output { name: "y" type { tensor_type { elem_type: 7 shape { dim { dim_value: 1 } } } } }
      node { op_type: "Range" input: "zero" input: "one" input: "step" output: "y" } })"));
  EXPECT_THAT(Codes(linted), testing::Contains("NARROW_TYPE"));
}

// Found by ./dev fuzz laws: of no rows onnxruntime 1.32 makes [0].
TEST(Lint, TriesASizeOfZero) {
  const Linted linted = LintText(absl::StrCat(
      R"(ir_version: 8 opset_import { version: 20 } graph { name: "g"
      input { )",
      FloatValue("x", kN), R"( }
      input { )",
      FloatValue("z", absl::StrCat(kM, kN)), R"( }
      initializer { name: "zero" data_type: 7 dims: 1 int64_data: 0 }
      initializer { name: "two" data_type: 7 dims: 1 int64_data: 2 }
      output { )",
      FloatValue("y", "dim { dim_value: 1 }"), R"( }
      output { )",
      FloatValue("v", absl::StrCat(kM, kN)), R"( }
      node { op_type: "Slice" input: "x" input: "zero" input: "two" input: "zero" input: "two"
             output: "y" }
      node { op_type: "Identity" input: "z" output: "v" } })"));
  EXPECT_THAT(Codes(linted), testing::Contains("NARROW_TYPE"));
}

// Sizes that all facts allow are found where chance meets none: 12*N elements in rows of N.
TEST(Lint, FindsSizesThatEquationsAllow) {
  const Linted linted = LintText(absl::StrCat(
      R"(ir_version: 8 opset_import { version: 19 } graph { name: "g" input { )",
      FloatValue("x", "dim { dim_value: 4 } " + std::string(kN) + "dim { dim_value: 3 } "),
      R"( } input { name: "s" type { tensor_type { elem_type: 7 shape { dim { dim_value: 2 } } } } }
          input { )",
      FloatValue("b", kN), " } output { ", FloatValue("y", "dim { dim_value: 2 } dim { } "),
      R"( } node { op_type: "Reshape" input: "x" input: "s" output: "r" }
          node { op_type: "Add" input: "r" input: "b" output: "y" } })"));
  EXPECT_THAT(Codes(linted), testing::Contains("NARROW_TYPE"));
}

// A strided convolution gives ceildiv(N, 2); the values beside are computed by hand.
TEST(Lint, ExpressionsOfExportersAreHeldToWhatIsInferred) {
  const auto linted = [](const std::string& text) {
    const std::string dim = absl::StrCat("dim { dim_param: \"", text, "\" } ");
    const std::string ones = "dim { dim_value: 1 } dim { dim_value: 1 } ";
    return LintText(absl::StrCat(
        R"(ir_version: 8 opset_import { version: 17 } graph { name: "g" input { )",
        FloatValue("x", ones + kN), " } input { ", FloatValue("w", ones + "dim { dim_value: 3 }"),
        " } output { ", FloatValue("y", ones + dim),
        R"( } node { op_type: "Conv" input: "x" input: "w" output: "y"
             attribute { name: "strides" type: INTS ints: 2 }
             attribute { name: "pads" type: INTS ints: [1, 1] } } })"));
  };
  for (const char* text : {"ceiling(N/2)", "floor(N/2 - 1/2) + 1", "(N - 1)//2 + 1", "(N + 1)/2",
                           "CeilToInt(IntTrueDiv(N, 2))", "CeilToInt(N, 2)", "floordiv(N + 1, 2)",
                           "-((-N)//2)", "FloorDiv(N + 1, 2)"}) {
    EXPECT_THAT(linted(text).Lines(), IsEmpty()) << text;
  }
  EXPECT_THAT(
      linted("floor(floor(N/2 - 1/2)/2) + 1").Lines(),
      ElementsAre("m.onnx: y axis 2: error FALSE_TYPE: declared floor(floor(N/2 - 1/2)/2) + 1, but "
                  "it is ceildiv(N, 2): at N = 4 it is 2, not 1; declare ceildiv(N, 2)"));
  EXPECT_THAT(linted("N/2").Lines(),
              ElementsAre(HasSubstr("FALSE_TYPE: declared N/2, but it is ceildiv(N, 2): at N = ")));
  EXPECT_THAT(Codes(linted("max(1, (N + 1)//2 - N//1000)")), ElementsAre("FALSE_TYPE"));
  EXPECT_THAT(Codes(linted("sqrt(N)")), ElementsAre("UNREADABLE_DIM", "WEAK_TYPE"));
}

// Right where integers are divided as in C, which the text leaves open.
TEST(Lint, WhatIsTrueInAnotherReadingIsNotBlamed) {
  for (const char* text : {"2*(N/2)", "2*floor(N/2)", "N - N % 2"}) {
    const std::string dim = absl::StrCat("dim { dim_param: \"", text, "\" } ");
    const Linted linted = LintText(absl::StrCat(
        R"(ir_version: 8 opset_import { version: 17 } graph { name: "g" input { )",
        FloatValue("x", kN), R"( } initializer { name: "s" dims: 1 data_type: 7 int64_data: 2 }
        initializer { name: "i" dims: 1 data_type: 7 int64_data: 0 }
        node { op_type: "Shape" input: "x" output: "a" }
        node { op_type: "Div" input: "a" input: "s" output: "b" }
        node { op_type: "Mul" input: "b" input: "s" output: "c" }
        node { op_type: "Slice" input: "x" input: "i" input: "c" output: "y" } output { )",
        FloatValue("y", dim), " } }"));
    EXPECT_THAT(Codes(linted), testing::Not(testing::Contains("FALSE_TYPE"))) << text;
  }
}

// Where the model demands that N is even, N and 2*(N//2) never differ.
TEST(Lint, SizesThatFactsRuleOutAreNoExamples) {
  const Linted linted = LintText(absl::StrCat(
      R"(ir_version: 8 opset_import { version: 17 } graph { name: "g" input { )",
      FloatValue("x", kN), R"( } output { )", FloatValue("y", "dim { dim_param: \"2*(N//2)\" }"),
      R"( } output { )", FloatValue("z", R"(dim { dim_param: "N//2" } dim { dim_value: 2 })"), R"( }
      initializer { name: "s" dims: 2 data_type: 7 int64_data: [-1, 2] }
      node { op_type: "Reshape" input: "x" input: "s" output: "z" }
      node { op_type: "Identity" input: "x" output: "y" } })"));
  EXPECT_THAT(linted.Lines(), IsEmpty());
}

TEST(Lint, OneFindingForANameAtManyPlaces) {
  const Linted linted =
      LintText(IdentityModel(std::string(kN) + kM, std::string(kM) + kM,
                             absl::StrCat("output { ", FloatValue("x", kM), "}")));
  EXPECT_THAT(Codes(linted), testing::Contains("NARROW_TYPE"));
}

TEST(Lint, OneFindingForAxesWithoutSize) {
  const Linted linted = LintText(IdentityModel(std::string(kN) + kM, "dim {} dim {}"));
  EXPECT_THAT(linted.Lines(),
              ElementsAre("m.onnx: y: info WEAK_TYPE: 2 axes are declared without size; "
                          "declare float32[N, M]"));
  EXPECT_THAT(LintBytes(Mended(linted)).Lines(), IsEmpty());
}

TEST(Lint, DiagnosticsHaveTheirCodesAndPlaces) {
  const Linted linted = LintText(absl::StrCat(
      R"(ir_version: 8 opset_import { version: 17 } opset_import { domain: "d" version: 1 }
         graph { name: "g" input { )",
      FloatValue("x", kN), R"( } output { name: "y" type { tensor_type { elem_type: 1 } } }
         node { name: "own" op_type: "Own" domain: "d" input: "x" output: "y" } })"));
  EXPECT_THAT(linted.Lines(), testing::Contains(HasSubstr("UNKNOWN_OPERATOR")));
  EXPECT_THAT(linted.Lines(), testing::Contains(HasSubstr("own")));
  EXPECT_EQ(StatusOf(linted.findings).code(), absl::StatusCode::kFailedPrecondition);
}

TEST(Lint, ErrorsComeFirstAndStatusCountsFaults) {
  const Linted linted = LintText(IdentityModel(
      std::string(kN) + "dim { dim_value: 2 } ", "dim { dim_value: 4 } dim { dim_value: 3 } ",
      R"(initializer { name: "w" dims: 1 data_type: 1 float_data: 1 })"));
  EXPECT_THAT(Codes(linted), ElementsAre("FALSE_TYPE", "NARROW_TYPE", "UNUSED_INITIALIZER"));
  EXPECT_EQ(StatusOf(linted.findings).message(), "1 error, 1 warning");
  LintSelection selection;
  selection.only = {"UNUSED_INITIALIZER"};
  EXPECT_TRUE(StatusOf(LintBytes(linted.model, selection).findings).ok());
}

TEST(Lint, JsonHasWhatThePageSays) {
  const Linted linted = LintText(IdentityModel(kN, "dim { dim_value: 4 }"));
  const nlohmann::json json = nlohmann::json::parse(LintJson("a \"b\"\n.onnx", linted.findings, 2));
  EXPECT_EQ(json["model"], "a \"b\"\n.onnx");
  EXPECT_EQ(json["mended"], 2);
  ASSERT_EQ(json["findings"].size(), 1);
  const nlohmann::json& finding = json["findings"][0];
  EXPECT_EQ(finding["code"], "NARROW_TYPE");
  EXPECT_EQ(finding["level"], "warning");
  EXPECT_EQ(finding["value"], "y");
  EXPECT_EQ(finding["axis"], 0);
  EXPECT_EQ(finding["suggestion"], "declare N");
  EXPECT_EQ(finding["mendable"], true);
  EXPECT_FALSE(finding.contains("graph") || finding.contains("node") || finding.contains("also"));
}

TEST(Lint, WhatIsNoModelIsAnError) {
  v1::InferShapesResponse response;
  response.add_graphs();
  EXPECT_EQ(LintModel("no model", response, {}).status().code(),
            absl::StatusCode::kInvalidArgument);
  EXPECT_FALSE(LintModel("", v1::InferShapesResponse(), {}).ok());
}

// The corpus as it is: nothing that is declared there is certainly false (its models were run).
TEST(Lint, TheCorpusHasNoErrors) {
  for (const char* name : {"bert_base_ts17", "scripted_control_ts17", "seq2seq_loop_ts13",
                           "unet_ts13", "skl_columntransformer_lr", "ssdlite320_mbv3_ts17"}) {
    const Linted linted =
        LintBytes(ReadFile(DataPath(absl::StrCat("corpus/models/", name, ".onnx"))));
    for (const Finding& finding : linted.findings) {
      EXPECT_EQ(finding.level, LintLevel::kInfo) << name << " " << finding.code;
    }
    const Linted again = LintBytes(Mended(linted));
    for (const Finding& finding : again.findings) {
      EXPECT_TRUE(finding.mends.empty()) << name << " " << finding.code << " " << finding.value;
    }
  }
}

// Of what is not mended each byte stays: without value_info and outputs both models are the same.
TEST(MendModel, ChangesDeclaredTypesOnly) {
  const Linted linted = LintBytes(ReadFile(DataPath("corpus/models/scripted_control_ts17.onnx")));
  const std::string mended = Mended(linted);
  onnx::ModelProto before = Proto(linted.model);
  onnx::ModelProto after = Proto(mended);
  EXPECT_NE(before.SerializeAsString(), after.SerializeAsString());
  const auto strip = [](auto&& self, onnx::GraphProto& graph) -> void {
    graph.clear_value_info();
    for (auto& output : *graph.mutable_output()) output.clear_type();
    for (auto& node : *graph.mutable_node()) {
      for (auto& attribute : *node.mutable_attribute()) {
        if (attribute.has_g()) self(self, *attribute.mutable_g());
      }
    }
  };
  strip(strip, *before.mutable_graph());
  strip(strip, *after.mutable_graph());
  EXPECT_EQ(before.SerializeAsString(), after.SerializeAsString());
}

TEST(MendModel, KeepsBytesInTheirOrder) {
  const Linted linted = LintText(IdentityModel(kN, "dim { dim_value: 4 }"));
  // A field that no ONNX has in front, and one written with a longer varint than it needs.
  const std::string odd = std::string("\x92\xf4\x01\x01z", 5) + std::string("\x08\x88\x00", 3);
  Linted changed = LintBytes(odd + linted.model);
  const std::string mended = Mended(changed);
  EXPECT_EQ(mended.substr(0, odd.size()), odd);
  EXPECT_EQ(Proto(mended).graph().output(0).type().tensor_type().shape().dim(0).dim_param(), "N");
  // A name takes a byte more than a number.
  EXPECT_EQ(mended.size(), changed.model.size() + 1);
}

TEST(MendModel, KeepsAxesThatNoFindingIsAbout) {
  const Linted linted =
      LintText(IdentityModel(std::string(kN) + "dim { dim_value: 2 }",
                             std::string(kN) + R"(dim { dim_value: 3 denotation: "C" })"));
  const onnx::ModelProto model = Proto(Mended(linted));
  const auto& shape = model.graph().output(0).type().tensor_type().shape();
  EXPECT_EQ(shape.dim(0).dim_param(), "N");
  EXPECT_EQ(shape.dim(1).dim_value(), 2);
  EXPECT_EQ(shape.dim(1).denotation(), "C");
}

TEST(MendModel, WithoutFindingsTheModelIsTheSame) {
  const Linted linted = LintText(IdentityModel(kN, kN));
  EXPECT_EQ(Mended(linted), linted.model);
}

// Protobuf joins a graph in two parts, where places on the wire are others than in memory.
TEST(MendModel, MendsAGraphInTwoParts) {
  const onnx::ModelProto whole = Proto(LintText(IdentityModel(kN, "dim { dim_value: 4 }")).model);
  onnx::ModelProto first = whole;
  first.mutable_graph()->clear_output();
  onnx::ModelProto second;
  *second.mutable_graph()->add_output() = whole.graph().output(0);
  const Linted linted = LintBytes(first.SerializeAsString() + second.SerializeAsString());
  EXPECT_THAT(Codes(linted), ElementsAre("NARROW_TYPE"));
  const onnx::ModelProto mended = Proto(Mended(linted));
  ASSERT_EQ(mended.graph().output_size(), 1);
  EXPECT_EQ(mended.graph().output(0).type().tensor_type().shape().dim(0).dim_param(), "N");
}

}  // namespace
}  // namespace shapewright::cli
