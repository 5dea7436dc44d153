// Concrete sizes from a finished inference. Expected values by hand from the
// operators' specifications, unless a test says otherwise.
#include "core/questions/evaluation/evaluations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using shapewright::BytesOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(Evaluations, ASymbolGivesTheSizes) {
  const auto answer =
      Answer(EvaluateRequestOf(kConcatAndRelu,
                               "bindings { label: 'one' symbols { symbol: 'N' size: 3 } }"
                               "bindings { symbols { symbol: 'N' size: 0 } }"));
  ASSERT_EQ(answer.evaluations_size(), 2);
  ASSERT_EQ(answer.evaluations(0).outputs_size(), 1);
  EXPECT_EQ(answer.evaluations(0).outputs(0).name(), "b");
  EXPECT_EQ(answer.evaluations(0).outputs(0).element_type(), v1::ELEMENT_TYPE_FLOAT);
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(answer.evaluations(0).label(), "one");
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(8, 4));
  EXPECT_THAT(BytesOf(answer.evaluations(0)), ElementsAre(8 * 4 * 4));
  EXPECT_THAT(answer.evaluations(0).outputs(0).upper_sizes(), IsEmpty());
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(5, 4));
}

TEST(Evaluations, TheShapeOfAnInputGivesItsSymbols) {
  const auto answer =
      Answer(EvaluateRequestOf(kConcatAndRelu, "bindings { inputs { name: 'x' sizes: [7, 4] } }"));
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(12, 4));
  EXPECT_THAT(answer.evaluations(0).violations(), IsEmpty());
}

TEST(Evaluations, AnExpressionAsDimIsSolvedForItsSymbol) {
  constexpr char kCache[] = R"(
    input past: float32[P, 8]
    input mask: float32['P + S', 1]
    input new: float32[S, 8]
    all = Concat(past, new) axis=0
    output all
  )";
  const auto answer = Answer(EvaluateRequestOf(kCache, R"pb(
    bindings {
      inputs {
        name: "mask"
        sizes: [ 20, 1 ]
      }
      inputs {
        name: "past"
        sizes: [ 16, 8 ]
      }
    }
  )pb"));
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(20, 8));
  EXPECT_THAT(answer.evaluations(0).unbound(), IsEmpty());
}

TEST(Evaluations, WhatIsNotGivenIsUnbound) {
  const auto answer = Answer(EvaluateRequestOf(kConcatAndRelu, "bindings {}"));
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(-1, 4));
  EXPECT_THAT(answer.evaluations(0).unbound(), ElementsAre("N"));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_OPEN);
  EXPECT_THAT(BytesOf(answer.evaluations(0)), ElementsAre(-1));
}

TEST(Evaluations, ValuesByNameInTheOrderAskedFor) {
  const auto answer = Evaluated(kConcatAndRelu, R"pb(
    values: [ "a", "x" ]
    bindings { symbols { symbol: "N" size: 1 } }
  )pb");
  const v1::Evaluation& evaluation = answer.evaluations(0);
  EXPECT_EQ(evaluation.outputs_size(), 1);
  ASSERT_EQ(evaluation.values_size(), 2);
  EXPECT_EQ(evaluation.values(0).name(), "a");
  EXPECT_EQ(evaluation.values(1).name(), "x");
  EXPECT_THAT(SizesOf(evaluation), ElementsAre(6, 4, 6, 4, 1, 4));
  EXPECT_EQ(
      FieldOfError(EvaluateRequestOf(
          kConcatAndRelu, "values: ['a', 'x', 'a'] bindings { symbols { symbol: 'N' size: 1 } }")),
      "values[2]");
}

// The model uses a name that nothing defines: such a value has no number.
TEST(Evaluations, AnUndefinedValueCannotBeNamed) {
  constexpr char kUndefined[] = R"(
    input x: float32[N, 4]
    a = Add(x, missing)
    output a
  )";
  EXPECT_EQ(FieldOfError(EvaluateRequestOf(kUndefined, R"pb(
              values: [ "a", "missing" ]
              bindings { symbols { symbol: "N" size: 1 } })pb")),
            "values[1]");
}

TEST(Evaluations, WhatHasNoSizesSaysSo) {
  const auto answer = Evaluated(R"(
    input x: float32
    input y: float32[]
    a = Relu(x)
    b = Relu(y)
    s = SequenceConstruct(y)
    output a
    output b
    output s
  )",
                                "bindings {}");
  EXPECT_THAT(RanksOf(answer.evaluations(0)), ElementsAre(-1, 0, -1));
  EXPECT_THAT(BytesOf(answer.evaluations(0)), ElementsAre(-1, 4, 4));
  EXPECT_EQ(answer.evaluations(0).outputs(2).element_type(), v1::ELEMENT_TYPE_UNSPECIFIED);
}

// All of the main graph, or of all graphs; the index is the same for every binding.
TEST(Evaluations, PackedNumbersAreOfAllValues) {
  constexpr char kBindings[] = R"pb(
    bindings {
      label: "three"
      symbols { symbol: "N" size: 3 }
    }
    bindings {})pb";
  const auto answer =
      Evaluated(kConcatAndRelu, absl::StrCat("packed { with_bytes: true }", kBindings));
  EXPECT_THAT(answer.packed_index().values(), ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(answer.packed_index().ranks(), ElementsAre(2, 2, 2, 2));
  const v1::Evaluation& three = answer.evaluations(0);
  EXPECT_EQ(three.label(), "three");
  EXPECT_EQ(three.verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_THAT(three.outputs(), IsEmpty());
  EXPECT_THAT(three.packed().sizes(), ElementsAre(3, 4, 5, 4, 8, 4, 8, 4));
  EXPECT_THAT(three.packed().upper_sizes(), IsEmpty());
  EXPECT_THAT(three.packed().bytes(), ElementsAre(48, 80, 128, 128));
  EXPECT_THAT(answer.evaluations(1).packed().sizes(), ElementsAre(-1, 4, 5, 4, -1, 4, -1, 4));
  const auto lean =
      Evaluated(kConcatAndRelu, absl::StrCat("packed { without_index: true }", kBindings));
  EXPECT_FALSE(lean.has_packed_index());
  EXPECT_THAT(lean.evaluations(0).packed().bytes(), IsEmpty());
  EXPECT_THAT(lean.evaluations(0).packed().sizes(), ElementsAre(3, 4, 5, 4, 8, 4, 8, 4));
}

TEST(Evaluations, PackedNumbersOfAllGraphs) {
  const std::string kBranch = R"(
    input x: float32[N]
    input p: bool[]
    y = If(p) then_branch={ a = Concat(x, x) axis=0 output a } else_branch={ b = Relu(x) output b }
    output y
  )";
  const std::string binding = "bindings { symbols { symbol: 'N' size: 3 } }";
  const auto main_graph = Evaluated(kBranch, "packed {}" + binding);
  EXPECT_THAT(main_graph.packed_index().ranks(), ElementsAre(1, 0, 1));
  const auto all = Evaluated(kBranch, "packed { all_graphs: true }" + binding);
  EXPECT_THAT(all.packed_index().values(), ElementsAre(0, 1, 2, 3, 4));
  EXPECT_THAT(all.packed_index().ranks(), ElementsAre(1, 0, 1, 1, 1));
  EXPECT_THAT(all.evaluations(0).packed().sizes(), ElementsAre(3, -1, 6, 3));
  EXPECT_THAT(all.evaluations(0).packed().upper_sizes(), ElementsAre(3, 6, 6, 3));
}

TEST(Evaluations, ElementsOfAnInputGiveAShape) {
  constexpr char kRange[] = R"(
    input start: int64[]
    input stop: int64[]
    const one: int64[] = 1
    r = Range(start, stop, one)
    output r
  )";
  // arange(3, 10), and one that is empty (S12).
  const auto answer = Answer(EvaluateRequestOf(kRange, R"pb(
    bindings {
      inputs {
        name: "start"
        values: [ 3 ]
      }
      inputs {
        name: "stop"
        values: [ 10 ]
      }
    }
    bindings {
      symbols { symbol: "start[]" size: 5 }
      symbols { symbol: "stop[]" size: -2 }
    })pb"));
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(7));
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(0));
}

TEST(Evaluations, WhatDataDecideHasAnUpperBound) {
  constexpr char kPick[] = R"(
    input x: float32[2, 3]
    n = NonZero(x)
    output n
  )";
  const auto answer = Answer(EvaluateRequestOf(kPick, "bindings {}"));
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(2, -1));
  EXPECT_THAT(answer.evaluations(0).outputs(0).upper_sizes(), ElementsAre(2, 6));
  EXPECT_THAT(BytesOf(answer.evaluations(0)), ElementsAre(2 * 6 * 8));
}

TEST(Violations, NameTheNodeAndBothValues) {
  const auto answer = Answer(EvaluateRequestOf(kReshapeToRows,
                                               "bindings { symbols { symbol: 'N' size: 12 } }"
                                               "bindings { symbols { symbol: 'N' size: 16 } }"));
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  const v1::Violation& violation = answer.evaluations(0).violations(0);
  EXPECT_EQ(violation.kind(), v1::Violation::KIND_FACT);
  EXPECT_LT(violation.fact(),
            static_cast<uint32_t>(Answer(Request(kReshapeToRows, "")).facts_size()));
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_THAT(violation.message(), HasSubstr("Reshape"));
  EXPECT_THAT(violation.suggestion(), HasSubstr("must be a multiple of"));
  EXPECT_THAT(answer.evaluations(1).violations(), IsEmpty());
  EXPECT_THAT(SizesOf(answer.evaluations(1)), ElementsAre(2, 32));
}

// Found by fuzzing: the facts of an inference that knows the length are other ones than InferShapes
// answers.
TEST(Violations, WhereABindingTellsALengthFactsHaveNoNumber) {
  constexpr absl::string_view kReshapeByInput = R"(
    input x: int64[4]
    input shape: int64[S]
    y = Reshape(x, shape)
    output y
  )";
  const auto answer = Answer(
      EvaluateRequestOf(kReshapeByInput, "bindings { inputs { name: 'shape' values: [3, 2] } }"));
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  const v1::Violation& violation = answer.evaluations(0).violations(0);
  EXPECT_EQ(violation.kind(), v1::Violation::KIND_FACT);
  EXPECT_FALSE(violation.has_fact());
  EXPECT_EQ(violation.left(), 4);
  EXPECT_EQ(violation.right(), 6);
}

// As torch.squeeze is exported: onnxruntime runs both sizes.
TEST(Violations, ABranchThatDoesNotRunDemandsNothing) {
  constexpr absl::string_view kSqueeze = R"(
    input x: float32[N, K]
    shape = Shape(x)
    last = Constant() value=int64[](1)
    size = Gather(shape, last) axis=0
    one = Constant() value=int64[](1)
    is_one = %s(size, one)
    y = If(is_one)
      then_branch={ axes = Constant() value=int64[1](1) a = Squeeze(x, axes) output a }
      else_branch={ b = Relu(x) output b }
    output y
  )";
  constexpr char kBindings[] =
      "bindings { symbols { symbol: 'N' size: 2 } symbols { symbol: 'K' size: 1 } }"
      "bindings { symbols { symbol: 'N' size: 2 } symbols { symbol: 'K' size: 3 } }";
  const auto right =
      Answer(EvaluateRequestOf(absl::StrReplaceAll(kSqueeze, {{"%s", "Equal"}}), kBindings));
  EXPECT_THAT(right.evaluations(0).violations(), IsEmpty());
  EXPECT_THAT(right.evaluations(1).violations(), IsEmpty());
  const auto wrong =
      Answer(EvaluateRequestOf(absl::StrReplaceAll(kSqueeze, {{"%s", "Greater"}}), kBindings));
  EXPECT_THAT(wrong.evaluations(0).violations(), IsEmpty());
  ASSERT_EQ(wrong.evaluations(1).violations_size(), 1);
  EXPECT_THAT(wrong.evaluations(1).violations(0).message(), HasSubstr("K = 3 = 1 does not hold"));
}

// onnxruntime runs it for N = 0, and fails for N = 2 and K = 3.
TEST(Violations, ABodyThatDoesNotRunDemandsNothing) {
  const auto answer = Answer(EvaluateRequestOf(R"(
    input x: float32[N, K]
    shape = Shape(x)
    first = Constant() value=int64[](0)
    trip = Gather(shape, first) axis=0
    go = Constant() value=bool[](1)
    y = Loop(trip, go) body={
      input i: int64[]
      input c: bool[]
      axes = Constant() value=int64[1](1)
      keep = Identity(c)
      a = Squeeze(x, axes)
      b = Size(a)
      output keep
      output b
    }
    output y
  )",
                                               "bindings { symbols { symbol: 'N' size: 0 } "
                                               "symbols { symbol: 'K' size: 3 } }"
                                               "bindings { symbols { symbol: 'N' size: 2 } "
                                               "symbols { symbol: 'K' size: 3 } }"));
  EXPECT_THAT(answer.evaluations(0).violations(), IsEmpty());
  EXPECT_EQ(answer.evaluations(1).violations_size(), 1);
}

TEST(S4Constants, ABindingThatDiffersFromASolvedSymbolIsAViolation) {
  constexpr char kForced[] = R"(
    input x: float32[N, 4]
    input w: float32[8, 2]
    t = Transpose(x) perm=[1, 0]
    a = MatMul(t, w)
    output a
  )";
  const auto answer = Answer(EvaluateRequestOf(kForced,
                                               "bindings { symbols { symbol: 'N' size: 9 } }"
                                               "bindings { symbols { symbol: 'N' size: 8 } }"));
  ASSERT_GE(answer.evaluations(0).violations_size(), 1);
  EXPECT_EQ(answer.evaluations(0).violations(0).left(), 9);
  EXPECT_EQ(answer.evaluations(0).violations(0).right(), 8);
  EXPECT_THAT(answer.evaluations(1).violations(), IsEmpty());
}

TEST(S5Basis, InputsThatShareANameAndDifferAreAViolation) {
  constexpr char kShared[] = R"(
    input x: float32[N, 4]
    input y: float32[N, 2]
    a = Relu(x)
    output a
  )";
  const auto answer = Answer(EvaluateRequestOf(kShared, R"pb(
    bindings {
      inputs {
        name: "x"
        sizes: [ 3, 4 ]
      }
      inputs {
        name: "y"
        sizes: [ 5, 2 ]
      }
    })pb"));
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  EXPECT_TRUE(answer.evaluations(0).violations(0).has_fact());
  EXPECT_EQ(answer.evaluations(0).violations(0).left(), 5);
  EXPECT_EQ(answer.evaluations(0).violations(0).right(), 3);
}

TEST(Violations, ASizeThatContradictsADeclaredOneIsNoFact) {
  const auto answer =
      Answer(EvaluateRequestOf(kConcatAndRelu, "bindings { inputs { name: 'x' sizes: [7, 5] } }"));
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  EXPECT_FALSE(answer.evaluations(0).violations(0).has_fact());
  EXPECT_EQ(answer.evaluations(0).violations(0).kind(), v1::Violation::KIND_BINDING);
  EXPECT_THAT(answer.evaluations(0).violations(0).message(), HasSubstr("axis 1 of input x"));
}

TEST(S15Overflow, IsAViolationAndNoSize) {
  constexpr char kFlat[] = R"(
    input x: float32[N, N, N]
    const shape: int64[1] = -1
    a = Reshape(x, shape)
    output a
  )";
  const auto answer = Evaluated(kFlat, "bindings { symbols { symbol: 'N' size: 4000000000 } }");
  EXPECT_THAT(SizesOf(answer.evaluations(0)), ElementsAre(-1));
  EXPECT_THAT(BytesOf(answer.evaluations(0)), ElementsAre(-1));
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  EXPECT_EQ(answer.evaluations(0).violations(0).kind(), v1::Violation::KIND_OVERFLOW);
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
}

// A model that is wrong at any size is so at these.
TEST(Evaluations, OfAModelWithErrorsAreInvalid) {
  const auto answer = Evaluated(R"(
    input x: float32[2, 3]
    a = MatMul(x, x)
    output a
  )",
                                "bindings {}");
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
}

// How many elements are not zero is seen at run time alone.
TEST(Evaluations, WhatDataDecideLeavesTheVerdictOpen) {
  constexpr char kPick[] = R"(
    input x: float32[N]
    const shape: int64[2] = -1 4
    n = NonZero(x)
    r = Reshape(n, shape)
    output r
  )";
  const auto answer = Evaluated(kPick, "bindings { symbols { symbol: 'N' size: 6 } }");
  EXPECT_THAT(answer.evaluations(0).violations(), IsEmpty());
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_OPEN);
}

TEST(Memory, IsCountedByRole) {
  constexpr char kChain[] = R"(
    input x: float32[N, 2]
    const w: float32[2, 2] = 1 2 3 4
    a = MatMul(x, w)
    b = Relu(a)
    c = Relu(b)
    output c
  )";
  const auto answer = Answer(EvaluateRequestOf(kChain, R"pb(
    memory { with_plan: true }
    bindings { symbols { symbol: "N" size: 1 } })pb"));
  const v1::Memory& memory = answer.evaluations(0).memory();
  EXPECT_EQ(memory.weights_bytes(), 16);
  EXPECT_EQ(memory.inputs_bytes(), 8);
  EXPECT_EQ(memory.outputs_bytes(), 8);
  EXPECT_EQ(memory.intermediates_bytes(), 16);
  // a and b live together while b is computed, 64 bytes apart.
  EXPECT_EQ(memory.peak_bytes(), 128);
  EXPECT_EQ(memory.lower_bound_bytes(), 128);
  EXPECT_EQ(memory.peak_node(), 1u);
  EXPECT_EQ(memory.total_bytes(), 16 + 8 + 8 + 128);
  ASSERT_EQ(memory.plan_size(), 2);
  EXPECT_EQ(memory.plan(0).first_node(), 0u);
  EXPECT_EQ(memory.plan(0).last_node(), 1u);
}

}  // namespace
}  // namespace shapewright::questions
