#include "core/symbolic/float_node.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/facts/facts.h"
#include "core/symbolic/text/parse.h"
#include "core/symbolic/text/print.h"

namespace shapewright::symbolic {
namespace {

constexpr double kInfinite = std::numeric_limits<double>::infinity();

class FloatNodeTest : public testing::Test {
 protected:
  Expr Symbol(const std::string& name, Interval bounds) {
    shapewright::symbolic::Symbol symbol;
    symbol.name = name;
    symbol.kind = SymbolKind::kInputDim;
    symbol.bounds = bounds;
    names_.push_back(name);
    return arena_.AddSymbol(symbol);
  }

  absl::StatusOr<Expr> Parse(absl::string_view text) {
    return ParseExpr(arena_, text, [this](absl::string_view name) -> absl::StatusOr<Expr> {
      for (const shapewright::symbolic::Symbol& symbol : arena_.symbols()) {
        if (symbol.name == name) return Expr::FromNode(symbol.node);
      }
      return absl::NotFoundError(name);
    });
  }

  Evaluation At(Expr e, int64_t h, int64_t w = 1) {
    std::vector<std::optional<int64_t>> values(arena_.symbols().size());
    values[0] = h;
    values[1] = w;
    return Evaluate(arena_, e, values);
  }

  std::string Definition(Expr e) { return DefinitionText(arena_, arena_.node(e.node()).symbol); }

  ExprArena arena_;
  std::vector<std::string> names_;
  Expr h_ = Symbol("H", Interval::Size());
  Expr w_ = Symbol("W", {1, 5000});
};

// Computed by numpy: np.floor(np.float32(h) * np.float32(0.7)) and with float64; 10 is where they
// and exact arithmetic part.
TEST_F(FloatNodeTest, S14EachFormatRoundsForItself) {
  const Expr single = *Parse("int(f32(H)*f32(0.7))");
  const Expr twice = *Parse("int(f64(H)*f64(0.7))");
  const Expr half = *Parse("int(f16(H)*f16(0.7))");
  EXPECT_EQ(At(single, 10).value, 7);
  EXPECT_EQ(At(single, 1000).value, 700);
  EXPECT_EQ(At(twice, 10).value, 7);
  EXPECT_EQ(At(half, 1000).value, 700);
  EXPECT_EQ(At(half, 3001).value, 2100);  // 3001 is 3000 in float16
  EXPECT_EQ(At(single, (1 << 24) + 1).value, 11744051);
}

// What torchvision's detectors compute; the values are numpy's in float32.
TEST_F(FloatNodeTest, S14ScaleOfADetector) {
  const Expr size =
      *Parse("int(floor(f32(H)*min(f32(320)/f32(min(H, W)), f32(640)/f32(max(H, W)))))");
  EXPECT_EQ(At(size, 320, 352).value, 320);
  EXPECT_EQ(At(size, 384, 320).value, 384);
  EXPECT_EQ(At(size, 500, 375).value, 426);
  EXPECT_EQ(At(size, 375, 500).value, 320);
  EXPECT_EQ(At(size, 2000, 333).value, 640);
}

// h * (1/h) is not always 1: numpy's float32 gives 0 after the cut for 41.
TEST_F(FloatNodeTest, S14IsNotFoldedToWhatItWouldBeExactly) {
  const Expr whole = *Parse("int(f32(W)*(f32(1)/f32(W)))");
  EXPECT_TRUE(whole.is_symbolic());
  EXPECT_EQ(At(whole, 0, 40).value, 1);
  EXPECT_EQ(At(whole, 0, 41).value, 0);
}

TEST_F(FloatNodeTest, PrintsAndParsesAgain) {
  for (const std::string text :
       {"int(f32(H)*f32(0.7))", "int(floor(f16(H + 1)))", "int(f64(f32(H)/f32(3)))",
        "int(min(f32(H), f32(W)) - f32(1e-05))", "int((f32(H) + f32(W))*f32(0.5))",
        "int(f32(H) - (f32(W) - f32(1)))", "int(round(sqrt(f64(H))))",
        "int(max(f32(H), f32(-1e999)))", "int(ceil(bf16(H*W)/bf16(3)))"}) {
    const auto parsed = Parse(text);
    ASSERT_TRUE(parsed.ok()) << text << ": " << parsed.status();
    EXPECT_EQ(Definition(*parsed), text);
    EXPECT_EQ(*Parse(Definition(*parsed)), *parsed) << text;
  }
}

TEST_F(FloatNodeTest, MixedFormatsAreRefused) {
  for (const char* text : {"f32(H)", "sqrt(H)", "int(f32(H) + 1)", "int(f32(H)//f32(2))",
                           "f32(H)/2", "int(f32(H)*f64(2))", "mod(f32(H), f32(2))", "int(0.7)"}) {
    EXPECT_FALSE(Parse(text).ok()) << text;
  }
}

TEST_F(FloatNodeTest, ConstantsFold) {
  EXPECT_EQ(*Parse("int(f32(10)*f32(0.7))"), Expr(7));
  EXPECT_EQ(*Parse("int(f16(100000))"), Expr());  // infinite
  EXPECT_EQ(*Parse("int(round(f32(2.5)))"), Expr(2));
  EXPECT_EQ(*Parse("int(ceil(f32(-2.5)))"), Expr(-2));
  EXPECT_EQ(*Parse("int(f32(16777217))"), Expr(16777216));
}

TEST_F(FloatNodeTest, WhatHasNoValueSaysSo) {
  EXPECT_EQ(At(*Parse("int(f32(1)/f32(H))"), 0).status, Evaluation::Status::kDivisionByZero);
  EXPECT_EQ(At(*Parse("int(f16(H)*f16(3))"), 60000).status, Evaluation::Status::kOverflow);
}

TEST_F(FloatNodeTest, SubstitutionFolds) {
  const Expr size = *Parse("int(f32(H)*f32(0.7))");
  Rewriter rewriter(arena_);
  EXPECT_EQ(rewriter.Rewrite(size, [](SymbolId) { return Expr(10); }), Expr(7));
}

TEST_F(FloatNodeTest, BoundsAreOutward) {
  EXPECT_EQ(arena_.Bounds(*Parse("int(f32(H)*f32(0.7))")), Interval::Size());
  EXPECT_EQ(arena_.Bounds(*Parse("int(f32(W)*f32(0.5))")), (Interval{0, 2500}));
  EXPECT_EQ(arena_.Bounds(*Parse("int(f32(100)/f32(W))")), (Interval{0, 100}));
  EXPECT_EQ(arena_.Bounds(*Parse("int(f32(100)/f32(H + 1))")), (Interval{0, 100}));
  EXPECT_EQ(arena_.Bounds(*Parse("int(f32(H)*(f32(100)/f32(H + 1)))")), Interval::Size());
  EXPECT_EQ(arena_.Bounds(*Parse("int(f32(3) - f32(W))")), (Interval{-4997, 2}));
}

// onnxruntime makes -2^63 of what is infinite or no number.
TEST_F(FloatNodeTest, BoundsOfWhatMayBeNoNumberAreOpen) {
  EXPECT_EQ(arena_.Bounds(*Parse("int(f32(100)/f32(H))")), Interval::All());
  EXPECT_EQ(arena_.Bounds(*Parse("int(sqrt(f32(3) - f32(W)))")), Interval::All());
  EXPECT_EQ(arena_.Bounds(*Parse("int(sqrt(f32(W)))")), (Interval{1, 70}));
  EXPECT_TRUE(Parse("int(sqrt(f32(0) - f32(W)))")->is_unknown());
  EXPECT_EQ(arena_.Bounds(*Parse("int(f16(H)*f16(2))")), Interval::All());
}

// What is learned of an opaque expression narrows it like a symbol.
TEST_F(FloatNodeTest, FactsNarrow) {
  FactStore facts(arena_);
  const Expr size = *Parse("int(f32(H)*f32(0.7))");
  facts.RequireAtMost(size, 100, {});
  EXPECT_EQ(arena_.Bounds(size), (Interval{0, 100}));
  EXPECT_EQ(arena_.Bounds(Add(arena_, size, 5)), (Interval{5, 105}));
}

TEST(FloatKey, KeepsTheOrder) {
  const double values[] = {-kInfinite, -1e300, -2, -1,    -1e-300,  0,
                           5e-324,     0.5,    1,  1e300, kInfinite};
  for (size_t i = 0; i < std::size(values); ++i) {
    EXPECT_EQ(FloatOfKey(FloatKey(values[i])), values[i]);
    if (i > 0) {
      EXPECT_LT(FloatKey(values[i - 1]), FloatKey(values[i]));
    }
  }
  EXPECT_EQ(FloatKey(-0.0), 0);
}

// 10,000 random trees: the value under a binding lies within the bounds, printing and parsing
// gives the same tree.
TEST_F(FloatNodeTest, S14RandomTrees) {
  std::mt19937 random(14);
  const auto pick = [&](int count) { return static_cast<int>(random() % count); };
  for (int round = 0; round < 10'000; ++round) {
    const auto format = static_cast<FloatFormat>(1 + pick(4));
    std::vector<Expr> parts = {MakeFloat(arena_, {FloatOperation::kFromInt, format, h_, Expr()}),
                               MakeFloat(arena_, {FloatOperation::kFromInt, format, w_, Expr()}),
                               FloatConstant(std::ldexp(pick(200) - 100, -pick(6)), format)};
    for (int i = 0; i < 4; ++i) {
      const auto operation = static_cast<FloatOperation>(2 + pick(10));
      const bool is_binary = operation <= FloatOperation::kMax;
      const Expr made =
          MakeFloat(arena_, {operation, format, parts[pick(static_cast<int>(parts.size()))],
                             is_binary ? parts[pick(static_cast<int>(parts.size()))] : Expr()});
      if (!made.is_unknown()) parts.push_back(made);
    }
    const Expr size = Truncate(arena_, parts.back());
    if (!size.is_symbolic()) continue;
    EXPECT_EQ(*Parse(Definition(size)), size) << Definition(size);
    const Evaluation value = At(size, pick(3000), 1 + pick(5000));
    if (value.ok()) {
      EXPECT_TRUE(arena_.Bounds(size).Contains(value.value)) << Definition(size);
    }
  }
}

}  // namespace
}  // namespace shapewright::symbolic
