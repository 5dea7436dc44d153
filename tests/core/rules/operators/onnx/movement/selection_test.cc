// Expected shapes and elements are numpy's and onnxruntime's.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(TopK, TakesKByVersion) {
  CheckCases({
      {.op = "TopK-11",
       .inputs = {"float32[5]", "int64[2] = {1, 2}"},
       .outputs = {"float32[?2]", "int64[?2]"},
       .diagnostics =
           {"ERROR DIM_MISMATCH input 1 axis 0: TopK: k is one number: 2 (input 1 axis 0) = 1 (the "
            "operator) can never hold"}},
      {.op = "TopK-1",
       .inputs = {"float32[N, 10]"},
       .attributes = {{"k", 3}},
       .outputs = {"float32[N, 3]", "int64[N, 3]"}},
      {.op = "TopK-10",
       .inputs = {"float32[N, 10]", "int64[1] = {k[0]}"},
       .attributes = {{"axis", 0}},
       .outputs = {"float32[k[0], 10]", "int64[k[0], 10]"},
       .facts = {"REQUIRED k[0] >= 0", "REQUIRED k[0] <= N"}},
      {.op = "TopK-24",
       .inputs = {"float32[N, 10]", "int64[1]"},
       .outputs = {"float32[N, in1[0]]", "int64[N, in1[0]]"},
       .facts = {"REQUIRED in1[0] >= 0", "REQUIRED in1[0] <= 10"}},
      {.op = "TopK-11",
       .inputs = {"float32[N, 10]", "int64[1] = {11}"},
       .outputs = {"float32[N, ?1]", "int64[N, ?1]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 1 element 0"}},
      {.op = "TopK-11",
       .inputs = {"float32[N, 10]", "int64[1] = {1}"},
       .attributes = {{"axis", 2}},
       .outputs = {"float32[?1, ?2]", "int64[?1, ?2]"},
       .diagnostics = {"ERROR AXIS_OUT_OF_RANGE input 0"}},
  });
}

TEST(NonZero, FoldsWhatIsKnown) {
  CheckCases({
      {.op = "NonZero-13",
       .inputs = {"int64[2, 2] = {0, 3, 1, 0}"},
       .outputs = {"int64[2, 2] = {0, 1, 1, 0}"}},
      {.op = "NonZero-9",
       .inputs = {"int64[2] = {N, 0}"},
       .symbols = {{"N", "1.."}},
       .outputs = {"int64[1, 1] = {0}"}},
      {.op = "NonZero-13",
       .inputs = {"float32[2, 2] = {0, 0.5, -1, 0}"},
       .outputs = {"int64[2, 2] = {0, 1, 1, 0}"}},
      {.op = "NonZero-13", .inputs = {"float32[2, 3]"}, .outputs = {"int64[2, ?1]"}},
      {.op = "NonZero-13", .inputs = {"float32?"}, .outputs = {"int64[?2, ?1]"}},
      {.op = "NonZero-13", .inputs = {"float32[0, N]"}, .outputs = {"int64[2, 0]"}},
  });
}

TEST(NonZero, CountsUniformTensors) {
  TestModel model;
  const auto shape = model.Input("int64[2] = {N, M}");
  const auto ones =
      model.Node("ConstantOfShape-9", {shape}, {{"value", TensorText{"int64[1] = {1}"}}});
  const auto bools = model.Node("Cast-13", ones, {{"to", 9}});
  const auto found = model.Node("NonZero-13", bools);
  const auto zeros = model.Node("ConstantOfShape-9", {shape});
  const auto none = model.Node("NonZero-13", zeros);
  model.Run();
  EXPECT_EQ(model.Text(found[0]), "int64[2, N*M]");
  EXPECT_EQ(model.Text(none[0]), "int64[2, 0]");
}

TEST(NonZero, S22TheSameQuestionHasTheSameAnswer) {
  TestModel model;
  const auto x = model.Input("float32[N]");
  const auto a = model.Node("NonZero-13", {x});
  const auto b = model.Node("NonZero-13", {x});
  model.Run();
  EXPECT_EQ(model.Text(a[0]), "int64[1, ?1]");
  EXPECT_EQ(model.Text(b[0]), "int64[1, ?1]");
}

TEST(Unique, OneSizeInAllResults) {
  CheckCases({
      {.op = "Unique-11",
       .inputs = {"float32[3, N]"},
       .outputs = {"float32[?1]", "int64[?1]", "int64[3*N]", "int64[?1]"}},
      {.op = "Unique-11",
       .inputs = {"float32[3, N]"},
       .attributes = {{"axis", -1}},
       .outputs = {"float32[3, ?1]", "", "int64[N]", "int64[?1]"}},
  });
}

TEST(Unique, CountsKnownElements) {
  CheckCases({
      {.op = "Unique-11",
       .inputs = {"float32[5] = {2, 1, 1, 3, 2}"},
       .outputs = {"float32[3]", "int64[3]", "int64[5]", "int64[3]"}},
      {.op = "Unique-11",
       .inputs = {"int64[3, 2] = {1, 0, 1, 0, 2, 0}"},
       .attributes = {{"axis", 0}},
       .outputs = {"int64[2, 2]", "int64[2]"}},
      {.op = "Unique-28",
       .inputs = {"int64[2, 3] = {1, 1, 2, 0, 0, 0}"},
       .attributes = {{"axis", 1}},
       .outputs = {"int64[2, 2]"}},
  });
}

TEST(Compress, CountsAKnownCondition) {
  CheckCases({
      {.op = "Compress-11",
       .inputs = {"float32[3, 4]", "bool[2] = {1, 0}"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[3, 1]"}},
      {.op = "Compress-9",
       .inputs = {"float32[3, 4]", "bool[5] = {1, 0, 1, 1, 1}"},
       .attributes = {{"axis", 1}},
       .outputs = {"float32[3, 3]"}},
      {.op = "Compress-11", .inputs = {"float32[3, N]", "bool[5]"}, .outputs = {"float32[?1]"}},
  });
}

TEST(OneHot, PutsDepthAtTheAxis) {
  CheckCases({
      {.op = "OneHot-11",
       .inputs = {"int64[N]", "int64[] = {3}", "float32[2]"},
       .outputs = {"float32[N, 3]"}},
      {.op = "OneHot-9",
       .inputs = {"int64[N, M]", "int64[1] = {d[0]}", "int32[2]"},
       .attributes = {{"axis", 0}},
       .outputs = {"int32[d[0], N, M]"},
       .facts = {"REQUIRED d[0] >= 0"}},
      {.op = "OneHot-11",
       .inputs = {"int64[N]", "float32[] = {2.75}", "float32[2]"},
       .outputs = {"float32[N, 2]"}},
      {.op = "OneHot-11",
       .inputs = {"int64[N]", "int64[] = {-1}", "float32[3]"},
       .outputs = {"float32[N, ?2]"},
       .diagnostics = {"ERROR DIM_MISMATCH", "ERROR DIM_MISMATCH input 1 element 0"}},
      {.op = "OneHot-11",
       .inputs = {"int64 rank 1..2", "int64[] = {3}", "float32[2]"},
       .outputs = {"float32 rank 2..3"}},
  });
}

TEST(ReverseSequence, KeepsTheShape) {
  CheckCases({
      {.op = "ReverseSequence-10",
       .inputs = {"float32[T, B, 3]", "int64[4]"},
       .outputs = {"float32[T, 4, 3]"},
       .facts = {"REQUIRED B = 4"}},
  });
}

TEST(OneHot, IndicesByVersion) {
  CheckCases({
      {.op = "OneHot-9",
       .inputs = {"int64[2] = {0, -1}", "int64[] = {3}", "float32[2]"},
       .outputs = {"float32[2, 3]"},
       .diagnostics = {"ERROR DIM_MISMATCH"}},
      {.op = "OneHot-11",
       .inputs = {"int64[2] = {0, -1}", "int64[] = {3}", "float32[2]"},
       .outputs = {"float32[2, 3]"}},
  });
}

TEST(Unique, CountsKnownStrings) {
  TestModel model;
  const auto words =
      model.Node("Constant-13", {}, {{"value", TensorText{"string[4] = {a, b, a, c}"}}});
  const auto unique = model.Node("Unique-11", words);
  model.Run();
  EXPECT_EQ(model.Text(unique[0]), "string[3]");
}

}  // namespace
}  // namespace shapewright::rules
