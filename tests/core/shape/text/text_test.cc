#include <map>
#include <random>

#include "absl/strings/match.h"
#include "core/shape/program.h"
#include "core/shape/text/parse.h"
#include "core/shape/text/print.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace shapewright::shape {
namespace {

using symbolic::Expr;
using symbolic::Interval;
using testing::HasSubstr;

// An arena with a scope of names, each a symbol from its first use on.
class Scope {
 public:
  absl::StatusOr<Expr> Resolve(absl::string_view name) {
    if (name == "?") return exprs.AddAnonymous(Interval::Size(), "", symbolic::Site());
    if (name == "refused") return absl::NotFoundError("no such symbol");
    Expr& known = names_[std::string(name)];
    if (!known.is_unknown()) return known;
    symbolic::Symbol symbol;
    symbol.name = std::string(name);
    if (name[0] == '?')
      symbol.kind = symbolic::SymbolKind::kAnonymous;
    else if (absl::StrContains(name, "["))
      symbol.kind = symbolic::SymbolKind::kInputValue;
    else
      symbol.kind = symbolic::SymbolKind::kInputDim;
    symbol.bounds = Interval::Size();
    known = exprs.AddSymbol(symbol);
    return known;
  }
  // So that the names of symbols that exist mean these symbols.
  void Know(Expr symbol) { names_[exprs.symbol(exprs.node(symbol.node()).symbol).name] = symbol; }

  absl::StatusOr<TypeId> Parse(absl::string_view text) {
    return ParseType(types, exprs, text, [this](absl::string_view name) { return Resolve(name); });
  }
  absl::StatusOr<ShapeValue> ParseAShape(absl::string_view text) {
    return ParseShape(exprs, text, [this](absl::string_view name) { return Resolve(name); });
  }
  std::string Format(TypeId id) const { return FormatType(types, id, exprs); }

  symbolic::ExprArena exprs;
  TypeTable types;

 private:
  std::map<std::string, Expr> names_;
};

TEST(ShapeText, PrintsWhatItReads) {
  for (const std::string text : {
           "?",
           "float32[]",
           "float32[N, 3, ?1]",
           "int64[N + 5, 2*N*M, (N - 1)//2]",
           "float16[max(0, N - 3), `a b`, x[2], y[]]",
           "undefined[2]",
           "float32?",
           "float32 rank 2..4",
           "bool rank ..3",
           "sparse(float32[3, N])",
           "seq(float32[N])",
           "seq(float32?; N + 1)",
           "seq(float32 rank 1..2; 2; float32[N], float32[2, min(N, 3)])",
           "seq(seq(int8[1]; 3))",
           "map(string, int64[])",
           "seq(map(int64, float32[]); N)",
           "optional(seq(float32[2]); present)",
           "optional(?; absent)",
           "optional(float32[])",
           "opaque(`my.domain`, `a``b`)",
           "seq(?)",
       }) {
    Scope scope;
    const auto type = scope.Parse(text);
    ASSERT_TRUE(type.ok()) << text << ": " << type.status();
    EXPECT_EQ(scope.Format(*type), text);
  }
}

// S35: the text of a type with alternatives means the same type.
TEST(ShapeText, S35PrintsTheAlternativesThatItReads) {
  Scope scope;
  const auto parse = [&](absl::string_view text) {
    return ParseTypeByCase(scope.types, scope.exprs, text,
                           [&](absl::string_view name) { return scope.Resolve(name); });
  };
  for (const std::string text : {
           "float32[B] if S = 1 else float32[B, S]",
           "float32[] if B <= S else float32[S] if S = 7 else float32[B, S]",
           "int64[2] if (S = 1) and (x[] = 3) else seq(float32[N])",
           "float32[else] if (else = 1) else float32[B, S]",
           "float32[`a b`] if `a b` = 1 else float32?",
           "float32[]",
       }) {
    const auto type = parse(text);
    ASSERT_TRUE(type.ok()) << text << ": " << type.status();
    EXPECT_EQ(scope.Format(*type), text);
    const auto again = parse(scope.Format(*type));
    ASSERT_TRUE(again.ok());
    EXPECT_EQ(*again, *type) << text;
  }
  const Type& type = scope.types.at(*parse("float32[B] if S = 1 else float32[B, S]"));
  EXPECT_FALSE(type.has_rank());
  EXPECT_EQ(type.shape.rank_bounds, (Interval{1, 2}));
  EXPECT_EQ(type.alternatives.size(), 2u);
  for (const absl::string_view wrong :
       {"float32[] if S = 1", "float32[] if S else float32[1]", "float32[] if S = 1 else",
        "seq(float32[] if S = 1 else float32[1])", "float32[] if  else float32[1]"}) {
    EXPECT_FALSE(parse(wrong).ok()) << wrong;
  }
}

TEST(ShapeText, ReadsLooseSpacing) {
  Scope scope;
  const auto type = scope.Parse("  seq( float32 [ N ,3 ] ;2 ) ");
  ASSERT_TRUE(type.ok()) << type.status();
  EXPECT_EQ(scope.Format(*type), "seq(float32[N, 3]; 2)");
}

// S24: the normal forms of intervals.
TEST(ShapeText, S24Intervals) {
  Scope scope;
  const auto shape = scope.ParseAShape("[2..8, 3..3, 0.., ..8, -5..4]");
  ASSERT_TRUE(shape.ok()) << shape.status();
  ASSERT_EQ(shape->dims.size(), 5u);
  EXPECT_EQ(scope.exprs.Bounds(shape->dims[0]), (Interval{2, 8}));
  EXPECT_EQ(shape->dims[1], Dim(3));
  EXPECT_EQ(scope.exprs.Bounds(shape->dims[2]), Interval::Size());
  EXPECT_EQ(scope.exprs.Bounds(shape->dims[3]), (Interval{0, 8}));
  EXPECT_EQ(scope.exprs.Bounds(shape->dims[4]), (Interval{0, 4}));
}

// S7: a bare ? is always a new one.
TEST(ShapeText, S7BareQuestionMarksAreNew) {
  Scope scope;
  const auto shape = scope.ParseAShape("[?, ?, ?1, ?1]");
  ASSERT_TRUE(shape.ok()) << shape.status();
  EXPECT_FALSE(shape->dims[0] == shape->dims[1]);
  EXPECT_EQ(shape->dims[2], shape->dims[3]);
}

// S24: anonymous dims that stand in one place print as intervals.
TEST(ShapeText, S24PrintsSingleUsesAsIntervals) {
  Scope scope;
  const auto shape = scope.ParseAShape("[2..8, ?, ..8, N, 3]");
  ASSERT_TRUE(shape.ok()) << shape.status();
  std::vector<Dim> dims = shape->dims;
  dims.push_back(symbolic::Add(scope.exprs, dims[0], 1));
  dims.push_back(symbolic::Add(scope.exprs, dims[2], dims[3]));
  AnonymousUses uses(scope.exprs);
  uses.Count(Shape::Of(dims));
  EXPECT_EQ(FormatShape(scope.exprs, Shape::Of(dims), &uses), "[?1, ?, ?3, N, 3, ?1 + 1, ?3 + N]");
  const Dim sum = symbolic::Add(scope.exprs, dims[0], dims[1]);
  AnonymousUses alone(scope.exprs);
  alone.Count(sum);
  EXPECT_EQ(FormatDim(scope.exprs, sum, &alone), "2..");
}

TEST(ShapeText, S24AddsIntervalsOfSingleUses) {
  Scope scope;
  const auto shape = scope.ParseAShape("[2..8, 1..3]");
  ASSERT_TRUE(shape.ok()) << shape.status();
  const Dim sum = symbolic::Add(scope.exprs, shape->dims[0], shape->dims[1]);
  AnonymousUses uses(scope.exprs);
  uses.Count(sum);
  EXPECT_EQ(FormatDim(scope.exprs, sum, &uses), "3..11");
  // The same unknown twice in one dim is more than its interval.
  const Dim square = symbolic::Multiply(scope.exprs, shape->dims[0], shape->dims[0]);
  AnonymousUses twice(scope.exprs);
  twice.Count(square);
  EXPECT_EQ(FormatDim(scope.exprs, square, &twice), "?1*?1");
}

TEST(ShapeText, SaysWhereATextIsWrong) {
  const std::pair<std::string, std::string> cases[] = {
      {"", "column 1: expected"},
      {"float33[2]", "\"float33\" is not an element type"},
      {"float32", "column 8: expected \"[\", \"rank\" or \"?\", found the end"},
      {"float32[2", "expected \"]\", found the end"},
      {"float32[2]]", "column 11: expected the end"},
      {"float32[2 3]", "expected an operator"},
      {"float32[,]", "expected a number"},
      {"float32[5..2]", "the minimum is greater"},
      {"float32[-5..-2]", "holds no size"},
      {"float32 rank x", "expected a form"},
      {"float32[1 // 0]", "division by zero"},
      {"float32[refused]", "no such symbol"},
      {"seq(float32[2]", "expected \")\", found the end"},
      {"set(float32[2])", "expected a type"},
      {"optional(float32[2]; perhaps)", "expected \"absent\""},
      {"map(int64 float32[])", "expected \",\""},
      {"map(float32, float32[])", "no map has keys of type float32"},
      {"seq(float32[2]; -1)", "the length of a sequence is negative: -1"},
      {"float32 rank -1..2", "an end is negative"},
      {"opaque(`a, `b`)", "expected \",\""},
      {"opaque(`a`, `b)", "closing backtick"},
      {"float32[9223372036854775808]", "does not fit"},
  };
  for (const auto& [text, error] : cases) {
    Scope scope;
    const auto type = scope.Parse(text);
    ASSERT_FALSE(type.ok()) << text;
    EXPECT_THAT(std::string(type.status().message()), HasSubstr(error)) << text;
  }
}

TEST(ShapeText, SurvivesDeepNesting) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += "seq(";
  Scope scope;
  EXPECT_FALSE(scope.Parse(text).ok());
  EXPECT_FALSE(scope.Parse("float32[" + std::string(100'000, '(') + "]").ok());
}

// The law: printing, then parsing gives the same type back.
class RandomTypes {
 public:
  RandomTypes(Scope& scope, uint32_t seed) : scope_(scope), random_(seed) {
    for (const char* name : {"N", "M", "`x", "a b", "_k.1"}) AddSymbol(*scope.Resolve(name));
    for (int i = 0; i < 3; ++i) {
      AddSymbol(scope.exprs.AddAnonymous({i, 8}, "", symbolic::Site()));
    }
  }

  TypeId Make(int depth) {
    Type type;
    switch (Pick(depth > 0 ? 8 : 3)) {
      case 0:
        return kUnknownType;
      case 1:
        return scope_.types.Tensor(Element(), Shape::OfUnknownRank(RankBounds()));
      case 3:
        return scope_.types.Optional(Make(depth - 1), static_cast<Presence>(Pick(3)));
      case 4:
        return scope_.types.Sequence(Make(depth - 1), Pick(2) == 0 ? Dim() : MakeDim(2));
      case 5:
        return MakePositions(depth - 1);
      case 7:
        return MakeProgram(depth - 1);
      case 6:
        type.kind = TypeKind::kMap;
        type.element = ElementType::kInt64;
        type.inner = Make(depth - 1);
        return scope_.types.Intern(type);
      default:
        return MakeTensor();
    }
  }

 private:
  void AddSymbol(Expr symbol) {
    scope_.Know(symbol);
    symbols_.push_back(symbol);
  }
  int Pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  ElementType Element() { return static_cast<ElementType>(Pick(kElementTypeCount)); }
  Interval RankBounds() {
    const int64_t low = Pick(3);
    return Pick(2) == 0 ? Interval::AtLeast(low) : Interval{low, low + 1 + Pick(3)};
  }

  Dim MakeDim(int depth) {
    if (depth == 0 || Pick(3) == 0) {
      return Pick(2) == 0 ? Dim(Pick(7)) : symbols_[Pick(static_cast<int>(symbols_.size()))];
    }
    const Dim a = MakeDim(depth - 1);
    const Dim b = MakeDim(depth - 1);
    symbolic::ExprArena& exprs = scope_.exprs;
    switch (Pick(6)) {
      case 0:
        return symbolic::Add(exprs, a, b);
      case 1:
        return symbolic::Multiply(exprs, a, b);
      case 2:
        return symbolic::Max(exprs, a, b);
      case 3:
        return symbolic::FloorDiv(exprs, a, 2 + Pick(3));
      case 4:
        return symbolic::CeilDiv(exprs, a, 2 + Pick(3));
      default:
        return symbolic::Broadcast(exprs, a, b);
    }
  }

  TypeId MakeTensor() {
    std::vector<Dim> dims;
    for (int rank = Pick(4); rank > 0; --rank) dims.push_back(MakeDim(3));
    Type type;
    type.kind = Pick(8) == 0 ? TypeKind::kSparseTensor : TypeKind::kTensor;
    type.element = Element();
    type.shape = Shape::Of(dims);
    return scope_.types.Intern(type);
  }

  TypeId MakePositions(int depth) {
    std::vector<TypeId> positions;
    for (int count = 1 + Pick(3); count > 0; --count) positions.push_back(Make(depth));
    Type type;
    type.kind = TypeKind::kSequence;
    type.inner = Make(depth);
    type.length = static_cast<int64_t>(positions.size());
    type.positions = positions;
    return scope_.types.Intern(type);
  }

  TypeId MakeProgram(int depth) {
    std::vector<TypeId> parameters;
    std::vector<std::string> names;
    for (int count = Pick(3); count > 0; --count) {
      parameters.push_back(Make(depth));
      names.push_back(Pick(2) == 0 ? "" : "a `name` (of: its, own)");
    }
    return ProgramOf(scope_.types, parameters, names, Make(depth));
  }

  Scope& scope_;
  std::mt19937 random_;
  std::vector<Expr> symbols_;
};

TEST(ShapeText, ParsingWhatWasPrintedGivesTheSameType) {
  for (uint32_t seed = 0; seed < 2000; ++seed) {
    Scope scope;
    const TypeId type = RandomTypes(scope, seed).Make(3);
    const std::string text = scope.Format(type);
    const auto parsed = scope.Parse(text);
    ASSERT_TRUE(parsed.ok()) << text << ": " << parsed.status();
    EXPECT_EQ(*parsed, type) << text << " became " << scope.Format(*parsed);
  }
}

TEST(ShapeText, RandomTextsNeverCrash) {
  const std::string letters = "float32[N, ?..8](;)`?rankseq+*/-";
  std::mt19937 random(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string text = i % 2 == 0 ? "seq(float32[" : "";
    for (int n = static_cast<int>(random() % 12); n > 0; --n) {
      text.push_back(letters[random() % letters.size()]);
    }
    Scope scope;
    const auto type = scope.Parse(text);
    if (!type.ok()) continue;
    const std::string printed = scope.Format(*type);
    EXPECT_TRUE(scope.Parse(printed).ok()) << text << " printed as " << printed;
  }
}

}  // namespace
}  // namespace shapewright::shape
