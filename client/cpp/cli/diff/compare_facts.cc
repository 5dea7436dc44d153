#include "client/cpp/cli/diff/compare_facts.h"

#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/reachable.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

using symbolic::Expr;

// What a fact is about, and how strict it is: facts with equal keys differ in `bound` only, and the
// one with the greater bound implies the other.
struct FactForm {
  std::string key;
  int64_t bound = 0;
};

std::string ExprKey(Expr expr) {
  if (expr.is_unknown()) return "?";
  return expr.is_constant() ? absl::StrCat(expr.constant()) : absl::StrCat("n", expr.node());
}

FactForm FormOf(const v1::Fact& fact, Expr left, Expr right, symbolic::ExprArena& arena) {
  FactForm form;
  std::string sides = absl::StrCat(ExprKey(left), " ", ExprKey(right));
  if (fact.relation() == v1::Fact::RELATION_LESS_OR_EQUAL && !left.is_unknown() &&
      !right.is_unknown()) {
    // left - right <= 0: without its constant term, and that.
    auto terms = symbolic::DifferenceTerms(arena, left, right);
    if (terms.has_value()) {
      form.bound = symbolic::ConstantTerm(*terms);
      if (form.bound != 0) terms->pop_back();
      const std::optional<Expr> rest = symbolic::FromTerms(arena, *terms);
      if (rest.has_value()) sides = ExprKey(*rest);
    }
  } else if (fact.relation() == v1::Fact::RELATION_DIVISIBLE && right.is_constant()) {
    form.bound = right.constant();
    sides = ExprKey(left);
  } else if (fact.relation() != v1::Fact::RELATION_DIVISIBLE &&
             fact.relation() != v1::Fact::RELATION_LESS_OR_EQUAL &&
             ExprKey(right) < ExprKey(left)) {
    sides = absl::StrCat(ExprKey(right), " ", ExprKey(left));
  }
  form.key =
      absl::StrCat(fact.relation(), " ", sides, " ", SiteText::Circumstances(fact.circumstances()));
  return form;
}

// Whether the relation holds for all values of the symbols.
bool Holds(const v1::Fact& fact, Expr left, Expr right, symbolic::ExprArena& arena) {
  if (left.is_unknown() || right.is_unknown()) return false;
  switch (fact.relation()) {
    case v1::Fact::RELATION_EQUAL:
      return symbolic::IsEqual(arena, left, right);
    case v1::Fact::RELATION_LESS_OR_EQUAL:
      return symbolic::IsAtMost(arena, left, right);
    case v1::Fact::RELATION_DIVISIBLE:
      return symbolic::IsDivisible(arena, left, right);
    case v1::Fact::RELATION_BROADCASTABLE:
      return symbolic::IsEqual(arena, left, right) || left.is_constant(1) || right.is_constant(1);
    case v1::Fact::RELATION_NOT_EQUAL:
      return symbolic::IsDifferent(arena, left, right);
    default:
      return false;
  }
}

// A fact that sizes decide; names that inputs share are told at the inputs.
bool IsCompared(const v1::Fact& fact) {
  return fact.state() != v1::Fact::STATE_PROVED && fact.left().expr() != fact.right().expr();
}

bool IsRequired(const v1::Fact& fact) { return fact.basis() == v1::Fact::BASIS_REQUIRED; }

Change Told(const v1::Fact& fact, What what, Effect effect) {
  Change change;
  change.part = Part::kFact;
  change.what = what;
  change.effect = IsRequired(fact) ? effect : Effect::kOther;
  change.name = fact.text();
  (what == What::kGone ? change.before : change.after) = fact.text();
  if (what != What::kGone) change.reason = fact.reason();
  return change;
}

// Compares the facts of two answers by their forms.
class FactComparison {
 public:
  FactComparison(MatchedSymbols& symbols, std::vector<Change>& out)
      : symbols_(symbols), arena_(symbols.arena()), out_(out), collector_(symbols.arena()) {}

  // The symbols that changed facts are about.
  absl::flat_hash_set<std::string> Run(const v1::InferShapesResponse& before,
                                       const v1::InferShapesResponse& after) {
    for (const v1::Fact& fact : before.facts()) {
      if (!symbols_.work().Count()) break;
      if (!IsCompared(fact)) continue;
      const FactForm form =
          FormOf(fact, symbols_.Before(fact.left()), symbols_.Before(fact.right()), arena_);
      by_key_[form.key].Add(old_.size(), form.bound);
      old_.push_back({&fact, form.bound});
    }
    for (const v1::Fact& fact : after.facts()) {
      if (!symbols_.work().Count()) break;
      if (!IsCompared(fact)) continue;
      const FactForm form =
          FormOf(fact, symbols_.After(fact.left()), symbols_.After(fact.right()), arena_);
      Old* const old = Match(form);
      if (old == nullptr) {
        TellNew(fact);
      } else {
        Compare(*old, fact, form.bound);
      }
    }
    for (const Old& old : old_) {
      if (!symbols_.work().Count()) break;
      if (old.is_matched) continue;
      const Expr left = symbols_.Before(old.fact->left());
      const Expr right = symbols_.Before(old.fact->right());
      // What the sizes that are left satisfy anyway did not go.
      if (Holds(*old.fact, symbols_.AsAfter(left), symbols_.AsAfter(right), arena_)) continue;
      Tell(Told(*old.fact, What::kGone, Effect::kWidens), left, right);
    }
    return std::move(names_);
  }

 private:
  struct Old {
    const v1::Fact* fact;
    int64_t bound;
    bool is_matched = false;
  };
  // The earlier facts of one key, in their order.
  struct SameKey {
    std::vector<size_t> all;
    size_t next = 0;  // those before it are matched
    // By bound: those that may not be matched yet.
    std::map<int64_t, std::deque<size_t>> by_bound;

    void Add(size_t fact, int64_t bound) {
      all.push_back(fact);
      by_bound[bound].push_back(fact);
    }
  };

  // One with the same bound, else another about the same; null: there is none.
  Old* Match(const FactForm& form) {
    const auto found = by_key_.find(form.key);
    if (found == by_key_.end()) return nullptr;
    SameKey& same = found->second;
    Old* match = nullptr;
    if (const auto equal = same.by_bound.find(form.bound); equal != same.by_bound.end()) {
      match = TakeFirst(equal->second);
    }
    for (; match == nullptr && same.next < same.all.size(); ++same.next) {
      if (!old_[same.all[same.next]].is_matched) match = &old_[same.all[same.next]];
    }
    if (match != nullptr) match->is_matched = true;
    return match;
  }

  // The first one that is not matched; null: there is none.
  Old* TakeFirst(std::deque<size_t>& facts) {
    while (!facts.empty()) {
      Old& first = old_[facts.front()];
      facts.pop_front();
      if (!first.is_matched) return &first;
    }
    return nullptr;
  }

  void Compare(const Old& old, const v1::Fact& fact, int64_t bound) {
    if (bound == old.bound) return;
    bool is_stricter = bound > old.bound;
    if (fact.relation() == v1::Fact::RELATION_DIVISIBLE) {
      is_stricter = bound == 0 || old.bound % bound != 0;
    }
    Change change = Told(fact, is_stricter ? What::kStricter : What::kLooser,
                         is_stricter ? Effect::kBreaks : Effect::kWidens);
    if (!is_stricter && IsRequired(*old.fact)) change.effect = Effect::kWidens;
    change.before = old.fact->text();
    Tell(std::move(change), symbols_.After(fact.left()), symbols_.After(fact.right()));
  }

  // A fact about new symbols may be one about what stood in their place, or hold of it.
  void TellNew(const v1::Fact& fact) {
    const Expr left = symbols_.AsBefore(symbols_.After(fact.left()));
    const Expr right = symbols_.AsBefore(symbols_.After(fact.right()));
    bool breaks = !Holds(fact, left, right, arena_);
    const FactForm form = FormOf(fact, left, right, arena_);
    if (const auto found = by_key_.find(form.key); found != by_key_.end()) {
      breaks = breaks && found->second.by_bound.rbegin()->first < form.bound;
    }
    Tell(Told(fact, What::kAdded, breaks ? Effect::kBreaks : Effect::kOther),
         symbols_.After(fact.left()), symbols_.After(fact.right()));
  }

  void Tell(Change change, Expr left, Expr right) {
    for (const symbolic::SymbolId id : collector_.CollectNew({left, right})) {
      names_.insert(arena_.symbol(id).name);
    }
    out_.push_back(std::move(change));
  }

  MatchedSymbols& symbols_;
  symbolic::ExprArena& arena_;
  std::vector<Change>& out_;
  std::vector<Old> old_;
  absl::flat_hash_map<std::string, SameKey> by_key_;
  symbolic::SymbolCollector collector_;
  absl::flat_hash_set<std::string> names_;
};

struct Range {
  int64_t min = 0;
  int64_t max = std::numeric_limits<int64_t>::max();
  int64_t divisor = 1;
  std::vector<int64_t> allowed;

  explicit Range(const v1::Symbol& symbol)
      : divisor(symbol.divisor() > 1 ? symbol.divisor() : 1),
        allowed(symbol.allowed().begin(), symbol.allowed().end()) {
    if (symbol.kind() == v1::Symbol::KIND_INPUT_VALUE) min = std::numeric_limits<int64_t>::min();
    if (symbol.range().has_min()) min = symbol.range().min();
    if (symbol.range().has_max()) max = symbol.range().max();
  }

  bool operator==(const Range&) const = default;

  bool Contains(const Range& other) const {
    return min <= other.min && other.max <= max && other.divisor % divisor == 0 &&
           (allowed.empty() || allowed == other.allowed);
  }
};

std::string RangeText(const v1::Symbol& symbol) {
  const Range range(symbol);
  v1::Interval interval;
  if (range.min != std::numeric_limits<int64_t>::min()) interval.set_min(range.min);
  if (range.max != std::numeric_limits<int64_t>::max()) interval.set_max(range.max);
  std::string text = IntervalText(interval);
  if (text.empty()) text = "any number";
  if (range.divisor > 1) absl::StrAppend(&text, ", a multiple of ", range.divisor);
  if (!range.allowed.empty()) absl::StrAppend(&text, ", of a list");
  return text;
}

bool IsListed(const v1::Symbol& symbol) {
  return symbol.kind() == v1::Symbol::KIND_INPUT_DIM ||
         symbol.kind() == v1::Symbol::KIND_INPUT_VALUE;
}

void TellSymbols(const v1::InferShapesResponse& response, What what,
                 const absl::flat_hash_set<std::string>& others, const MatchedSymbols& symbols,
                 std::vector<Change>& out) {
  for (const v1::Symbol& symbol : response.symbols()) {
    const bool is_matched = what == What::kGone ? symbols.HasMatchBefore(symbol.name())
                                                : symbols.HasMatchAfter(symbol.name());
    if (!IsListed(symbol) || is_matched || others.contains(symbol.name())) continue;
    Change change;
    change.part = Part::kSymbol;
    change.what = what;
    change.name = symbol.name();
    (what == What::kGone ? change.before : change.after) = RangeText(symbol);
    out.push_back(std::move(change));
  }
}

absl::flat_hash_set<std::string> NamesOf(const v1::InferShapesResponse& response) {
  absl::flat_hash_set<std::string> names;
  for (const v1::Symbol& symbol : response.symbols()) names.insert(symbol.name());
  return names;
}

using DiagnosticKey = std::tuple<int, std::string, std::string>;

DiagnosticKey KeyOf(const v1::Diagnostic& diagnostic, const SiteText& sites) {
  return {diagnostic.severity(), diagnostic.code(),
          diagnostic.has_site() ? sites.Place(diagnostic.site()) : ""};
}

}  // namespace

absl::flat_hash_set<std::string> CompareFacts(const v1::InferShapesResponse& before,
                                              const v1::InferShapesResponse& after,
                                              MatchedSymbols& symbols, std::vector<Change>& out) {
  return FactComparison(symbols, out).Run(before, after);
}

void CompareSymbols(const v1::InferShapesResponse& before, const v1::InferShapesResponse& after,
                    const MatchedSymbols& symbols, const absl::flat_hash_set<std::string>& told,
                    std::vector<Change>& out) {
  for (const auto& [old_symbol, new_symbol] : symbols.pairs()) {
    if (!IsListed(*old_symbol) && !IsListed(*new_symbol)) continue;
    Change change;
    change.part = Part::kSymbol;
    if (old_symbol->name() != new_symbol->name()) {
      change.what = What::kRenamed;
      change.name = old_symbol->name();
      change.before = old_symbol->name();
      change.after = new_symbol->name();
      out.push_back(change);
    }
    const Range old_range(*old_symbol);
    const Range new_range(*new_symbol);
    if (old_range == new_range || told.contains(new_symbol->name())) continue;
    change.what = What::kRange;
    change.name = new_symbol->name();
    change.effect = new_range.Contains(old_range) ? Effect::kWidens : Effect::kBreaks;
    change.before = RangeText(*old_symbol);
    change.after = RangeText(*new_symbol);
    out.push_back(std::move(change));
  }
  TellSymbols(before, What::kGone, NamesOf(after), symbols, out);
  TellSymbols(after, What::kAdded, NamesOf(before), symbols, out);
}

void CompareDiagnostics(const v1::InferShapesResponse& before, const v1::InferShapesResponse& after,
                        std::vector<Change>& out) {
  const SiteText old_sites(before);
  const SiteText new_sites(after);
  std::map<DiagnosticKey, int> counts;
  for (const v1::Diagnostic& each : before.diagnostics()) counts[KeyOf(each, old_sites)] += 1;
  const auto tell = [&](const v1::Diagnostic& diagnostic, What what, const SiteText& sites) {
    Change change;
    change.part = Part::kDiagnostic;
    change.what = what;
    const bool is_error = diagnostic.severity() == v1::Diagnostic::SEVERITY_ERROR;
    if (is_error && what == What::kAdded) change.effect = Effect::kBreaks;
    change.name = diagnostic.code();
    if (diagnostic.has_site()) change.reason = absl::StrCat("at ", sites.Place(diagnostic.site()));
    (what == What::kGone ? change.before : change.after) = diagnostic.message();
    out.push_back(std::move(change));
  };
  for (const v1::Diagnostic& each : after.diagnostics()) {
    if (counts[KeyOf(each, new_sites)]-- <= 0) tell(each, What::kAdded, new_sites);
  }
  for (const v1::Diagnostic& each : before.diagnostics()) {
    int& count = counts[KeyOf(each, old_sites)];
    if (count > 0) {
      count -= 1;
      tell(each, What::kGone, old_sites);
    }
  }
}

}  // namespace shapewright::cli
