// Concrete sizes from a finished inference. Expected values by hand from the
// operators' specifications, unless a test says otherwise.
#include "core/inference/evaluation/evaluations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_replace.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr char kConcatAndRelu[] = R"(
  input x: float32[N, 4]
  input y: float32[5, 4]
  a = Concat(x, y) axis=0
  b = Relu(a)
  output b
)";

TEST(Evaluations, ASymbolGivesTheSizes) {
  const auto answer = Answer(Request(kConcatAndRelu,
                                     "bindings { label: 'one' symbols { symbol: 'N' size: 3 } }"
                                     "bindings { symbols { symbol: 'N' size: 0 } }"));
  EXPECT_THAT(answer.evaluated_values(), ElementsAre(3));
  EXPECT_THAT(answer.evaluated_ranks(), ElementsAre(2));
  ASSERT_EQ(answer.evaluations_size(), 2);
  EXPECT_EQ(answer.evaluations(0).label(), "one");
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(8, 4));
  EXPECT_THAT(answer.evaluations(0).bytes(), ElementsAre(8 * 4 * 4));
  EXPECT_THAT(answer.evaluations(0).upper_sizes(), IsEmpty());
  EXPECT_THAT(answer.evaluations(1).sizes(), ElementsAre(5, 4));
}

TEST(Evaluations, TheShapeOfAnInputGivesItsSymbols) {
  const auto answer =
      Answer(Request(kConcatAndRelu, "bindings { inputs { input: 'x' sizes: [7, 4] } }"));
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(12, 4));
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
  const auto answer = Answer(Request(kCache, R"pb(
    bindings {
      inputs {
        input: "mask"
        sizes: [ 20, 1 ]
      }
      inputs {
        input: "past"
        sizes: [ 16, 8 ]
      }
    }
  )pb"));
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(20, 8));
  EXPECT_THAT(answer.evaluations(0).unbound(), IsEmpty());
}

TEST(Evaluations, WhatIsNotGivenIsUnbound) {
  const auto answer = Answer(Request(kConcatAndRelu, "bindings {}"));
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(-1, 4));
  EXPECT_THAT(answer.evaluations(0).unbound(), ElementsAre("N"));
  EXPECT_THAT(answer.evaluations(0).bytes(), ElementsAre(-1));
}

TEST(Evaluations, NamedValuesInTheOrderAskedFor) {
  const auto answer = Answer(Request(kConcatAndRelu, R"pb(
    selection {
      scope: SCOPE_NAMED
      names: [ "b", "x" ]
    }
    bindings { symbols { symbol: "N" size: 1 } }
  )pb"));
  EXPECT_THAT(answer.evaluated_values(), ElementsAre(3, 0));
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(6, 4, 1, 4));
}

// The model uses a name that nothing defines: such a value has no number.
TEST(Evaluations, AnUndefinedValueCannotBeNamed) {
  constexpr char kUndefined[] = R"(
    input x: float32[N, 4]
    a = Add(x, missing)
    output a
  )";
  EXPECT_EQ(FieldOfError(Request(kUndefined, R"pb(
              selection { scope: SCOPE_NAMED names: "missing" }
              bindings { symbols { symbol: "N" size: 1 } })pb")),
            "selection.names[0]");
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
  const auto answer = Answer(Request(kRange, R"pb(
    bindings {
      elements {
        input: "start"
        tensor { element_type: ELEMENT_TYPE_INT64 ints: 3 }
      }
      elements {
        input: "stop"
        tensor { element_type: ELEMENT_TYPE_INT64 ints: 10 }
      }
    }
    bindings {
      symbols { symbol: "start[]" size: 5 }
      symbols { symbol: "stop[]" size: -2 }
    })pb"));
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(7));
  EXPECT_THAT(answer.evaluations(1).sizes(), ElementsAre(0));
}

TEST(Evaluations, WhatDataDecideHasAnUpperBound) {
  constexpr char kPick[] = R"(
    input x: float32[2, 3]
    n = NonZero(x)
    output n
  )";
  const auto answer = Answer(Request(kPick, "bindings {}"));
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(2, -1));
  EXPECT_THAT(answer.evaluations(0).upper_sizes(), ElementsAre(2, 6));
  EXPECT_THAT(answer.evaluations(0).bytes(), ElementsAre(2 * 6 * 8));
}

TEST(Violations, NameTheNodeAndBothValues) {
  constexpr char kReshape[] = R"(
    input x: float32[N, 4]
    const shape: int64[2] = -1 32
    a = Reshape(x, shape)
    output a
  )";
  const auto answer = Answer(Request(kReshape,
                                     "bindings { symbols { symbol: 'N' size: 12 } }"
                                     "bindings { symbols { symbol: 'N' size: 16 } }"));
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  const v1::Violation& violation = answer.evaluations(0).violations(0);
  EXPECT_LT(violation.constraint(), static_cast<uint32_t>(answer.constraints_size()));
  EXPECT_THAT(violation.message(), HasSubstr("Reshape"));
  EXPECT_THAT(violation.suggestion(), HasSubstr("must be a multiple of"));
  EXPECT_THAT(answer.evaluations(1).violations(), IsEmpty());
  EXPECT_THAT(answer.evaluations(1).sizes(), ElementsAre(2, 32));
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
  const auto right = Answer(Request(absl::StrReplaceAll(kSqueeze, {{"%s", "Equal"}}), kBindings));
  EXPECT_THAT(right.evaluations(0).violations(), IsEmpty());
  EXPECT_THAT(right.evaluations(1).violations(), IsEmpty());
  const auto wrong = Answer(Request(absl::StrReplaceAll(kSqueeze, {{"%s", "Greater"}}), kBindings));
  EXPECT_THAT(wrong.evaluations(0).violations(), IsEmpty());
  ASSERT_EQ(wrong.evaluations(1).violations_size(), 1);
  EXPECT_THAT(wrong.evaluations(1).violations(0).message(), HasSubstr("K = 3 = 1 does not hold"));
}

// onnxruntime runs it for N = 0, and fails for N = 2 and K = 3.
TEST(Violations, ABodyThatDoesNotRunDemandsNothing) {
  const auto answer = Answer(Request(R"(
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
  const auto answer = Answer(Request(kForced,
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
  const auto answer = Answer(Request(kShared, R"pb(
    bindings {
      inputs {
        input: "x"
        sizes: [ 3, 4 ]
      }
      inputs {
        input: "y"
        sizes: [ 5, 2 ]
      }
    })pb"));
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  EXPECT_TRUE(answer.evaluations(0).violations(0).has_constraint());
  EXPECT_EQ(answer.evaluations(0).violations(0).left(), 5);
  EXPECT_EQ(answer.evaluations(0).violations(0).right(), 3);
}

TEST(Violations, ASizeThatContradictsADeclaredOneHasNoConstraint) {
  const auto answer =
      Answer(Request(kConcatAndRelu, "bindings { inputs { input: 'x' sizes: [7, 5] } }"));
  ASSERT_EQ(answer.evaluations(0).violations_size(), 1);
  EXPECT_FALSE(answer.evaluations(0).violations(0).has_constraint());
  EXPECT_THAT(answer.evaluations(0).violations(0).message(), HasSubstr("axis 1 of input x"));
}

TEST(S15Overflow, IsToldPerDim) {
  constexpr char kFlat[] = R"(
    input x: float32[N, N, N]
    const shape: int64[1] = -1
    a = Reshape(x, shape)
    output a
  )";
  const auto answer =
      Answer(Request(kFlat, "bindings { symbols { symbol: 'N' size: 4000000000 } }"));
  EXPECT_THAT(answer.evaluations(0).sizes(), ElementsAre(-2));
  EXPECT_THAT(answer.evaluations(0).bytes(), ElementsAre(-2));
}

TEST(Buckets, EveryCombinationTheLastVaryingFastest) {
  constexpr char kTwo[] = R"(
    input x: float32[N, S]
    a = Relu(x)
    output a
  )";
  const auto answer = Answer(Request(kTwo, R"pb(
    buckets {
      symbol: "N"
      sizes: [ 1, 8 ]
    }
    buckets {
      symbol: "S"
      sizes: [ 128, 256 ]
    }
    bindings {
      symbols { symbol: "N" size: 2 }
      symbols { symbol: "S" size: 128 }
    }
    bindings {
      symbols { symbol: "N" size: 9 }
      symbols { symbol: "S" size: 128 }
    })pb"));
  ASSERT_EQ(answer.bucket_evaluations_size(), 4);
  EXPECT_EQ(answer.bucket_evaluations(1).label(), "N=1,S=256");
  EXPECT_THAT(answer.bucket_evaluations(2).sizes(), ElementsAre(8, 128));
  EXPECT_EQ(answer.evaluations(0).bucket(), 2u);
  EXPECT_DOUBLE_EQ(answer.evaluations(0).padding_overhead(), 0.75);
  EXPECT_FALSE(answer.evaluations(1).has_bucket());
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
  const auto answer = Answer(Request(kChain, R"pb(
    memory {}
    selection { sections: SECTION_ARENA sections: SECTION_VALUES }
    bindings { symbols { symbol: "N" size: 1 } })pb"));
  const v1::Memory& memory = answer.evaluations(0).memory();
  EXPECT_EQ(memory.weights_bytes(), 16);
  EXPECT_EQ(memory.inputs_bytes(), 8);
  EXPECT_EQ(memory.outputs_bytes(), 8);
  EXPECT_EQ(memory.intermediates_bytes(), 16);
  // a and b live together while b is computed, 64 bytes apart.
  EXPECT_EQ(memory.peak_bytes(), 128);
  EXPECT_EQ(memory.lower_bound_bytes(), 128);
  EXPECT_EQ(memory.peak_step(), 1u);
  ASSERT_EQ(memory.arena_size(), 2);
  EXPECT_EQ(memory.arena(0).first_step(), 0u);
  EXPECT_EQ(memory.arena(0).last_step(), 1u);
}

TEST(Evaluations, WhatDoesNotSuitTheModelIsRefused) {
  const auto field = [](const std::string& rest) {
    return FieldOfError(Request(kConcatAndRelu, rest));
  };
  EXPECT_EQ(field("bindings {} bindings { symbols { symbol: 'Q' size: 1 } }"),
            "bindings[1].symbols[0].symbol");
  EXPECT_EQ(field("bindings { symbols { symbol: 'N' size: -1 } }"), "bindings[0].symbols[0].size");
  EXPECT_EQ(field("bindings { inputs { input: 'q' } }"), "bindings[0].inputs[0].input");
  EXPECT_EQ(field("bindings { inputs { input: 'x' sizes: [1] } }"), "bindings[0].inputs[0].sizes");
  EXPECT_EQ(field("buckets { symbol: 'Q' sizes: 1 }"), "buckets[0].symbol");
  EXPECT_EQ(field("buckets { symbol: 'N' }"), "buckets[0].sizes");
  EXPECT_EQ(field("buckets { symbol: 'N' sizes: [2, 2] }"), "buckets[0].sizes[1]");
  EXPECT_EQ(field("bindings {} memory { alignment_bytes: 48 }"), "memory.alignment_bytes");
}

}  // namespace
}  // namespace shapewright::inference
