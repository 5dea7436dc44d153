#include "core/graph/hlo/hlo_reader.h"

#include <gmock/gmock.h>

#include <filesystem>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/graph/read_error.h"
#include "tests/core/graph/support/dump.h"
#include "tests/data_path/data_path.h"

namespace shapewright::graph {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::UnorderedElementsAre;

// Modules that XLA printed, by the name of their file; tests/data/hlo/make.py wrote them.
std::map<std::string, std::string> HloModules() {
  std::map<std::string, std::string> modules;
  for (const auto& file : std::filesystem::directory_iterator(DataPath("hlo"))) {
    const std::string name = file.path().filename().string();
    if (absl::EndsWith(name, ".hlo")) modules[name] = ReadFile(file.path().string());
  }
  return modules;
}

// The name of the instruction that a value is, or a leaf of.
std::string InstructionOf(absl::string_view value) {
  value = value.substr(0, value.find('#'));
  const size_t slash = value.rfind('/');
  return std::string(slash == absl::string_view::npos ? value : value.substr(slash + 1));
}

// A line for each node, but those that call a computation which several instructions run.
std::multiset<std::string> NodeLines(const Model& model) {
  std::multiset<std::string> lines;
  for (const Graph& graph : model.graphs) {
    for (const Node& node : graph.nodes) {
      if (node.outputs.empty()) continue;
      const absl::string_view value = model.values[node.outputs[0]].name;
      if (absl::StartsWith(value, "call/") || model.operators[node.op].op_type == "parameter") {
        continue;
      }
      lines.insert(absl::StrCat(InstructionOf(value), " ", model.operators[node.op].op_type));
    }
  }
  return lines;
}

// Oracle: the instructions that XLA's parser reads, with their opcodes.
TEST(HloReader, HasTheInstructionsThatXlaReads) {
  const std::map<std::string, std::string> modules = HloModules();
  const std::string all = ReadFile(DataPath("hlo/instructions.txt"));
  size_t checked = 0;
  for (const absl::string_view part : absl::StrSplit(all.substr(2), "\n# ")) {
    const std::vector<std::string> lines = absl::StrSplit(part, '\n', absl::SkipEmpty());
    SCOPED_TRACE(lines[0]);
    const auto text = modules.find(lines[0] + ".hlo");
    ASSERT_NE(text, modules.end());
    const auto model = ReadHloText(text->second);
    ASSERT_TRUE(model.ok()) << model.status();
    EXPECT_TRUE((*model)->findings.empty());
    EXPECT_EQ(FindInconsistency(**model), "");
    std::multiset<std::string> theirs;
    for (const std::string& line : lines) {
      const bool is_instruction = absl::StartsWith(line, "  ");
      if (is_instruction && !absl::EndsWith(line, " parameter")) theirs.insert(line.substr(2));
    }
    EXPECT_EQ(FirstDifference(absl::StrJoin(NodeLines(**model), "\n"), absl::StrJoin(theirs, "\n")),
              "");
    ++checked;
  }
  EXPECT_EQ(checked, modules.size());
  EXPECT_GE(checked, 15U);
}

std::string ModuleOf(absl::string_view body, absl::string_view before = "") {
  return absl::StrCat("HloModule m\n", before, "ENTRY main {\n  x = f32[2,3] parameter(0)\n", body,
                      "\n}\n");
}

// What was read of a text, which a model has views of.
class HloModel {
 public:
  explicit HloModel(std::string text) : text_(std::move(text)), model_(ReadHloText(text_)) {}
  HloModel(const HloModel&) = delete;
  HloModel& operator=(const HloModel&) = delete;

  bool ok() const { return model_.ok(); }
  const absl::Status& status() const { return model_.status(); }
  const std::unique_ptr<Model>& operator*() const { return *model_; }

 private:
  const std::string text_;
  const absl::StatusOr<std::unique_ptr<Model>> model_;
};

std::string ErrorOfHlo(absl::string_view text) {
  const auto model = ReadHloText(text);
  if (model.ok()) return "";
  EXPECT_EQ(model.status().code(), absl::StatusCode::kInvalidArgument);
  return std::string(model.status().message());
}

const Node* NodeOf(const Model& model, absl::string_view op_type) {
  for (const Graph& graph : model.graphs) {
    for (const Node& node : graph.nodes) {
      if (model.operators[node.op].op_type == op_type) return &node;
    }
  }
  return nullptr;
}

std::vector<std::string> NamesOf(const Model& model, absl::Span<const ValueId> values) {
  std::vector<std::string> names;
  for (const ValueId value : values) names.emplace_back(model.values[value].name);
  return names;
}

std::string IntsOf(const Node& node) {
  std::string text;
  for (const Attribute& attribute : node.attributes) {
    if (attribute.kind == AttributeKind::kInt) {
      absl::StrAppend(&text, attribute.name, "=", attribute.int_value, " ");
    } else if (attribute.kind == AttributeKind::kInts) {
      absl::StrAppend(&text, attribute.name, "=[", absl::StrJoin(attribute.int_list(), ","), "] ");
    } else if (attribute.kind == AttributeKind::kString) {
      absl::StrAppend(&text, attribute.name, "=", attribute.string_value, " ");
    } else if (attribute.kind == AttributeKind::kTensor) {
      absl::StrAppend(&text, attribute.name, "=tensor[", absl::StrJoin(attribute.tensor->dims, ","),
                      "] ");
    }
  }
  return std::string(absl::StripSuffix(text, " "));
}

// Tuples are no values: their parts are results of the node.
TEST(HloReader, PartsOfTuplesAreValues) {
  const HloModel model(HloModules().at("forms.hlo"));
  ASSERT_TRUE(model.ok()) << model.status();
  const Node* const nested = NodeOf(**model, "custom-call");
  ASSERT_NE(nested, nullptr);
  EXPECT_THAT(NamesOf(**model, nested->outputs), ElementsAre("lists#0", "lists#1.0", "lists#1.1"));
  EXPECT_THAT(NamesOf(**model, NodeOf(**model, "infeed")->outputs),
              ElementsAre("got#0.0", "got#1"));
  // An operand of a branch is taken from the graph around it.
  const Node* const taken = NodeOf(**model, "parameter");
  ASSERT_NE(taken, nullptr);
  EXPECT_THAT(NamesOf(**model, taken->inputs), ElementsAre("pair#0", "pair#1"));
  EXPECT_EQ(IntsOf(*NodeOf(**model, "all-gather")), "replica_groups=tensor[2,4] all_gather_dim=0");
  EXPECT_EQ(NodeOf(**model, "copy")->name, "jit(f)/copy");
}

TEST(HloReader, AComputationOfSeveralInstructionsIsAFunction) {
  const HloModel model(HloModules().at("forms.hlo"));
  ASSERT_TRUE(model.ok()) << model.status();
  ASSERT_EQ((*model)->functions.size(), 1U);
  EXPECT_EQ((*model)->functions[0].name, "call");
  EXPECT_EQ((*model)->functions[0].overload, "add");
  // One that a single instruction runs is a graph of it.
  const HloModel loop(HloModules().at("loop.hlo"));
  ASSERT_TRUE(loop.ok()) << loop.status();
  EXPECT_TRUE((*loop)->functions.empty());
  EXPECT_EQ((*loop)->graphs.size(), 3U);
}

// Attributes in the names and forms of StableHLO's.
TEST(HloReader, AttributesAreThoseOfStablehlo) {
  const auto ints = [](absl::string_view line, absl::string_view op_type) {
    const HloModel model(ModuleOf(line));
    EXPECT_TRUE(model.ok()) << model.status();
    return model.ok() ? IntsOf(*NodeOf(**model, op_type)) : "";
  };
  EXPECT_EQ(ints("y = slice(x), slice={[0:2], [0:3:2]}", "slice"),
            "start_indices=[0,0] limit_indices=[2,3] strides=[1,2]");
  EXPECT_EQ(ints("y = pad(x, x), padding=0_1x-2_3_1", "pad"),
            "edge_padding_low=[0,-2] edge_padding_high=[1,3] interior_padding=[0,1]");
  EXPECT_EQ(ints("y = convolution(x, x), window={size=3x1 stride=2x1 pad=0_1x0_0 lhs_dilate=2x1 "
                 "rhs_dilate=1x2 rhs_reversal=1x0}, dim_labels=0bf1_i01o->bf01, "
                 "feature_group_count=2",
                 "convolution"),
            "window_dimensions=[3,1] window_strides=[2,1] padding=[0,1,0,0] lhs_dilation=[2,1] "
            "rhs_dilation=[1,2] window_reversal=[1,0] input_batch_dimension=1 "
            "input_feature_dimension=2 input_spatial_dimensions=[0,3] "
            "kernel_input_feature_dimension=0 kernel_output_feature_dimension=3 "
            "kernel_spatial_dimensions=[1,2] output_batch_dimension=0 output_feature_dimension=1 "
            "output_spatial_dimensions=[2,3] feature_group_count=2");
  EXPECT_EQ(ints("y = dot(x, x), lhs_batch_dims={0}, rhs_batch_dims={0}, "
                 "lhs_contracting_dims={1}, rhs_contracting_dims={1}, "
                 "operand_precision={default,highest}, sharding={replicated}",
                 "dot"),
            "lhs_batching_dimensions=[0] rhs_batching_dimensions=[0] "
            "lhs_contracting_dimensions=[1] rhs_contracting_dimensions=[1]");
  EXPECT_EQ(ints("y = compare(x, x), direction=GT, type=TOTALORDER", "compare"),
            "comparison_direction=GT compare_type=TOTALORDER");
  EXPECT_EQ(ints("y = triangular-solve(x, x), lower=true", "triangular-solve"), "left_side=0");
  EXPECT_EQ(ints("y = transpose(x), dimensions={1,0}", "transpose"), "permutation=[1,0]");
}

std::vector<int64_t> ConstantOf(absl::string_view line) {
  const HloModel model(ModuleOf(line));
  EXPECT_TRUE(model.ok()) << model.status();
  if (!model.ok()) return {};
  for (const Attribute& attribute : NodeOf(**model, "constant")->attributes) {
    if (attribute.kind != AttributeKind::kTensor) continue;
    const auto ints = DecodeIntegers(*attribute.tensor, 100);
    if (ints) return {ints->begin(), ints->end()};
    const auto floats = DecodeFloats(*attribute.tensor, 100);
    if (floats) return {floats->begin(), floats->end()};
  }
  return {};
}

TEST(HloReader, ReadsLiterals) {
  EXPECT_THAT(ConstantOf("c = s32[2,2] constant({ { 1, -2 }, /*i1=1*/{ 3, 4 } })"),
              ElementsAre(1, -2, 3, 4));
  EXPECT_THAT(ConstantOf("c = pred[3] constant({1, true, false})"), ElementsAre(1, 1, 0));
  EXPECT_THAT(ConstantOf("c = f32[2] constant({1e+03, -2.0})"), ElementsAre(1000, -2));
  EXPECT_THAT(ConstantOf("c = s64[] constant(-7)"), ElementsAre(-7));
  EXPECT_TRUE(ConstantOf("c = f32[2] constant({...})").empty());
  EXPECT_EQ(ErrorOfHlo(ModuleOf("c = s32[2,2] constant({{1,2},{3}})")),
            "line 4, column 32: expected 2 elements in the braces, not 1, not \"}\"");
}

// The bytes of a constant, as hexadecimal digits.
std::string BytesOf(absl::string_view line) {
  const HloModel model(ModuleOf(line));
  EXPECT_TRUE(model.ok()) << model.status();
  if (!model.ok()) return {};
  for (const Attribute& attribute : NodeOf(**model, "constant")->attributes) {
    if (attribute.kind != AttributeKind::kTensor) continue;
    return absl::BytesToHexString(attribute.tensor->payload);
  }
  return {};
}

// Oracle: the bits that ml_dtypes 0.5 and numpy make of the same numbers, of 64 bits before.
TEST(HloReader, SmallFloatsAreRoundedFromDecimals) {
  constexpr absl::string_view kNumbers =
      "constant({0.1, -1.5, 3.14159, 1e-7, 448, 464, 0.001, 0.001953125, nan})";
  const std::map<std::string, std::string> bytes = {
      {"f16", "662e00be48420200005f405f19140018007e"},
      {"bf16", "cd3dc0bf4940d733e043e843833a003bc07f"},
      {"f8e4m3fn", "1dbc45007e7e01017f"},
      {"f8e5m2", "2ebe42005f5f14187e"},
      {"f8e5m2fnuz", "32c246006363181c80"},
      {"f8e8m0fnu", "7cff816888887576ff"},
  };
  for (const auto& [element, expected] : bytes) {
    EXPECT_EQ(BytesOf(absl::StrCat("c = ", element, "[9] ", kNumbers)), expected) << element;
  }
  EXPECT_EQ(BytesOf("c = f8e4m3fnuz[4] constant({0.1, -0, 240, nan})"), "25007f80");
  // Rounded once: by way of 32 bits it would be a tie.
  EXPECT_EQ(BytesOf("c = f16[1] constant({1.00048828125000001})"), "003c");
  // What the type has no number for is not known.
  EXPECT_EQ(BytesOf("c = f8e4m3fn[1] constant({500})"), "");
  EXPECT_EQ(BytesOf("c = f16[3] constant({65520, inf, -inf})"), "007c007c00fc");
}

// Oracle: XLA's parser reads, or refuses, these texts.
TEST(HloReader, OperandsMayBeInstructions) {
  const HloModel model(
      "HloModule m\nENTRY e {\n  x = f32[2,3] parameter(0)\n  ROOT sum = f32[2,3] "
      "add(negate(x), f32[2,3] multiply(x, f32[2,3] broadcast(f32[] constant(2))))\n}\n");
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_THAT(NodeLines(**model), UnorderedElementsAre("sum add", "sum@0 negate", "sum@1 multiply",
                                                       "sum@1@1 broadcast", "sum@1@1@0 constant"));
  const HloModel parameters(
      "HloModule m\nENTRY e {\n  ROOT sum = add(f32[2] parameter(1), negate(f32[2] "
      "parameter(0)))\n}\n");
  ASSERT_TRUE(parameters.ok()) << parameters.status();
  EXPECT_EQ((*parameters)->graphs[0].inputs.size(), 2);
  EXPECT_EQ(ErrorOfHlo("HloModule m\nENTRY e {\n  x = f32[2,3] parameter(0)\n  ROOT sum = "
                       "add(transpose(x), dimensions={1,0}, x)\n}\n"),
            "line 4, column 32: expected an instruction before this one, not \"dimensions\"");
}

TEST(HloReader, DimsMayHaveBoundsOrBeUnknown) {
  const HloModel model(
      "HloModule m\nf (p: f32[?,<=8]) -> f32[?,<=8] {\n  ROOT p = "
      "f32[?,<=8]{1,0:T(8,128)(2,1)S(1)} parameter(0)\n}\n");
  ASSERT_TRUE(model.ok()) << model.status();
  const DeclaredType& type = *(*model)->values[0].declared;
  ASSERT_EQ(type.dims.size(), 2U);
  EXPECT_FALSE(type.dims[0].has_size);
  EXPECT_FALSE(type.dims[1].has_size);
  EXPECT_EQ(type.dims[1].bounds, (symbolic::Interval{0, 8}));
}

// A computation may stand in place of its name, and types of results may be left out.
TEST(HloReader, ReadsShortForms) {
  const HloModel model(ModuleOf(
      "m = map(x), dimensions={0,1}, to_apply={ a = f32[] parameter(0) ROOT b = negate(a) }\n"
      "t = tuple(m, x)\nROOT g = get-tuple-element(t), index=1"));
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_TRUE((*model)->findings.empty());
  EXPECT_THAT(NamesOf(**model, NodeOf(**model, "get-tuple-element")->inputs), ElementsAre("t#1"));
  // Names need to differ within a computation only.
  const HloModel twice(
      ModuleOf("ROOT y = call(x), to_apply=f", "f {\n  ROOT x = f32[2,3] parameter(0)\n}\n"));
  ASSERT_TRUE(twice.ok()) << twice.status();
  EXPECT_TRUE((*twice)->findings.empty());
  EXPECT_THAT(NamesOf(**twice, (*twice)->graphs[0].inputs), ElementsAre("main/x"));
}

TEST(HloReader, ErrorsSayWhereAndWhatWasExpected) {
  EXPECT_EQ(ErrorOfHlo("HloModule"),
            "line 1, column 10: expected the name of the module, not the end");
  EXPECT_EQ(ErrorOfHlo(ModuleOf("y = f32[2,3] add(x, z)")),
            "line 4, column 21: expected an instruction before this one, not \"z\"");
  // As XLA's parser has it, whatever the layout is.
  EXPECT_EQ(ErrorOfHlo(ModuleOf("y = f32[2,3] add(f32[2,4] x, x)")),
            "line 4, column 27: expected an instruction of the type before its name, not \"x\"");
  EXPECT_EQ(ErrorOfHlo(ModuleOf("y = f32[2,3] add(f32[2,3]{0,1} x, x)")), "");
  EXPECT_EQ(ErrorOfHlo(ModuleOf("y = f32[2;3] add(x, x)")),
            "line 4, column 10: expected `]`, not \";\"");
  EXPECT_EQ(ErrorOfHlo(ModuleOf("y = f99[2,3] add(x, x)")),
            "line 4, column 8: expected `(`, not \"[\"");
  EXPECT_EQ(ErrorOfHlo(ModuleOf("x = f32[2,3] add(x, x)")),
            "line 4, column 1: expected a name that no other instruction has, not \"x\"");
  EXPECT_EQ(ErrorOfHlo(ModuleOf("y = f32[2,3] call(x), to_apply=f")),
            "line 4, column 32: expected a computation before this one, not \"f\"");
  const std::string computation = "f {\n  ROOT p = f32[2,3] parameter(0)\n}\n";
  EXPECT_THAT(ErrorOfHlo(ModuleOf("y = f32[3,3] call(x), to_apply=f", computation)),
              HasSubstr("expected the type that the computation gives"));
  EXPECT_THAT(ErrorOfHlo(ModuleOf("y = call(x, x), to_apply=f", computation)),
              HasSubstr("expected operands as the computation has parameters"));
  EXPECT_THAT(ErrorOfHlo("HloModule m, entry_computation_layout={()->f32[3]{0}}\n"
                         "ENTRY e {\n  ROOT c = f32[4] constant({...})\n}\n"),
              HasSubstr("expected an ENTRY with the result of entry_computation_layout"));
  EXPECT_THAT(ErrorOfHlo(ModuleOf("y = f32[2,3]{0,2} add(x, x)")),
              HasSubstr("expected each dim once in the layout"));
  EXPECT_THAT(ErrorOfHlo(ModuleOf("y = get-tuple-element(x), index=0")),
              HasSubstr("expected an index of a part of the operand before it, not 0"));
  EXPECT_THAT(ErrorOfHlo(ModuleOf("y = f32[] parameter(2)")),
              HasSubstr("expected parameters with the numbers 0 to 1"));
  EXPECT_THAT(ErrorOfHlo(ModuleOf("y = f32[2,3] reduce-window(x, x), window={size=2y2}")),
              HasSubstr("expected a part of a window"));
  EXPECT_EQ(
      ErrorOfHlo(
          "HloModule m\nf {\n  a = f32[] parameter(0)\n}\ng {\n  b = f32[] parameter(0)\n}\n"),
      "line 8, column 1: expected a computation that is the ENTRY, not the end");
}

TEST(HloReader, HloKeepsToLimits) {
  ReaderOptions options;
  options.limits.max_rank = 1;
  const auto rank = ReadHloText(ModuleOf(""), options);
  ASSERT_FALSE(rank.ok());
  EXPECT_EQ(std::string(*rank.status().GetPayload(kReasonPayload)), reason::kRankTooLarge);
  options = {};
  options.limits.max_nodes = 0;
  const auto nodes = ReadHloText(ModuleOf("y = negate(x)"), options);
  ASSERT_FALSE(nodes.ok());
  EXPECT_EQ(std::string(*nodes.status().GetPayload(kReasonPayload)), reason::kTooManyNodes);
  const auto deep = ReadHloText(ModuleOf("y = " + std::string(100'000, '(')));
  ASSERT_FALSE(deep.ok());
  EXPECT_EQ(std::string(*deep.status().GetPayload(kReasonPayload)), reason::kTypeTooDeep);
  std::string bodies;
  for (int i = 0; i < 1000; ++i) bodies += "a = map(x), to_apply={ x = f32[] parameter(0)\n";
  EXPECT_THAT(ErrorOfHlo(ModuleOf(bodies)), HasSubstr("fewer levels"));
}

// Each tuple has twice as many parts as the one before: 2^60 in the end.
TEST(HloReader, PartsOfTuplesAreBoundedByTheText) {
  std::string tuples = "t0 = tuple(x, x)\n";
  for (int i = 1; i < 60; ++i) {
    absl::StrAppend(&tuples, "t", i, " = tuple(t", i - 1, ", t", i - 1, ")\n");
  }
  EXPECT_THAT(ErrorOfHlo(ModuleOf(tuples)), HasSubstr("expected fewer values in tuples"));
  // Tuples without parts in tuples: 1,000^10 types, none of them a value.
  std::string empty = "t0 = tuple()\n";
  for (int i = 1; i <= 10; ++i) {
    absl::StrAppend(&empty, "t", i, " = tuple(t", i - 1);
    for (int k = 1; k < 1000; ++k) absl::StrAppend(&empty, ", t", i - 1);
    empty += ")\n";
  }
  EXPECT_THAT(ErrorOfHlo(ModuleOf(empty)), HasSubstr("expected fewer values in tuples"));
  std::string deep = "t0 = tuple(x)\n";
  for (int i = 1; i < 100; ++i) absl::StrAppend(&deep, "t", i, " = tuple(t", i - 1, ")\n");
  EXPECT_THAT(ErrorOfHlo(ModuleOf(deep)), HasSubstr("tuples within each other"));
  // A thousand parts, which a thousand calls read.
  std::string parts = "t = tuple(x";
  for (int i = 0; i < 1000; ++i) parts += ", x";
  parts += ")\n";
  for (int i = 0; i < 1000; ++i) absl::StrAppend(&parts, "c", i, " = custom-call(t, t, t)\n");
  EXPECT_THAT(ErrorOfHlo(ModuleOf(parts)), HasSubstr("are read more often than"));
  // A long name, which each part repeats.
  const std::string name(100'000, 'n');
  std::string named = "  " + name + " = tuple(x";
  for (int i = 0; i < 30'000; ++i) named += ", x";
  EXPECT_THAT(ErrorOfHlo(ModuleOf(named + ")")), HasSubstr("expected shorter names"));
}

// Each of a thousand branches takes the thousand parts of one operand, and gives as many.
TEST(HloReader, WhatBranchesTakeIsCounted) {
  std::string type = "(f32[]";
  std::string operands;
  std::string branches = "f";
  for (int i = 1; i < 1000; ++i) {
    type += ",f32[]";
    branches += ",f";
  }
  type += ")";
  for (int i = 0; i < 1000; ++i) operands += ",t";
  const std::string text =
      ModuleOf(absl::StrCat("i = s32[] parameter(1)\n  t = ", type, " parameter(2)\n  c = ", type,
                            " conditional(i", operands, "), branch_computations={", branches, "}"),
               absl::StrCat("f {\n  ROOT p = ", type, " parameter(0)\n}\n"));
  ReaderOptions options;
  options.max_work = 1'000'000;
  EXPECT_EQ(ReadHloText(text, options).status().code(), absl::StatusCode::kResourceExhausted);
}

// Each computation calls the one before twice: 2^40 calls in the end, but 80 nodes.
TEST(HloReader, ComputationsAreNotCopied) {
  std::string computations = "f0 {\n  ROOT a0 = f32[2,3] parameter(0)\n}\n";
  for (int i = 1; i <= 40; ++i) {
    absl::StrAppend(&computations, "f", i, " {\n  a", i, " = f32[2,3] parameter(0)\n  b", i,
                    " = map(a", i, "), to_apply=f", i - 1, "\n  ROOT c", i, " = map(b", i,
                    "), to_apply=f", i - 1, "\n}\n");
  }
  const HloModel model(ModuleOf("y = call(x), to_apply=f40", computations));
  ASSERT_TRUE(model.ok()) << model.status();
  EXPECT_LT((*model)->node_count, 200U);
}

// A text that is cut off anywhere is an error, or the rest is blank.
TEST(HloReader, CutHloIsAnError) {
  for (const auto& [name, text] : HloModules()) {
    const size_t end = text.find_last_of('}');
    const size_t entry = text.find("ENTRY");
    for (size_t size = 0; size < end; size += 31) {
      // Before the ENTRY there may be one computation, which is a module of its own.
      if (size > 0 && size <= entry) continue;
      EXPECT_FALSE(ReadHloText(absl::string_view(text).substr(0, size)).ok())
          << name << " " << size;
    }
  }
}

}  // namespace
}  // namespace shapewright::graph
