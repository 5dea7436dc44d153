// Expected types are those of the specification; what comes out by value is what
// onnxruntime gives.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(Constant, EveryAttribute) {
  CheckCases({
      {.op = "Constant-12", .attributes = {{"value_int", 5}}, .outputs = {"int64[] = {5}"}},
      {.op = "Constant-12",
       .attributes = {{"value_ints", Ints{5, -6}}},
       .outputs = {"int64[2] = {5, (-6)}"}},
      {.op = "Constant-12", .attributes = {{"value_ints", Ints{}}}, .outputs = {"int64[0] = {}"}},
      {.op = "Constant-12", .attributes = {{"value_float", 0.5}}, .outputs = {"float32[] = {0.5}"}},
      {.op = "Constant-12",
       .attributes = {{"value_floats", Floats{0.5, 2}}},
       .outputs = {"float32[2] = {0.5, 2}"}},
      {.op = "Constant-12", .attributes = {{"value_string", "a"}}, .outputs = {"string[]"}},
      {.op = "Constant-12",
       .attributes = {{"value_strings", Strings{"a", "b"}}},
       .outputs = {"string[2]"}},
      {.op = "Constant-1", .outputs = {"?"}, .diagnostics = {"ERROR MISSING_ATTRIBUTE"}},
  });
}

// A tensor is decoded when somebody asks for its elements.
TEST(Constant, TensorByValue) {
  TestModel model;
  const auto constant =
      model.Node("Constant-9", {}, {{"value", TensorText{"int64[2] = {3, -4}"}}})[0];
  const auto cast = model.Node("Cast-9", {constant}, {{"to", 6}})[0];
  model.Run();
  EXPECT_EQ(model.Text(constant), "int64[2] = {3, (-4)}");
  EXPECT_EQ(model.Text(cast), "int32[2] = {3, (-4)}");
}

TEST(Constant, OfShape) {
  CheckCases({
      {.op = "ConstantOfShape-9", .inputs = {"int64[2] = {N, 3}"}, .outputs = {"float32[N, 3]"}},
      {.op = "ConstantOfShape-9",
       .inputs = {"int64[1] = {2}"},
       .attributes = {{"value", TensorText{"int64[1] = {-1}"}}},
       .outputs = {"int64[2] = {(-1), (-1)}"}},
      {.op = "ConstantOfShape", .inputs = {"int64[1] = {2}"}, .outputs = {"float32[2] = {0, 0}"}},
      // No sizes: a scalar.
      {.op = "ConstantOfShape",
       .inputs = {"int64[0] = {}"},
       .attributes = {{"value", TensorText{"bool[1] = {1}"}}},
       .outputs = {"bool[] = {1}"}},
      // S10: an element that is used as a size is at least 0.
      {.op = "ConstantOfShape",
       .inputs = {"int64[1] = {x[0]}"},
       .outputs = {"float32[x[0]]"},
       .facts = {"REQUIRED x[0] >= 0"}},
      {.op = "ConstantOfShape",
       .inputs = {"int64[N]"},
       .symbols = {{"N", "1..4"}},
       .outputs = {"float32 rank 1..4"}},
      {.op = "ConstantOfShape",
       .inputs = {"int64[2] = {-1, 2}"},
       .outputs = {"float32[?1, 2]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 element 0"}},
      {.op = "ConstantOfShape",
       .inputs = {"int64[2, 2]"},
       .outputs = {"float32?"},
       .diagnostics = {"ERROR RANK_MISMATCH input 0"}},
  });
}

TEST(Constant, Identity) {
  CheckCases({
      {.op = "Identity-1", .inputs = {"int64[1] = {N}"}, .outputs = {"int64[1] = {N}"}},
      {.op = "Identity-14", .inputs = {"seq(float32[N]; 2)"}, .outputs = {"seq(float32[N]; 2)"}},
      {.op = "Identity-16",
       .inputs = {"optional(float32[N])"},
       .outputs = {"optional(float32[N])"}},
  });
}

}  // namespace
}  // namespace shapewright::rules
