#include "core/inference/facts/suggestion.h"

#include <numeric>

#include "absl/strings/str_cat.h"
#include "core/inference/facts/given_facts.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/text/print.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;
using symbolic::ExprArena;
using symbolic::Fact;
using symbolic::Interval;
using symbolic::Relation;

// Suggestions about larger expressions are too long to be read.
constexpr uint32_t kMaxNodes = 32;

bool IsShort(const ExprArena& arena, Expr e) {
  return !e.is_symbolic() || arena.node(e.node()).dag_size <= kMaxNodes;
}

// A bound on the fact's only symbol, such as "height >= 16"; empty unless it is equivalent to the
// fact.
std::string SuggestInterval(ExprArena& arena, const Fact& fact) {
  const auto symbol = OnlySymbol(arena, fact);
  if (!symbol) return "";
  const Interval learned = arena.SymbolBounds(*symbol);
  const Interval declared = arena.symbol(*symbol).bounds;
  arena.SetSymbolBounds(*symbol, declared);
  symbolic::FactStore store(arena);
  store.PushScope({});
  store.RequireAtMost(fact.left, fact.right, fact.source);
  const Interval narrow = arena.SymbolBounds(*symbol);
  const bool says_all = symbolic::IsAtMost(arena, fact.left, fact.right);
  store.PopScope();
  arena.SetSymbolBounds(*symbol, learned);
  if (!says_all || narrow == declared) return "";
  const std::string name = symbolic::ToString(arena, Expr::FromNode(arena.symbol(*symbol).node));
  const bool has_min = narrow.min != declared.min;
  const bool has_max = narrow.max != declared.max;
  if (has_min && has_max) return absl::StrCat(narrow.min, " <= ", name, " <= ", narrow.max);
  return has_min ? absl::StrCat(name, " >= ", narrow.min) : absl::StrCat(name, " <= ", narrow.max);
}

std::string SuggestAtMost(ExprArena& arena, const Fact& fact) {
  std::string text = SuggestInterval(arena, fact);
  if (!text.empty()) return text;
  if (fact.left.is_constant()) {
    return absl::StrCat(symbolic::ToString(arena, fact.right), " >= ", fact.left.constant());
  }
  return absl::StrCat(symbolic::ToString(arena, fact.left),
                      " <= ", symbolic::ToString(arena, fact.right));
}

// 4*N is a multiple of 32 where N is one of 8.
std::string SuggestDivisible(const ExprArena& arena, const Fact& fact) {
  Expr multiple = fact.left;
  Expr divisor = fact.right;
  if (divisor.is_constant() && multiple.is_symbolic()) {
    const auto terms = symbolic::TermsOf(arena, multiple);
    if (terms.size() == 1) {
      multiple = Expr::FromNode(terms[0].monomial);
      divisor = divisor.constant() / std::gcd(divisor.constant(), terms[0].coefficient);
    }
  }
  return absl::StrCat(symbolic::ToString(arena, multiple), " must be a multiple of ",
                      symbolic::ToString(arena, divisor));
}

// The constant side last.
std::string SuggestPair(const ExprArena& arena, const Fact& fact, absl::string_view must) {
  const bool swaps = fact.left.is_constant();
  return absl::StrCat(symbolic::ToString(arena, swaps ? fact.right : fact.left), must,
                      symbolic::ToString(arena, swaps ? fact.left : fact.right));
}

}  // namespace

std::string Suggestion(ExprArena& arena, const Fact& fact) {
  if (!fact.left.is_symbolic() && !fact.right.is_symbolic()) return "";
  if (!IsShort(arena, fact.left) || !IsShort(arena, fact.right)) return "";
  switch (fact.relation) {
    case Relation::kEqual:
      return fact.left == fact.right ? "" : SuggestPair(arena, fact, " must be ");
    case Relation::kAtMost:
      return SuggestAtMost(arena, fact);
    case Relation::kDivisible:
      return SuggestDivisible(arena, fact);
    case Relation::kBroadcastable: {
      const bool has_constant = fact.left.is_constant() || fact.right.is_constant();
      return SuggestPair(arena, fact, has_constant ? " must be 1 or " : " must be 1 or equal ");
    }
    case Relation::kNotEqual:
      return SuggestPair(arena, fact, " must not be ");
  }
  return "";
}

absl::string_view RelationSign(Relation relation) {
  switch (relation) {
    case Relation::kEqual:
      return "=";
    case Relation::kAtMost:
      return "<=";
    case Relation::kDivisible:
      return "is a multiple of";
    case Relation::kBroadcastable:
      return "broadcasts with";
    case Relation::kNotEqual:
      return "!=";
  }
  return "";
}

}  // namespace shapewright::inference
