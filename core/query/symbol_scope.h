#ifndef SHAPEWRIGHT_CORE_QUERY_SYMBOL_SCOPE_H_
#define SHAPEWRIGHT_CORE_QUERY_SYMBOL_SCOPE_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/query/allowed_values.h"
#include "core/query/query_options.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/facts/facts.h"
#include "core/symbolic/text/parse_relation.h"

namespace shapewright::query {

// The symbols of a case, or of a request: what its texts mean by a name, and what
// is known of them. Every name is a symbol from its first use on; `?` is always a
// new unknown, `?3` the same one each time.
class SymbolScope {
 public:
  explicit SymbolScope(const QueryOptions& options);

  // Removes all symbols and keeps the memory.
  void Reset();

  absl::StatusOr<symbolic::Expr> Resolve(absl::string_view name);
  // The same for a premise: `?2` may be the second unknown of what was read before. What premises
  // alone name, nothing is about.
  absl::StatusOr<symbolic::Expr> ResolveInPremise(absl::string_view name);
  bool IsNamedOutsidePremises(absl::string_view name) const;
  // All that are.
  std::vector<absl::string_view> NamesOutsidePremises() const;

  // What is known from the caller: `bounds` of a dim's message; until the scope of facts ends that
  // is open now.
  void NarrowSymbol(symbolic::Expr symbol, symbolic::Interval bounds);
  // Changes with each that narrowed something.
  size_t narrowings() const { return narrowings_; }

  // Takes a relation as true, until the scope of facts ends that is open now. False: it cannot
  // be, by what is known.
  bool Take(const symbolic::ParsedRelation& premise);
  // Whether all symbols that lists and divisors restrict have a value left. False: `refuted` is
  // the first that has none.
  bool HasValues(symbolic::Expr* refuted);
  // What lists and divisors leave of a symbol; null: all.
  const AllowedValues* FindAllowed(symbolic::SymbolId id) const { return allowed_.Find(id); }
  // All that were taken but ranges of symbols; what is later found out may contradict them.
  const std::vector<symbolic::ParsedRelation>& premises() const { return premises_; }
  // How much was taken so far; and back to it, when that scope of facts has ended.
  struct PremiseMark {
    size_t premises = 0;
    size_t restrictions = 0;
    size_t differences = 0;
  };
  PremiseMark MarkPremises() const { return {premises_.size(), allowed_.count(), taken_.size()}; }
  void ForgetPremisesAfter(PremiseMark mark);

  // Where the symbols that were born since the last call stand.
  void PlaceNewSymbols(const symbolic::Site& site);
  // Names the axis, for a symbol that is alone there.
  void PlaceOnAxis(symbolic::Expr dim, const symbolic::Site& site);
  const symbolic::Site& origin(symbolic::SymbolId id) const { return origins_[id]; }
  // Those of them that stand for an expression.
  const std::vector<symbolic::SymbolId>& defined() const { return defined_; }
  bool has_origin(symbolic::SymbolId id) const { return id < origins_.size(); }
  // The name in the request where the symbol has got another one; else empty.
  std::string DeclaredName(symbolic::SymbolId id) const;

  symbolic::ExprArena& exprs() { return exprs_; }
  const symbolic::ExprArena& exprs() const { return exprs_; }
  symbolic::FactStore& facts() { return facts_; }
  shape::TypeTable& types() { return types_; }
  const shape::TypeTable& types() const { return types_; }

 private:
  symbolic::SymbolId IdOf(symbolic::Expr symbol) const { return exprs_.node(symbol.node()).symbol; }
  bool TakeEqual(const symbolic::ParsedRelation& premise);
  bool TakeAtMost(const symbolic::ParsedRelation& premise);
  // Notes `left <= right` of expressions. False: another premise says `right < left`.
  bool TakeDifference(symbolic::Expr left, symbolic::Expr right);
  bool TakeAllowed(symbolic::Expr dim, const AllowedValues& allowed);
  // What was allowed to a symbol is allowed to what it is now.
  bool CarryOver(symbolic::Expr symbol);
  // Of a symbol alone. False: none of its values would be left.
  bool TakeBounds(symbolic::Expr symbol, symbolic::Interval bounds);

  symbolic::ExprArena exprs_;
  symbolic::FactStore facts_;
  shape::TypeTable types_;
  struct Named {
    symbolic::Expr symbol;
    bool is_in_premises_alone;
  };
  absl::StatusOr<symbolic::Expr> AddNamed(absl::string_view name, bool is_in_premise);
  // The unknown that answers name so; unknown if there is none.
  symbolic::Expr FindAnonymous(absl::string_view name) const;

  HashMap<std::string, Named> names_;
  HashMap<symbolic::SymbolId, std::string> declared_names_;
  std::vector<symbolic::ParsedRelation> premises_;
  AllowedValuesOfSymbols allowed_;
  // Of differences of expressions, from which constants are left out; and what changed them.
  HashMap<symbolic::NodeId, symbolic::Interval> ranges_;
  struct TakenRange {
    symbolic::NodeId difference;
    symbolic::Interval before;
  };
  std::vector<TakenRange> taken_;
  size_t narrowings_ = 0;
  std::vector<symbolic::Site> origins_;
  std::vector<symbolic::SymbolId> defined_;
};

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_SYMBOL_SCOPE_H_
