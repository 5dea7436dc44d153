// S14: floats fold to integers only where that is provably exact. Constants are
// what numpy gives in the same precision.
#include "core/rules/elements/float_arithmetic.h"

#include <cmath>

#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(FloatArithmetic, S14ConstantsAreRoundedInTheirPrecision) {
  CheckCases({
      // 10 * 0.7f is 7 in float32, and below 7 in exact arithmetic.
      {.op = "Mul",
       .inputs = {"float32[1] = {10}", "float32[1] = {0.699999988079071}"},
       .outputs = {"float32[1] = {7}"}},
      {.op = "Add",
       .inputs = {"float32[] = {16777216}", "float32[] = {1}"},
       .outputs = {"float32[] = {1.67772e+07}"}},
      {.op = "Div",
       .inputs = {"float16[] = {1}", "float16[] = {8}"},
       .outputs = {"float16[] = {0.125}"}},
      {.op = "Div",
       .inputs = {"float32[] = {1}", "float32[] = {0}"},
       .outputs = {"float32[] = {?}"}},
      {.op = "Sub",
       .inputs = {"bfloat16[] = {256}", "bfloat16[] = {1}"},
       .outputs = {"bfloat16[] = {255}"}},
  });
}

// onnxruntime keeps float32 from one operator of a narrow type to the next, the reference rounds.
TEST(FloatArithmetic, S14NarrowTypesAreRoundedOnceAtMost) {
  CheckCases({
      {.op = "Div",
       .inputs = {"float16[] = {1}", "float16[] = {3}"},
       .outputs = {"float16[] = {?}"}},
      {.op = "Mul",
       .inputs = {"float16[] = {300}", "float16[] = {300}"},
       .outputs = {"float16[] = {?}"}},
      {.op = "Add",
       .inputs = {"bfloat16[] = {256}", "bfloat16[] = {1}"},
       .outputs = {"bfloat16[] = {?}"}},
  });
  TestModel model;
  const auto size = model.Node("Cast", {model.Input("int64[] = {H}")}, {{"to", 10}}).front();
  const auto factor = model.Input("float16[] = {0.7001953125}");
  const auto once = model.Node("Mul", {size, factor}).front();
  const auto twice = model.Node("Mul", {once, factor}).front();
  const auto whole = model.Node("Floor", {once}).front();
  const auto wide = model.Node("Cast", {once}, {{"to", 1}}).front();
  const auto least = model.Node("Floor", {model.Node("Min", {size, factor}).front()}).front();
  model.Run();
  EXPECT_EQ(model.Text(once), "float16[] = {(f16(H)*f16(0.7))}");
  EXPECT_EQ(model.Text(twice), "float16[] = {?}");
  EXPECT_EQ(model.Text(whole), "float16[] = {?}");
  EXPECT_EQ(model.Text(wide), "float32[] = {?}");
  EXPECT_EQ(model.Text(least), "float16[] = {floor(min(f16(H), f16(0.7)))}");
}

TEST(FloatArithmetic, RoundToType) {
  EXPECT_EQ(RoundToType(0.1, ElementType::kFloat), static_cast<double>(0.1f));
  EXPECT_EQ(RoundToType(65519, ElementType::kFloat16), 65504);
  EXPECT_TRUE(std::isinf(RoundToType(65520, ElementType::kFloat16)));
  EXPECT_EQ(RoundToType(std::ldexp(1, -24), ElementType::kFloat16), std::ldexp(1, -24));
  EXPECT_EQ(RoundToType(std::ldexp(1, -25), ElementType::kFloat16), 0);
  EXPECT_EQ(RoundToType(2049, ElementType::kFloat16), 2048);
  EXPECT_EQ(RoundToType(2051, ElementType::kFloat16), 2052);
  EXPECT_EQ(RoundToType(257, ElementType::kBfloat16), 256);
  EXPECT_EQ(RoundToType(0.1, ElementType::kDouble), 0.1);
}

TEST(FloatArithmetic, S14SizesStayExact) {
  CheckCases({
      {.op = "Mul",
       .inputs = {"float32[1] = {N}", "float32[] = {2}"},
       .outputs = {"float32[1] = {2*N}"},
       .facts = {"ASSUMED N <= 16777216"}},
      {.op = "Mul",
       .inputs = {"float32[1] = {N}", "float32[] = {0.25}"},
       .outputs = {"float32[1] = {N / 4}"},
       .facts = {"ASSUMED N <= 16777216"}},
      {.op = "Mul",
       .inputs = {"float32[1] = {4*N}", "float32[] = {0.25}"},
       .outputs = {"float32[1] = {N}"},
       .facts = {"ASSUMED N <= 16777216"}},
      // 0.7f has too many bits: evaluated, but nothing else.
      {.op = "Mul",
       .inputs = {"float32[1] = {N}", "float32[] = {0.699999988079071}"},
       .outputs = {"float32[1] = {(f32(N)*f32(0.7))}"}},
      {.op = "Div",
       .inputs = {"float32[1] = {N}", "float32[] = {3}"},
       .outputs = {"float32[1] = {~N / 3}"},
       .facts = {"ASSUMED N <= 16777213", "ASSUMED N <= 16777216"}},
      {.op = "Div",
       .inputs = {"float32[1] = {N}", "float32[] = {16}"},
       .outputs = {"float32[1] = {N / 16}"},
       .facts = {"ASSUMED N <= 16777216"}},
      {.op = "Sub",
       .inputs = {"float32[1] = {N}", "float32[] = {0.5}"},
       .outputs = {"float32[1] = {2*N - 1 / 2}"},
       .facts = {"ASSUMED N <= 16777216"}},
      {.op = "Div",
       .inputs = {"float32[1] = {2*N}", "float32[1] = {N}"},
       .symbols = {{"N", "1.."}},
       .outputs = {"float32[1] = {2}"},
       .facts = {"ASSUMED N <= 16777216"}},
      // 0 / 0 is no number, but no integer follows from it here.
      {.op = "Div",
       .inputs = {"float32[1] = {2*N}", "float32[1] = {N}"},
       .outputs = {"float32[1] = {2}"},
       .facts = {"ASSUMED N <= 16777216"}},
  });
}

TEST(FloatArithmetic, Comparisons) {
  CheckCases({
      {.op = "Less",
       .inputs = {"float32[2] = {1.5, N}", "float32[] = {2}"},
       .symbols = {{"N", "2..100"}},
       .outputs = {"bool[2] = {1, 0}"}},
      {.op = "Greater",
       .inputs = {"float32[2] = {M, N}", "float32[] = {2.5}"},
       .symbols = {{"N", "3..100"}},
       .outputs = {"bool[2] = {?, 1}"}},
      {.op = "Equal",
       .inputs = {"float32[2] = {0.5, N}", "float32[] = {0.5}"},
       .symbols = {{"N", "0..100"}},
       .outputs = {"bool[2] = {1, 0}"}},
      {.op = "GreaterOrEqual",
       .inputs = {"float32[1] = {N}", "float32[] = {0}"},
       .symbols = {{"N", "0..100"}},
       .outputs = {"bool[1] = {1}"}},
      {.op = "LessOrEqual",
       .inputs = {"float32[1] = {N / 2}", "float32[] = {50}"},
       .symbols = {{"N", "0..100"}},
       .outputs = {"bool[1] = {1}"}},
  });
}

TEST(Rounding, ByValue) {
  CheckCases({
      {.op = "Floor-1",
       .inputs = {"float32[3] = {1.5, -1.5, N / 4}"},
       .outputs = {"float32[3] = {1, -2, N//4}"},
       .facts = {"ASSUMED N <= 16777216"}},
      {.op = "Ceil-13",
       .inputs = {"float32[2] = {1.5, N / 4}"},
       .outputs = {"float32[2] = {2, ceildiv(N, 4)}"},
       .facts = {"ASSUMED N <= 16777216"}},
      {.op = "Round-11",
       .inputs = {"float32[5] = {0.5, 1.5, 2.5, N, N / 2}"},
       .outputs = {"float32[5] = {0, 2, 2, N, round(f32(N)/f32(2))}"}},
      {.op = "Sqrt-6",
       .inputs = {"float32[3] = {2, -1, N}"},
       .outputs = {"float32[3] = {1.41421, ?, sqrt(f32(N))}"}},
      {.op = "Sqrt",
       .inputs = {"float32[2] = {N, -N}"},
       .symbols = {{"N", "2..9"}},
       .outputs = {"float32[2] = {sqrt(f32(N)), ?}"}},
      {.op = "Sqrt",
       .inputs = {"float32[1] = {N - 3}"},
       .outputs = {"float32[1] = {sqrt(f32(N - 3))}"},
       .facts = {"ASSUMED N - 3 >= 0"}},
      {.op = "Floor", .inputs = {"float32[N]"}, .outputs = {"float32[N]"}},
  });
}

// The scale of torchvision's detectors: no part of it is exact, all of it is evaluated.
TEST(FloatArithmetic, S14WhatIsNotExactIsOpaque) {
  TestModel model;
  const auto size = model.Input("int64[2] = {H, W}");
  const auto side = model.Input("float32[] = {320}");
  const auto dims = model.Node("Cast", {size}, {{"to", 1}}).front();
  const auto least = model.Node("ReduceMin-18", {dims}, {{"keepdims", 0}}).front();
  const auto scale = model.Node("Div", {side, least}).front();
  const auto scaled = model.Node("Mul", {dims, scale}).front();
  const auto whole = model.Node("Floor", {scaled}).front();
  const auto sizes = model.Node("Cast", {whole}, {{"to", 7}}).front();
  const auto narrow = model.Node("Cast", {scaled}, {{"to", 10}}).front();
  const auto wide = model.Node("Cast", {scaled}, {{"to", 11}}).front();
  const auto flag = model.Node("Cast", {scaled}, {{"to", 9}}).front();
  model.Run();
  EXPECT_EQ(model.Text(scale), "float32[] = {(f32(320)/f32(min(H, W)))}");
  EXPECT_EQ(model.Text(whole),
            "float32[2] = {floor(f32(H)*(f32(320)/f32(min(H, W)))), "
            "floor(f32(W)*(f32(320)/f32(min(H, W))))}");
  EXPECT_EQ(model.Text(sizes), "int64[2] = {t1, t2}");
  EXPECT_EQ(model.Text(narrow),
            "float16[2] = {f16(f32(H)*(f32(320)/f32(min(H, W)))), "
            "f16(f32(W)*(f32(320)/f32(min(H, W))))}");
  EXPECT_EQ(model.Text(wide),
            "float64[2] = {f64(f32(H)*(f32(320)/f32(min(H, W)))), "
            "f64(f32(W)*(f32(320)/f32(min(H, W))))}");
  EXPECT_EQ(model.Text(flag), "bool[2] = {?, ?}");
}

}  // namespace
}  // namespace shapewright::rules
