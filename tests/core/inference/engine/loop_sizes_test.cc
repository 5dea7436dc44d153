// Sizes after a number of iterations that is a symbol (S18). The numbers are those that
// onnxruntime 1.32 gives for these models.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "core/symbolic/algebra/evaluate.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/symbolic/symbols.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAreArray;
using ::testing::IsEmpty;
using ::testing::MatchesRegex;

// m iterations over x of D elements, whose body makes `w` of `v`.
std::string Repeated(absl::string_view body) {
  return absl::StrCat(
      "input x: float32[D] input m: int64[] "
      "const e: float32[2] = 0 0 const f: float32[5] = 0 0 0 0 0 "
      "const zero: int64[1] = 0 const one: int64[1] = 1 const two: int64[1] = 2 "
      "const three: int64[1] = 3 const end: int64[1] = 9223372036854775807 "
      "y = Loop(m, _, x) body={ input i: int64[] input c: bool[] input v: float32[?] ",
      body, " k = Identity(c) output k output w } output y");
}

// The size in "float32[size]" for D and m.
int64_t SizeAt(std::string type, int64_t d, int64_t m) {
  symbolic::ExprArena arena;
  symbolic::Declare(arena, "D");
  symbolic::Declare(arena, "m[]", symbolic::Interval::All());
  const size_t open = type.find('[');
  const auto size = symbolic::ParseExpr(arena, type.substr(open + 1, type.size() - open - 2),
                                        symbolic::DeclaredOnly(arena));
  if (!size.ok()) return -1;
  const symbolic::Evaluation found = symbolic::Evaluate(arena, *size, {{d, m}});
  return found.ok() ? found.value : -2;
}

struct Repetition {
  absl::string_view body;
  std::string type;
  // For D of 0, 1, 5, 13 and 100: the sizes after -1, 0, 1, 2, 3, 4 and 7 iterations.
  std::vector<std::vector<int64_t>> sizes;
};

class LoopSizes : public testing::TestWithParam<Repetition> {};

TEST_P(LoopSizes, AreThoseOfARun) {
  const Inferred model(Repeated(GetParam().body));
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  const std::string type = model.Type("y");
  EXPECT_EQ(type, GetParam().type);
  constexpr int64_t kSizes[] = {0, 1, 5, 13, 100};
  for (size_t i = 0; i < std::size(kSizes); ++i) {
    std::vector<int64_t> found;
    for (const int64_t m : {-1, 0, 1, 2, 3, 4, 7}) found.push_back(SizeAt(type, kSizes[i], m));
    EXPECT_THAT(found, ElementsAreArray(GetParam().sizes[i])) << kSizes[i];
  }
}

INSTANTIATE_TEST_SUITE_P(
    S18Loop, LoopSizes,
    testing::Values(
        Repetition{"w = Concat(v, v) axis=0",
                   "float32[D*2^max(0, m[])]",
                   {{0, 0, 0, 0, 0, 0, 0},
                    {1, 1, 2, 4, 8, 16, 128},
                    {5, 5, 10, 20, 40, 80, 640},
                    {13, 13, 26, 52, 104, 208, 1664},
                    {100, 100, 200, 400, 800, 1600, 12800}}},
        Repetition{"w = Concat(v, v, v, e) axis=0",
                   "float32[D*3^max(0, m[]) + 3^max(0, m[]) - 1]",
                   {{0, 0, 2, 8, 26, 80, 2186},
                    {1, 1, 5, 17, 53, 161, 4373},
                    {5, 5, 17, 53, 161, 485, 13121},
                    {13, 13, 41, 125, 377, 1133, 30617},
                    {100, 100, 302, 908, 2726, 8180, 220886}}},
        Repetition{"w = Slice(v, zero, end, zero, two)",
                   "float32[ceildiv(D, 2^min(max(0, m[]), 63))]",
                   {{0, 0, 0, 0, 0, 0, 0},
                    {1, 1, 1, 1, 1, 1, 1},
                    {5, 5, 3, 2, 1, 1, 1},
                    {13, 13, 7, 4, 2, 1, 1},
                    {100, 100, 50, 25, 13, 7, 1}}},
        Repetition{"w = Slice(v, one, end, zero, two)",
                   "float32[D//2^min(max(0, m[]), 63)]",
                   {{0, 0, 0, 0, 0, 0, 0},
                    {1, 1, 0, 0, 0, 0, 0},
                    {5, 5, 2, 1, 0, 0, 0},
                    {13, 13, 6, 3, 1, 0, 0},
                    {100, 100, 50, 25, 12, 6, 0}}},
        Repetition{
            "u = Slice(v, zero, end, zero, three) w = Concat(u, f) axis=0",
            "float32[(D + ceildiv(3^min(max(0, m[]), 44), 2) - 9)//3^min(max(0, m[]), 44) + 8]",
            {{0, 0, 5, 7, 8, 8, 8},
             {1, 1, 6, 7, 8, 8, 8},
             {5, 5, 7, 8, 8, 8, 8},
             {13, 13, 10, 9, 8, 8, 8},
             {100, 100, 39, 18, 11, 9, 8}}}));

// After the 63rd iteration nothing changes any more, and no power leaves 64 bits.
TEST(S18Loop, ALoopThatHalvesMayRunForLong) {
  const Inferred model(Repeated("w = Slice(v, zero, end, zero, two)"));
  EXPECT_EQ(SizeAt(model.Type("y"), 100, 1'000'000), 1);
  EXPECT_EQ(SizeAt(model.Type("y"), 0, 1'000'000), 0);
  const Inferred grows(Repeated("w = Concat(v, v) axis=0"));
  EXPECT_EQ(SizeAt(grows.Type("y"), 0, 1'000'000), 0);
}

// More iterations than are run one by one: the size of x itself decides what there is.
TEST(S18Loop, TooManyDoublingsForAnyButAnEmptyTensor) {
  const Inferred model(R"(
    input x: float32[D]
    const m: int64[] = 300
    y = Loop(m, _, x) body={ input i: int64[] input c: bool[] input v: float32[?]
                             w = Concat(v, v) axis=0 k = Identity(c) output k output w }
    output y)");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_THAT(model.Type("y"), MatchesRegex("float32\\[\\?[0-9]+\\]"));
}

TEST(S18Loop, AFactorThatIsASymbolIsNotFollowed) {
  const Inferred model(Repeated("s = Shape(x) w = Tile(v, s)"));
  EXPECT_THAT(model.Type("y"), MatchesRegex("float32\\[\\?[0-9]+\\]"));
}

// The integers a and b are carried beside v; the size of y is that of b in the end.
std::string WithIntegers(absl::string_view body) {
  return absl::StrCat(
      "input x: float32[D] input m: int64[] const two: int64[1] = 2 const three: int64[1] = 3 "
      "s = Shape(x) "
      "a1, b1 = Loop(m, _, three, s) body={ input i: int64[] input c: bool[] input a: int64[1] "
      "input b: int64[1] ",
      body,
      " k = Identity(c) output k output na output nb } "
      "y = ConstantOfShape(b1) z = ConstantOfShape(a1) output y output z");
}

// The values are those of onnxruntime at D = 5 and 4 iterations.
TEST(S18Loop, CarriedIntegersThatChangeEvenlyAreExact) {
  struct Case {
    absl::string_view body, a, b;
    int64_t a_at, b_at;
  };
  for (const auto& [body, a, b, a_at, b_at] : std::vector<Case>{
           {"na = Identity(a) nb = Add(b, a)", "float32[3]", "float32[D + 3*max(0, m[])]", 3, 17},
           {"na = Mul(a, two) nb = Identity(b)", "float32[3*2^max(0, m[])]", "float32[D]", 48, 5},
           {"na = Add(a, two) nb = Div(b, two)", "float32[2*max(0, m[]) + 3]",
            "float32[D//2^min(max(0, m[]), 63)]", 11, 0}}) {
    const Inferred model(WithIntegers(body));
    EXPECT_THAT(model.Diagnostics(), IsEmpty());
    EXPECT_EQ(model.Type("z"), a) << body;
    EXPECT_EQ(model.Type("y"), b) << body;
    EXPECT_EQ(SizeAt(model.Type("z"), 5, 4), a_at) << body;
    EXPECT_EQ(SizeAt(model.Type("y"), 5, 4), b_at) << body;
  }
}

// b grows by a, which grows too; a number that becomes negative is divided as Div truncates.
TEST(S18Loop, CarriedIntegersThatChangeOtherwiseAreUnknown) {
  for (const absl::string_view body :
       {"na = Add(a, two) nb = Add(b, a)", "na = Identity(a) nb = Mul(b, b)",
        "na = Identity(a) u = Sub(b, three) nb = Div(u, two)"}) {
    const Inferred model(WithIntegers(body));
    EXPECT_THAT(model.Type("y"), MatchesRegex("float32\\[\\?[0-9]*\\]")) << body;
  }
}

// v doubles in the inner loop, which runs i times in iteration i of the outer one.
TEST(S18Loop, WhatALoopWithinALoopMultiplies) {
  const std::string inner =
      " = Loop(n, _, v) body={ input j: int64[] input d: bool[] input u: float32[?] "
      "t = Concat(u, u) axis=0 l = Identity(d) output l output t } ";
  const Inferred fixed(Repeated(absl::StrCat("const n: int64[] = 2 w", inner)));
  EXPECT_EQ(fixed.Type("y"), "float32[D*4^max(0, m[])]");
  const Inferred rising(Repeated(absl::StrCat("n = Identity(i) w", inner)));
  EXPECT_THAT(rising.Type("y"), MatchesRegex("float32\\[\\?[0-9]+\\]"));
}

// One dim grows by another one, which grows itself: in each of the rounds in which the outer body
// is inferred.
TEST(S18Loop, ADimThatGrowsByAGrowingOneIsUnknownInAnyRound) {
  const Inferred model(R"(
    input x: float32[D] input z: float32[E] input m: int64[] input n: int64[]
    y = Loop(m, _, x) body={
      input i: int64[] input c: bool[] input v: float32[?]
      p, q = Loop(n, _, v, z) body={
        input j: int64[] input d: bool[] input a: float32[?] input b: float32[?]
        na = Concat(a, b) axis=0
        nb = Concat(b, z) axis=0
        l = Identity(d) output l output na output nb }
      k = Identity(c) output k output p }
    output y)");
  EXPECT_THAT(model.Type("y"), MatchesRegex("float32\\[\\?[0-9]+\\]"));
  EXPECT_EQ(model.Type("q"), "float32[E*max(0, n[]) + E]");
}

// v grows by one element in each iteration of the innermost of loops that are nested.
TEST(S18Loop, LoopsNestedSixDeep) {
  std::string body = "w = Concat(v, x) axis=0";
  for (int level = 5; level >= 1; --level) {
    const std::string u = absl::StrCat("v", level);
    body = absl::StrCat("w", level, " = Loop(m, _, v) body={ input i", level, ": int64[] input c",
                        level, ": bool[] input v", level, ": float32[?] ",
                        absl::StrReplaceAll(body, {{"Concat(v,", absl::StrCat("Concat(", u, ",")},
                                                   {"_, v)", absl::StrCat("_, ", u, ")")}}),
                        level == 5 ? " k5 = Identity(c5) output k5 output w }"
                                   : absl::StrCat(" k", level, " = Identity(c", level, ") output k",
                                                  level, " output w", level + 1, " }"));
  }
  const Inferred model(absl::StrCat(
      "input x: float32[1] input m: int64[] y = Loop(m, _, x) body={ input i: int64[] input c: "
      "bool[] input v: float32[?] ",
      body, " k = Identity(c) output k output w1 } output y"));
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  // m^6 of them.
  EXPECT_EQ(SizeAt(model.Type("y"), 1, 3), 730);
}

}  // namespace
}  // namespace shapewright::inference
