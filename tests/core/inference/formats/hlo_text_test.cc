// HLO text as a whole: parts of tuples, computations, and types that the text leaves out. Expected
// values are those that XLA infers (`jaxlib._hlo.hlo_module_from_text`), or stand beside the case.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/hlo/hlo_reader.h"
#include "core/inference/engine/engine.h"
#include "core/rules/registry/registry.h"
#include "core/shape/text/print.h"
#include "tests/data_path/data_path.h"

namespace shapewright::inference {
namespace {

using ::testing::Contains;
using ::testing::IsEmpty;

// The inference of a module, readable in assertions.
class InferredHlo {
 public:
  explicit InferredHlo(std::string text) : text_(std::move(text)) {
    auto model = graph::ReadHloText(text_);
    EXPECT_TRUE(model.ok()) << model.status();
    if (!model.ok()) return;
    model_ = *std::move(model);
    options_.work = &work_;
    engine_ = std::make_unique<Engine>(*model_, options_);
    EXPECT_TRUE(engine_->Run().ok());
  }

  // `int32[2, 3]`, of the value in whichever graph has it last.
  std::string Type(absl::string_view name) {
    std::string found = "none";
    if (engine_ == nullptr) return found;
    rules::Workspace& workspace = engine_->workspace();
    for (graph::ValueId value = 0; value < model_->values.size(); ++value) {
      if (model_->values[value].name != name) continue;
      found = shape::FormatType(workspace.types(), engine_->TypeOf(value), workspace.exprs());
    }
    return found;
  }

  std::vector<std::string> Errors() {
    std::vector<std::string> codes;
    if (engine_ == nullptr) return codes;
    for (const rules::Diagnostic& each : engine_->workspace().diagnostics()) {
      const bool is_error = each.severity == rules::Severity::kError;
      if (is_error) codes.emplace_back(each.code);
    }
    return codes;
  }

 private:
  const std::string text_;
  std::unique_ptr<graph::Model> model_;
  InferOptions options_;
  Work work_;
  std::unique_ptr<Engine> engine_;
};

std::string EntryOf(absl::string_view body, absl::string_view before = "") {
  return absl::StrCat("HloModule m\n", before, "ENTRY main {\n", body, "}\n");
}

// S89. A loop over a tuple: a counter and an array that is doubled.
TEST(HloText, WhileCarriesThePartsOfItsTuple) {
  InferredHlo model(EntryOf(R"(
  zero = s32[] constant(0)
  x = f32[3,4] parameter(0)
  start = tuple(zero, x)
  end = while(start), condition=cond, body=body
  i = get-tuple-element(end), index=0
  ROOT y = get-tuple-element(end), index=1
)",
                            R"(body {
  p = (s32[], f32[3,4]) parameter(0)
  i = get-tuple-element(p), index=0
  one = s32[] constant(1)
  next = add(i, one)
  x = get-tuple-element(p), index=1
  twice = add(x, x)
  ROOT r = tuple(next, twice)
}
cond {
  q = (s32[], f32[3,4]) parameter(0)
  i = get-tuple-element(q), index=0
  ten = s32[] constant(10)
  ROOT less = compare(i, ten), direction=LT
}
)"));
  EXPECT_THAT(model.Errors(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[3, 4]");
  EXPECT_EQ(model.Type("twice"), "float32[3, 4]");
  EXPECT_EQ(model.Type("less"), "bool[]");
}

// Branches take an operand each. One computation of two branches is a function.
TEST(HloText, ConditionalGivesOperandsToItsBranches) {
  const std::string branches(
      "f {\n  p = f32[3,4] parameter(0)\n  ROOT a = negate(p)\n}\n"
      "g {\n  q = (f32[3,4], s32[]) parameter(0)\n"
      "  ROOT b = get-tuple-element(q), index=0\n}\n");
  for (const absl::string_view call :
       {"true_computation=f, false_computation=g", "false_computation=g, true_computation=f",
        "branch_computations={f, g}"}) {
    for (const absl::string_view index : {"pred", "s32"}) {
      if (index == "s32" && call[0] != 'b') continue;
      InferredHlo model(EntryOf(
          absl::StrCat("i = ", index, "[] parameter(0)\nx = f32[3,4] parameter(1)\n",
                       "n = s32[] constant(1)\nt = tuple(x, n)\nROOT y = conditional(i, x, t), ",
                       call, "\n"),
          branches));
      EXPECT_THAT(model.Errors(), IsEmpty()) << call << index;
      EXPECT_EQ(model.Type("y"), "float32[3, 4]");
    }
  }
  InferredHlo shared(
      EntryOf("i = s32[] parameter(0)\nx = f32[3,4] parameter(1)\n"
              "ROOT y = conditional(i, x, x, x), branch_computations={f, f, f}\n",
              "f {\n  p = f32[3,4] parameter(0)\n  ROOT a = negate(p)\n}\n"));
  EXPECT_THAT(shared.Errors(), IsEmpty());
  EXPECT_EQ(shared.Type("y"), "float32[3, 4]");
}

TEST(HloText, FusionsAndCallsAreInferredWhereTheyAreCalled) {
  InferredHlo model(EntryOf(
      "x = f32[3,4] parameter(0)\nf = fusion(x, x), kind=kLoop, calls=both\n"
      "s = get-tuple-element(f), index=1\nROOT c = call(s), to_apply=flat\n",
      "both {\n  a = f32[3,4] parameter(0)\n  b = f32[3,4] parameter(1)\n  sum = add(a, b)\n"
      "  turned = transpose(sum), dimensions={1,0}\n  ROOT r = tuple(sum, turned)\n}\n"
      "flat {\n  p = f32[4,3] parameter(0)\n  ROOT q = f32[12] reshape(p)\n}\n"));
  EXPECT_THAT(model.Errors(), IsEmpty());
  EXPECT_EQ(model.Type("s"), "float32[4, 3]");
  EXPECT_EQ(model.Type("c"), "float32[12]");
}

// A type that the text says has to be the one that follows.
TEST(HloText, WrongTypesAreErrors) {
  const auto errors = [](absl::string_view line) {
    return InferredHlo(EntryOf(absl::StrCat("x = f32[2,3] parameter(0)\nt = tuple(x, x)\n", line)))
        .Errors();
  };
  EXPECT_THAT(errors("y = f32[2,3] add(x, x)\n"), IsEmpty());
  EXPECT_THAT(errors("y = f32[2,4] add(x, x)\n"), Contains("DIM_MISMATCH"));
  EXPECT_THAT(errors("y = s32[2,3] add(x, x)\n"), Contains("ELEMENT_TYPE_MISMATCH"));
  EXPECT_THAT(errors("y = f32[2,3,1] copy(x)\n"), Contains("RANK_MISMATCH"));
  EXPECT_THAT(errors("y = f16[2,3] copy(x)\n"), Contains("ELEMENT_TYPE_MISMATCH"));
  EXPECT_THAT(errors("y = f32[3,3] get-tuple-element(t), index=1\n"), Contains("DIM_MISMATCH"));
  EXPECT_THAT(errors("y = (f32[2,3]) tuple(x, x)\n"), Contains("WRONG_OUTPUT_COUNT"));
  EXPECT_THAT(errors("y = f32[7] bitcast(x)\n"), Contains("DIM_MISMATCH"));
  EXPECT_THAT(errors("y = s32[6] bitcast(x)\n"), IsEmpty());
}

// A window says the kernel's sizes again.
TEST(HloText, TheWindowOfAConvolutionHasTheKernelsSizes) {
  const auto model = [](absl::string_view size) {
    return InferredHlo(
        EntryOf(absl::StrCat("x = f32[2,8,8,3] parameter(0)\nw = f32[3,3,3,4] parameter(1)\n"
                             "ROOT y = convolution(x, w), window={size=",
                             size, " stride=2x2 pad=0_1x0_1}, dim_labels=b01f_01io->b01f\n")));
  };
  InferredHlo fits = model("3x3");
  EXPECT_THAT(fits.Errors(), IsEmpty());
  EXPECT_EQ(fits.Type("y"), "float32[2, 4, 4, 4]");
  EXPECT_THAT(model("3x2").Errors(), Contains("DIM_MISMATCH"));
  EXPECT_THAT(model("3").Errors(), Contains("INVALID_ATTRIBUTE"));
}

// HloOpcode of jaxlib 0.10 but what calls a computation.
constexpr absl::string_view kXlaOpcodes[] = {"abs",
                                             "acos",
                                             "acosh",
                                             "add",
                                             "add-dependency",
                                             "after-all",
                                             "all-gather",
                                             "all-gather-done",
                                             "all-gather-start",
                                             "all-reduce",
                                             "all-reduce-done",
                                             "all-reduce-start",
                                             "all-to-all",
                                             "and",
                                             "asin",
                                             "asinh",
                                             "async-done",
                                             "async-start",
                                             "async-update",
                                             "atan2",
                                             "atanh",
                                             "batch-norm-grad",
                                             "batch-norm-inference",
                                             "batch-norm-training",
                                             "bitcast",
                                             "bitcast-convert",
                                             "broadcast",
                                             "cbrt",
                                             "ceil",
                                             "cholesky",
                                             "clamp",
                                             "collective-broadcast",
                                             "collective-permute",
                                             "collective-permute-done",
                                             "collective-permute-start",
                                             "compare",
                                             "complex",
                                             "concatenate",
                                             "conditional",
                                             "constant",
                                             "convert",
                                             "convolution",
                                             "copy",
                                             "copy-done",
                                             "copy-start",
                                             "cosh",
                                             "cosine",
                                             "count-leading-zeros",
                                             "custom-call",
                                             "divide",
                                             "domain",
                                             "dot",
                                             "dynamic-reshape",
                                             "dynamic-slice",
                                             "dynamic-update-slice",
                                             "erf",
                                             "exponential",
                                             "exponential-minus-one",
                                             "fft",
                                             "floor",
                                             "gather",
                                             "get-dimension-size",
                                             "get-tuple-element",
                                             "imag",
                                             "infeed",
                                             "iota",
                                             "is-finite",
                                             "log",
                                             "log-plus-one",
                                             "logistic",
                                             "map",
                                             "maximum",
                                             "minimum",
                                             "mulhi",
                                             "multiply",
                                             "negate",
                                             "not",
                                             "opt-barrier",
                                             "or",
                                             "outfeed",
                                             "pad",
                                             "parameter",
                                             "partition-id",
                                             "popcnt",
                                             "power",
                                             "ragged-all-to-all",
                                             "ragged-dot",
                                             "real",
                                             "recv",
                                             "recv-done",
                                             "reduce",
                                             "reduce-precision",
                                             "reduce-scatter",
                                             "reduce-window",
                                             "remainder",
                                             "replica-id",
                                             "reshape",
                                             "reverse",
                                             "rng",
                                             "rng-bit-generator",
                                             "rng-get-and-update-state",
                                             "round-nearest-afz",
                                             "round-nearest-even",
                                             "rsqrt",
                                             "scaled-dot",
                                             "scan",
                                             "scatter",
                                             "select",
                                             "select-and-scatter",
                                             "send",
                                             "send-done",
                                             "set-dimension-size",
                                             "shift-left",
                                             "shift-right-arithmetic",
                                             "shift-right-logical",
                                             "sign",
                                             "sine",
                                             "sinh",
                                             "slice",
                                             "sort",
                                             "sqrt",
                                             "stochastic-convert",
                                             "subtract",
                                             "tan",
                                             "tanh",
                                             "topk",
                                             "transpose",
                                             "triangular-solve",
                                             "tuple",
                                             "while",
                                             "xor"};

// Every opcode of XLA has a rule.
TEST(HloText, KnowsTheOpcodesOfXla) {
  for (const absl::string_view opcode : kXlaOpcodes) {
    graph::OperatorName name;
    name.domain = "hlo";
    name.op_type = opcode;
    name.opset_version = 1;
    EXPECT_NE(rules::ResolveOperator(name).row, nullptr) << opcode;
  }
}

// What XLA printed has no error.
TEST(HloText, ModulesOfXlaAreFine) {
  for (const absl::string_view name :
       {"attention", "attention.optimized", "cond", "cond.optimized", "constants", "conv", "cumsum",
        "fft", "forms", "gather", "loop", "loop.optimized", "pad", "reduce", "sort",
        "sort.optimized", "switch"}) {
    InferredHlo model(ReadFile(DataPath(absl::StrCat("hlo/", name, ".hlo"))));
    EXPECT_THAT(model.Errors(), IsEmpty()) << name;
  }
}

}  // namespace
}  // namespace shapewright::inference
