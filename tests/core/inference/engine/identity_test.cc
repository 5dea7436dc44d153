// Which unknowns are one symbol, and what symbols are called. Expected values by the paragraphs S69
// to S71 of docs/semantics.md; that two calls of something random differ was seen in onnxruntime.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "tests/core/inference/support/inferred.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// How many different types the values `name0`, `name1`, ... have.
size_t CountTypes(const Inferred& model, absl::string_view name, int count) {
  std::set<std::string> types;
  for (int i = 0; i < count; ++i) types.insert(model.Type(absl::StrCat(name, i)));
  return types.size();
}

// `count` times what `write` gives for each number, between commas.
template <typename Write>
std::string List(int count, Write write) {
  std::string text;
  for (int i = 0; i < count; ++i) absl::StrAppend(&text, i == 0 ? "" : ", ", write(i));
  return text;
}

TEST(S69Keys, ThreeHundredCarriedValuesAreAsManyUnknowns) {
  constexpr int kCount = 300;
  std::string text = "input m: int64[] input p: bool[] ";
  for (int i = 0; i < kCount; ++i) absl::StrAppend(&text, "input x", i, ": float32[N", i, "] ");
  absl::StrAppend(&text, List(kCount, [](int i) { return absl::StrCat("y", i); }), " = Loop(m, p, ",
                  List(kCount, [](int i) { return absl::StrCat("x", i); }),
                  ") body={ input i: int64[] input c: bool[] ");
  for (int i = 0; i < kCount; ++i) absl::StrAppend(&text, "input v", i, ": float32[?] ");
  absl::StrAppend(&text, "d = Identity(c) ");
  for (int i = 0; i < kCount; ++i) {
    absl::StrAppend(&text, "w", i, " = Concat(v", i, ", v", i, ") axis=0 ");
  }
  absl::StrAppend(&text, "output d ");
  for (int i = 0; i < kCount; ++i) absl::StrAppend(&text, "output w", i, " ");
  absl::StrAppend(&text, "} output y0");
  const Inferred model(text);
  EXPECT_EQ(CountTypes(model, "y", kCount), kCount);
}

TEST(S69Keys, ThreeHundredPairsOfOneIf) {
  constexpr int kCount = 300;
  std::string text = "input p: bool[] ";
  for (int i = 0; i < kCount; ++i) {
    absl::StrAppend(&text, "input a", i, ": float32[N", i, "] input b", i, ": float32[M", i, "] ");
  }
  absl::StrAppend(&text, List(kCount, [](int i) { return absl::StrCat("y", i); }), " = If(p)");
  for (const absl::string_view side : {"a", "b"}) {
    absl::StrAppend(&text, side == "a" ? " then_branch={ " : " else_branch={ ");
    for (int i = 0; i < kCount; ++i) {
      absl::StrAppend(&text, side, "r", i, " = Relu(", side, i, ") ");
    }
    for (int i = 0; i < kCount; ++i) absl::StrAppend(&text, "output ", side, "r", i, " ");
    absl::StrAppend(&text, "}");
  }
  absl::StrAppend(&text, " output y0");
  const Inferred model(text);
  EXPECT_EQ(CountTypes(model, "y", kCount), kCount);
}

// A dim of 100 axes further is another one.
TEST(S69Keys, ThreeHundredOutputsOfManyAxes) {
  std::string dims;
  for (int i = 0; i < 120; ++i) absl::StrAppend(&dims, i == 0 ? "" : ", ", "N", i);
  const Inferred model(absl::StrCat("opset 13 opset 1 input x: float32[", dims,
                                    "] input s: int64[120] y0 = Slice(x, s, s) output y0"));
  const std::string type = model.Type("y0");
  std::set<std::string> seen;
  for (const absl::string_view dim :
       absl::StrSplit(absl::string_view(type).substr(8, type.size() - 9), ", ")) {
    EXPECT_TRUE(seen.insert(std::string(dim)).second) << dim;
  }
}

constexpr absl::string_view kTwoSequences = R"(
    input m: int64[]
    input p: bool[]
    input a2: float32[2]
    input a3: float32[3]
    input b7: float32[7]
    input b9: float32[9]
    s = SequenceConstruct(a2)
    t = SequenceConstruct(b7)
    ss, tt = Loop(m, p, s, t) body={
      input i: int64[]
      input c: bool[]
      input u: seq(float32[?])
      input v: seq(float32[?])
      d = Identity(c)
      uu = SequenceInsert(u, a3)
      vv = SequenceInsert(v, b9)
      output d output uu output vv
    }
    const zero: int64[] = 0
    x = SequenceAt(ss, zero)
    y = SequenceAt(tt, zero)
    n = SequenceLength(ss)
    output x
    output y
  )";

TEST(S69Keys, SequencesThatOneLoopCarriesAreApart) {
  const Inferred model(kTwoSequences);
  EXPECT_NE(model.Type("x"), model.Type("y"));
  const auto symbols = model.Symbols();
  EXPECT_THAT(symbols, Contains(HasSubstr(" 2..3")));
  EXPECT_THAT(symbols, Contains(HasSubstr(" 7..9")));
}

// What is asked in a branch is bounded by what the branch learns.
TEST(S69Keys, AnUnknownOfABranchIsNotTheOneOutside) {
  constexpr absl::string_view kBranch = R"(
    input x: float32[N]
    input p: bool[]
    const two: float32[2] = 1. 2.
    a = If(p) then_branch={ s = MatMul(x, two) z = NonZero(x) output z }
              else_branch={ w = NonZero(x) output w }
    y = NonZero(x)
    output y
    output a
  )";
  const auto answer = Answer(Request(kBranch, ""));
  for (const auto& symbol : answer.symbols()) {
    const bool is_outside = symbol.origin().graph() == 0 && symbol.name()[0] == '?';
    if (is_outside) {
      EXPECT_NE(symbol.range().max(), 2) << symbol.name();
    }
  }
  // With 9 elements, up to 9 are not zero.
  EXPECT_EQ(ShapeOf(answer, "y").substr(0, 4), "[1, ");
  const auto evaluated = Evaluated(kBranch, "bindings { symbols { symbol: 'N' size: 9 } }");
  EXPECT_EQ(UpperSizesOf(evaluated.evaluations(0))[1], 9);
}

// Two nodes of `op`, each counted by NonZero, in a model that begins with `header`.
std::string Twice(absl::string_view header, absl::string_view op) {
  return absl::StrCat("opset 17 opset my.domain 1 opset com.microsoft 1 input x: float32[N, 3] ",
                      header, " a = ", op, " b = ", op,
                      " y = NonZero(a) z = NonZero(b) output y output z");
}

TEST(S70Purity, TwoCallsOfWhatIsImpureAreTwoUnknowns) {
  const std::string random = "function my.domain.F(q) -> (r) { r = RandomUniformLike(q) } ";
  for (const auto& [header, op] : std::vector<std::pair<std::string, std::string>>{
           {"", "RandomUniformLike(x)"},
           {"", "RandomNormalLike(x)"},
           {"", "RandomNormal() shape=[4, 3]"},
           {"", "RandomUniform() shape=[4, 3]"},
           {"", "Bernoulli(x)"},
           {"", "Multinomial(x)"},
           {"", "my.domain.Unknown(x)"},
           {"", "com.microsoft.BiasDropout(x, x)"},
           {"const t: bool[] = 1 const r: float32[] = 0.5", "Dropout(x, r, t)"},
           {"input t: bool[] const r: float32[] = 0.5", "Dropout(x, r, t)"},
           {random, "my.domain.F(x)"},
           {random + "function my.domain.G(q) -> (r) { r = my.domain.F(q) } ", "my.domain.G(x)"},
           {random + "input p: bool[] function my.domain.G(q, p) -> (r) { r = If(p) "
                     "then_branch={ s = my.domain.F(q) output s } "
                     "else_branch={ t = Relu(q) output t } } ",
            "my.domain.G(x, p)"},
           {"function my.domain.F(q) -> (r) { r = my.domain.Unknown(q) } ", "my.domain.F(x)"}}) {
    const Inferred model(Twice(header, op));
    EXPECT_NE(model.Type("y"), model.Type("z")) << op << " " << header;
  }
}

TEST(S70Purity, TwoCallsOfWhatIsPureAreOne) {
  const std::string pure = "function my.domain.F(q) -> (r) { r = Relu(q) } ";
  for (const auto& [header, op] : std::vector<std::pair<std::string, std::string>>{
           {"", "Relu(x)"},
           {"", "Dropout(x)"},
           {"const r: float32[] = 0.5", "Dropout(x, r)"},
           {pure, "my.domain.F(x)"},
           {pure + "function my.domain.G(q) -> (r) { r = my.domain.F(q) } ", "my.domain.G(x)"}}) {
    const Inferred model(Twice(header, op));
    EXPECT_EQ(model.Type("y"), model.Type("z")) << op << " " << header;
  }
}

// Whether a Dropout draws is an attribute before 7, an operand from 12 on; between none does.
TEST(S70Purity, ADropoutDrawsInTrainingMode) {
  struct Mode {
    const char* opset;
    const char* op;
    bool draws;
  };
  for (const Mode& mode : {Mode{"opset 1", "Dropout(x)", true},
                           {"opset 6", "Dropout(x) is_test=0", true},
                           {"opset 6", "Dropout(x) is_test=1", false},
                           {"opset 7", "Dropout(x)", false},
                           {"opset 10", "Dropout(x)", false},
                           {"opset 12", "Dropout(x)", false},
                           {"const t: bool[] = 1 opset 12", "Dropout(x, _, t)", true},
                           {"const t: bool[] = 1 opset 22", "Dropout(x, _, t)", true}}) {
    const Inferred model(absl::StrCat(
        mode.opset, " opset com.microsoft 1 input x: float32[N] a = ", mode.op, " b = ", mode.op,
        " y = com.microsoft.Unique(a) z = com.microsoft.Unique(b) output y output z"));
    EXPECT_EQ(model.Type("y") != model.Type("z"), mode.draws) << mode.opset << " " << mode.op;
  }
}

// In each iteration something else is drawn.
TEST(S70Purity, EachIterationDrawsAnew) {
  const Inferred model(R"(
    input x: float32[N]
    input p: bool[]
    const two: int64[] = 2
    n, s = Loop(two, _, x) body={
      input i: int64[]
      input c: bool[]
      input v: float32[?]
      d = Identity(c)
      r = RandomUniformLike(x)
      z = NonZero(r)
      f = Cast(z) to=1
      shape = Constant() value=int64[1](-1)
      flat = Reshape(f, shape)
      k = Shape(z)
      output d output flat output k
    }
    const zero: int64[1] = 0
    const one: int64[1] = 1
    first = Slice(s, zero, one)
    const end: int64[1] = 2
    second = Slice(s, one, end)
    equal = Equal(first, second)
    output equal
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("equal"), "bool[1, 2]");
}

// A function may have the name of an operator of ONNX.
TEST(S70Purity, AFunctionCalledIdentityIsNoIdentity) {
  const Inferred model(R"(
    opset 17
    input x: float32[N]
    function .Identity(q) -> (r) { r = RandomUniformLike(q) }
    a = Identity(x)
    y = NonZero(a)
    z = NonZero(x)
    output y
    output z
  )");
  EXPECT_NE(model.Type("y"), model.Type("z"));
}

// Two constants of one content, of which the request replaces one.
TEST(S69Keys, AReplacedConstantIsAnotherValue) {
  std::string text = "const k: float32[70] =";
  for (int i = 0; i < 70; ++i) text += " 0.";
  text += " const l: float32[70] =";
  for (int i = 0; i < 70; ++i) text += " 0.";
  text += " y = NonZero(k) z = NonZero(l) output y output z";
  std::string data;
  for (int i = 0; i < 70 * 4; ++i) data += "\\001";
  const auto answer =
      Answer(Request(text, absl::StrCat("model { constants { name: 'k' tensor { element_type: "
                                        "ELEMENT_TYPE_FLOAT sizes: 70 raw: '",
                                        data, "' } } }")));
  EXPECT_NE(ShapeOf(answer, "y"), ShapeOf(answer, "z"));
}

std::vector<std::string> NamesOf(const v1::InferShapesResponse& answer) {
  std::vector<std::string> names;
  for (const auto& symbol : answer.symbols()) names.push_back(symbol.name());
  return names;
}

// Declared dims of every generated form beside values that get such names.
constexpr absl::string_view kMeeting = R"(
    input a: float32['?1', 'x[0]', 'N@2', t1, '?3']
    input b: float32[?, '?2']
    input x: int64[2]
    input s: int64[]
    z = NonZero(b)
    c = ConstantOfShape(x)
    output z
    output c
  )";

TEST(S71Names, DeclaredOnesComeFirstAndGeneratedOnesYield) {
  const Inferred model(kMeeting);
  const auto names = NamesOf(model.answer());
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  for (const absl::string_view name : {"?1", "x[0]", "N@2", "t1", "?3", "?2"}) {
    EXPECT_THAT(names, Contains(std::string(name)));
  }
  EXPECT_EQ(model.Type("a"), "float32[`?1`, `x[0]`, `N@2`, t1, `?3`]");
  EXPECT_EQ(model.Type("b"), "float32[?4, `?2`]");
  EXPECT_EQ(model.Type("z"), "int64[2, ?5]");
  EXPECT_EQ(model.Type("c"), "float32[`x[0]@2`, x[1]]");
}

TEST(S71Names, ABindingMeansOneSymbol) {
  const auto answer = Answer(EvaluateRequestOf(kMeeting, R"pb(
    values: "a"
    bindings {
      symbols { symbol: "?1" size: 11 }
      symbols { symbol: "x[0]" size: 12 }
      symbols { symbol: "N@2" size: 13 }
      symbols { symbol: "t1" size: 14 }
      symbols { symbol: "?3" size: 15 }
      symbols { symbol: "x[0]@2" size: 16 }
      symbols { symbol: "x[1]" size: 17 }
    }
    bindings {
      inputs {
        name: "x"
        sizes: 2
        values: [ 3, 4 ]
      }
    }
  )pb"));
  EXPECT_THAT(answer.evaluations(0).outputs(1).sizes(), testing::ElementsAre(16, 17));
  EXPECT_THAT(answer.evaluations(0).values(0).sizes(), testing::ElementsAre(11, 12, 13, 14, 15));
  EXPECT_THAT(answer.evaluations(1).outputs(1).sizes(), testing::ElementsAre(3, 4));
  EXPECT_THAT(answer.evaluations(1).values(0).sizes(), testing::ElementsAre(-1, -1, -1, -1, -1));
}

TEST(S71Names, AFactOfTheRequestMeansOneSymbol) {
  const auto answer = Answer(Request(kMeeting, R"pb(
    model { premises: "x[0] = 5" premises: "`x[0]@2` = 6" premises: "?1 = 7" }
  )pb"));
  EXPECT_EQ(ShapeOf(answer, "a"), "[7, 5, `N@2`, t1, `?3`]");
  EXPECT_EQ(ShapeOf(answer, "c"), "[6, x[1]]");
}

TEST(S71Names, OfInputTypesToo) {
  const auto answer =
      Answer(Request("input b: float32[?] input c: float32[M] z = NonZero(b) "
                     "output z",
                     R"pb(
                       model {
                         input_types {
                           name: "c"
                           type {
                             tensor {
                               element_type: ELEMENT_TYPE_FLOAT
                               shape {
                                 dims { expr: "?1" }
                                 dims { expr: "?2" }
                               }
                             }
                           }
                         }
                       }
                     )pb"));
  const auto names = NamesOf(answer);
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
  EXPECT_EQ(ShapeOf(answer, "b"), "[?3]");
}

// A name of values that are no inputs, once for a size that is known and once for one that is not.
TEST(S71Names, AliasesAreApart) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    input x: float32[N]
    a = Concat(x, x) axis=0
    b = my.domain.Unknown(x)
    value a: float32[h]
    value b: float32[h]
    output b
  )");
  const auto names = NamesOf(model.answer());
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

// `N` in the body of a loop is of one iteration, in that of a function of one call (S9).
TEST(S71Names, OfABodyMeanNothingOutside) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    input x: float32[N]
    input y: float32[M]
    input m: int64[]
    input p: bool[]
    l, s = Loop(m, p, y) body={
      input i: int64[] input c: bool[] input v: float32[?]
      d = Identity(c)
      z = NonZero(v)
      value z: int64[1, N]
      w = Identity(v)
      output d output w output z
    }
    output l
  )");
  for (const std::string& fact : model.Facts()) EXPECT_THAT(fact, Not(HasSubstr("N")));
  EXPECT_THAT(model.Type("z"), Not(HasSubstr("N")));
}

// onnxruntime runs it with x [0, 4], s = {0, 7} and y [3, 1920].
TEST(S13Reshape, OfNoElementsFollowsNoConcat) {
  const auto answer = Answer(Request(R"(
    opset 17
    input x: float32[0, 4]
    input y: float32[3, 1920]
    input s: int64[2]
    r = Reshape(x, s)
    t = Relu(r)
    c = Concat(t, y) axis=0
    output c
    output r
  )",
                                     ""));
  EXPECT_THAT(ShapeOf(answer, "r"), Not(HasSubstr("1920")));
  EXPECT_THAT(ShapeOf(answer, "c"), HasSubstr(", 1920]"));
}

// An input's element is one symbol by whatever name a node reads it.
TEST(S71Names, AnElementThroughIdentityAndAFunction) {
  const Inferred model(R"(
    opset 17
    opset my.domain 1
    input x: int64[2]
    function my.domain.Fill(q) -> (r) { r = ConstantOfShape(q) }
    copy = Identity(x)
    a = ConstantOfShape(copy)
    b = my.domain.Fill(x)
    c = ConstantOfShape(x)
    output a output b output c
  )");
  for (const absl::string_view value : {"a", "b", "c"}) {
    EXPECT_EQ(model.Type(value), "float32[x[0], x[1]]");
  }
}

}  // namespace
}  // namespace shapewright::inference
