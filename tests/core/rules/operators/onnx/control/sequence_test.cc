// Expected types are those of the specification and of onnx.reference.
#include <gmock/gmock.h>

#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Sequence, EmptyAndConstruct) {
  CheckCases({
      {.op = "SequenceEmpty-11", .outputs = {"seq(float32?; 0)"}},
      {.op = "SequenceEmpty-11", .attributes = {{"dtype", 7}}, .outputs = {"seq(int64?; 0)"}},
      {.op = "SequenceConstruct-11",
       .inputs = {"float32[N, 2]", "float32[N, 2]"},
       .outputs = {"seq(float32[N, 2]; 2)"}},
      {.op = "SequenceConstruct",
       .inputs = {"float32[N, 2]", "float32[3, 2]"},
       .outputs = {"seq(float32[?1, 2]; 2; float32[N, 2], float32[3, 2])"}},
      {.op = "SequenceConstruct",
       .inputs = {"float32[N]", "float32[N, 2]"},
       .outputs = {"seq(float32 rank 1..2; 2; float32[N], float32[N, 2])"}},
      // Both elements have the same unknown size, not each its own.
      {.op = "SequenceConstruct",
       .inputs = {"float32[?1]", "float32[?1]"},
       .outputs = {"seq(float32[?1]; 2; float32[?1], float32[?1])"}},
      {.op = "SequenceConstruct",
       .inputs = {"float32[2]", "int64[2]"},
       .outputs = {"seq(undefined[2]; 2; float32[2], int64[2])"},
       .diagnostics = {"ERROR ELEMENT_TYPE_MISMATCH input 1"}},
      {.op = "SequenceConstruct", .outputs = {"?"}, .diagnostics = {"ERROR WRONG_INPUT_COUNT"}},
  });
}

TEST(Sequence, Insert) {
  CheckCases({
      {.op = "SequenceInsert-11",
       .inputs = {"seq(float32?; 0)", "float32[N]"},
       .outputs = {"seq(float32[N]; 1)"}},
      {.op = "SequenceInsert",
       .inputs = {"seq(float32[2]; 2)", "float32[5]"},
       .outputs = {"seq(float32[?1]; 3; float32[2], float32[2], float32[5])"}},
      {.op = "SequenceInsert",
       .inputs = {"seq(float32[2]; 2)", "float32[5]", "int64[] = {-1}"},
       .outputs = {"seq(float32[?1]; 3; float32[2], float32[5], float32[2])"}},
      {.op = "SequenceInsert",
       .inputs = {"seq(float32[2]; L)", "float32[2]", "int64[] = {p[]}"},
       .outputs = {"seq(float32[2]; L + 1)"},
       .facts = {"REQUIRED p[] <= L", "REQUIRED -L <= p[]"}},
      {.op = "SequenceInsert",
       .inputs = {"seq(float32[2])", "float32[5]"},
       .outputs = {"seq(float32[?1])"}},
      {.op = "SequenceInsert",
       .inputs = {"seq(float32[2]; 2)", "float32[2]", "int64[] = {3}"},
       .outputs = {"?"},
       .diagnostics = {"ERROR"}},
      {.op = "SequenceInsert",
       .inputs = {"seq(float32[2]; 0)", "int64[2]"},
       .outputs = {"seq(int64[2]; 1)"},
       .diagnostics = {"ERROR ELEMENT_TYPE_MISMATCH input 1"}},
      {.op = "SequenceInsert",
       .inputs = {"float32[2]", "float32[2]"},
       .outputs = {"?"},
       .diagnostics = {"ERROR TYPE_MISMATCH input 0"}},
  });
}

TEST(Sequence, Erase) {
  CheckCases({
      {.op = "SequenceErase-11",
       .inputs = {"seq(float32?; 2; float32[2], float32[5])"},
       .outputs = {"seq(float32[2]; 1)"}},
      {.op = "SequenceErase",
       .inputs = {"seq(float32?; 3; float32[2], float32[5], float32[7])", "int64[] = {-3}"},
       .outputs = {"seq(float32[?1]; 2; float32[5], float32[7])"}},
      {.op = "SequenceErase",
       .inputs = {"seq(float32[2]; L)"},
       .outputs = {"seq(float32[2]; L - 1)"},
       .facts = {"REQUIRED L >= 1"}},
      {.op = "SequenceErase",
       .inputs = {"seq(float32?; 0)"},
       .outputs = {"?"},
       .diagnostics = {"ERROR"}},
  });
}

TEST(Sequence, At) {
  CheckCases({
      {.op = "SequenceAt-11",
       .inputs = {"seq(float32[?]; 2; float32[N], float32[5])", "int64[] = {-1}"},
       .outputs = {"float32[5]"}},
      {.op = "SequenceAt",
       .inputs = {"seq(float32[N, 3])", "int64[]"},
       .outputs = {"float32[N, 3]"}},
      // Where it is not known which element, it is not known which size.
      {.op = "SequenceAt",
       .inputs = {"seq(float32[2..5]; 2; float32[2], float32[5])", "int64[]"},
       .outputs = {"float32[?2]"},
       .facts = {"REQUIRED in1[] <= 1", "REQUIRED in1[] >= (-2)"}},
      {.op = "SequenceAt",
       .inputs = {"seq(float32[2]; 2)", "int64[] = {2}"},
       .outputs = {"?"},
       .diagnostics = {"ERROR"}},
  });
}

// Wherever it is, where all elements have one type.
TEST(Sequence, AtAnyPositionOfOne) {
  TestModel model;
  const auto found = model.Node("NonZero", {model.Input("float32[N]")}).front();
  const auto one = model.Node("SequenceConstruct", {found}).front();
  const auto both = model.Node("SequenceConstruct", {found, found}).front();
  const auto any_of_one = model.Node("SequenceAt", {one, model.Input("int64[] = {I}")}).front();
  const auto any_of_both = model.Node("SequenceAt", {both, model.Input("int64[] = {J}")}).front();
  model.Run();
  EXPECT_EQ(model.Text(any_of_one), model.Text(found));
  EXPECT_EQ(model.Text(any_of_both), model.Text(found));
}

TEST(Sequence, Length) {
  CheckCases({
      {.op = "SequenceLength-11", .inputs = {"seq(float32?; 3)"}, .outputs = {"int64[] = {3}"}},
      {.op = "SequenceLength",
       .inputs = {"seq(float32?; L + 1)"},
       .outputs = {"int64[] = {L + 1}"}},
      {.op = "SequenceLength", .inputs = {"seq(float32?)"}, .outputs = {"int64[] = {?1}"}},
      {.op = "SequenceLength", .inputs = {"?"}, .outputs = {"int64[] = {?1}"}},
  });
}

TEST(Sequence, ConcatFromSequence) {
  CheckCases({
      {.op = "ConcatFromSequence-11",
       .inputs = {"seq(float32[?, 2]; 2; float32[N, 2], float32[5, 2])"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[N + 5, 2]"}},
      {.op = "ConcatFromSequence",
       .inputs = {"seq(float32[?, ?]; 2; float32[N, 2], float32[5, K])"},
       .attributes = {{"axis", -2}},
       .outputs = {"float32[N + 5, 2]"},
       .facts = {"REQUIRED 2 = K"}},
      {.op = "ConcatFromSequence",
       .inputs = {"seq(float32[N, 2]; 3)"},
       .attributes = {{"axis", -1}, {"new_axis", 1}},
       .outputs = {"float32[N, 2, 3]"}},
      {.op = "ConcatFromSequence",
       .inputs = {"seq(float32[N, 2]; L)"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[N*L, 2]"},
       .facts = {"REQUIRED L >= 1"}},
      {.op = "ConcatFromSequence",
       .inputs = {"seq(float32[?, 2])"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[?3, 2]"}},
      {.op = "ConcatFromSequence",
       .inputs = {"seq(float32[?, 2])"},
       .attributes = {{"axis", 0}, {"new_axis", 1}},
       .outputs = {"float32[?4, ?2, 2]"},
       .facts = {"REQUIRED ?2 = ?3"}},
      {.op = "ConcatFromSequence",
       .inputs = {"seq(float32?; 0)"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32 rank 1.."},
       .diagnostics = {"ERROR"}},
      {.op = "ConcatFromSequence",
       .inputs = {"seq(float32[?, ?]; 2; float32[2, 2], float32[2, 3])"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[4, ?3]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "ConcatFromSequence",
       .inputs = {"seq(float32[2]; 2)"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32 rank 1.."},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE"}},
  });
}

TEST(Sequence, SplitToSequence) {
  CheckCases({
      {.op = "SplitToSequence-11",
       .inputs = {"float32[3, 4]"},
       .outputs = {"seq(float32[1, 4]; 3)"}},
      {.op = "SplitToSequence",
       .inputs = {"float32[N, 4]"},
       .attributes = {{"keepdims", 0}},
       .outputs = {"seq(float32[4]; N)"}},
      {.op = "SplitToSequence",
       .inputs = {"float32[5]", "int64[] = {2}"},
       .outputs = {"seq(float32[?1]; 3; float32[2], float32[2], float32[1])"}},
      {.op = "SplitToSequence",
       .inputs = {"float32[2, 6*N]", "int64[] = {2}"},
       .attributes = {{"axis", 1}},
       .outputs = {"seq(float32[2, 2]; 3*N)"}},
      {.op = "SplitToSequence",
       .inputs = {"float32[N]", "int64[] = {2}"},
       .outputs = {"seq(float32[?1]; ceildiv(N, 2))"}},
      {.op = "SplitToSequence",
       .inputs = {"float32[N, 3]", "int64[2] = {2, M}"},
       .outputs = {"seq(float32[?1, 3]; 2; float32[2, 3], float32[N - 2, 3])"},
       .facts = {"REQUIRED N - 2 >= 0", "REQUIRED M + 2 = N"}},
      {.op = "SplitToSequence",
       .inputs = {"float32[6]", "int64[S]"},
       .outputs = {"seq(float32[?1]; S)"}},
      {.op = "SplitToSequence",
       .inputs = {"float32[6]", "int64[2] = {2, 3}"},
       .outputs = {"seq(float32[?1]; 2; float32[2], float32[3])"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "SplitToSequence", .inputs = {"float32?"}, .outputs = {"seq(float32?)"}},
      {.op = "SplitToSequence",
       .inputs = {"float32[6]", "int64[] = {0}"},
       .outputs = {"?"},
       .diagnostics = {"ERROR"}},
      {.op = "SplitToSequence",
       .inputs = {"float32[6]"},
       .attributes = {{"axis", 1}},
       .outputs = {"?"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE"}},
  });
}

// onnxruntime 1.32 gives these sizes for N of 0 to 13, parts of 1 to 5 and positions of 0 to 4.
TEST(Sequence, PartsOfATensorOfSymbolicSize) {
  for (const std::string size : {"2", "K"}) {
    TestModel model;
    model.DeclareSymbol("K", "1..");
    const auto whole = model.Input("float32[3, N]");
    const auto parts =
        model
            .Node("SplitToSequence", {whole, model.Input("int64[] = {" + size + "}")},
                  {{"axis", int64_t{-1}}})
            .front();
    const auto first = model.Node("SequenceAt", {parts, model.Input("int64[] = {0}")}).front();
    const auto third = model.Node("SequenceAt", {parts, model.Input("int64[] = {2}")}).front();
    const auto any = model.Node("SequenceAt", {parts, model.Input("int64[] = {I}")}).front();
    const auto joined = model.Node("ConcatFromSequence", {parts}, {{"axis", int64_t{1}}}).front();
    const auto others = model.Node("SequenceErase", {parts}).front();
    const auto first_of_others =
        model.Node("SequenceAt", {others, model.Input("int64[] = {0}")}).front();
    model.Run();
    const bool is_constant = size == "2";
    EXPECT_EQ(model.Text(first), is_constant ? "float32[3, 2]" : "float32[3, min(N, K)]");
    EXPECT_EQ(model.Text(third),
              is_constant ? "float32[3, min(N - 4, 2)]" : "float32[3, min(K, N - 2*K)]");
    EXPECT_THAT(model.Text(any), testing::StartsWith("float32[3, ?"));
    EXPECT_EQ(model.Text(joined), "float32[3, N]");
    EXPECT_THAT(model.Text(first_of_others), testing::StartsWith("float32[3, ?"));
  }
}

TEST(Sequence, Optionals) {
  CheckCases({
      {.op = "Optional-15", .inputs = {"float32[N]"}, .outputs = {"optional(float32[N]; present)"}},
      {.op = "Optional-15",
       .attributes = {{"type", TypeText{"seq(float32[2, N])"}}},
       .outputs = {"optional(seq(float32[2, ?1]); absent)"}},
      {.op = "Optional-15",
       .outputs = {"optional(?; absent)"},
       .diagnostics = {"ERROR MISSING_ATTRIBUTE"}},
      {.op = "OptionalGetElement-15",
       .inputs = {"optional(float32[N])"},
       .outputs = {"float32[N]"}},
      {.op = "OptionalGetElement-18", .inputs = {"float32[N]"}, .outputs = {"float32[N]"}},
      {.op = "OptionalGetElement-18",
       .inputs = {"optional(float32[N]; absent)"},
       .outputs = {"float32[N]"},
       .diagnostics = {"ERROR EMPTY_OPTIONAL input 0"}},
      {.op = "OptionalHasElement-15", .inputs = {"optional(float32[N])"}, .outputs = {"bool[]"}},
      {.op = "OptionalHasElement-15",
       .inputs = {"optional(float32[N]; present)"},
       .outputs = {"bool[] = {1}"}},
      {.op = "OptionalHasElement-18", .inputs = {"seq(float32?)"}, .outputs = {"bool[] = {1}"}},
      {.op = "OptionalHasElement-18", .outputs = {"bool[] = {0}"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
