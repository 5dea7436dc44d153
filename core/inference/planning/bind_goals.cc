#include "core/inference/planning/bind_goals.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/inference/planning/size_products.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/reachable.h"

namespace shapewright::inference {
namespace {

using symbolic::Expr;
using symbolic::Interval;
using symbolic::SymbolId;

constexpr int64_t kMaxElements = (int64_t{1} << 31) - 1;
// A range that stands for any with an end.
constexpr int64_t kSomeWidth = 64;

std::string WhyUnknown(const symbolic::Symbol& symbol) {
  if (symbol.reason.empty()) return absl::StrCat(symbol.name, " is not known");
  return absl::StrCat(symbol.name, ": ", symbol.reason);
}

constexpr char kNothingKnown[] = "nothing is known of one of its sizes";

// Why data decide an expression; empty if the inputs' sizes and elements do.
std::string WhyNotOfInputs(const symbolic::ExprArena& arena, Expr e) {
  if (symbolic::DependsOnInputsOnly(arena, e)) return "";
  if (e.is_unknown()) return kNothingKnown;
  for (const SymbolId id : symbolic::ReachableSymbols(arena, {e})) {
    const symbolic::Symbol& symbol = arena.symbol(id);
    if (!symbol.DependsOnInputsOnly()) return WhyUnknown(symbol);
  }
  return kNothingKnown;
}

// What equations determine, once all but one of their symbols are known.
class Equations {
 public:
  explicit Equations(Engine& engine) {
    symbolic::ExprArena& arena = engine.workspace().exprs();
    for (const symbolic::Fact& fact : engine.workspace().facts().facts()) {
      const bool counts = fact.relation == symbolic::Relation::kEqual &&
                          fact.scope == symbolic::kRootScope &&
                          fact.source.basis != symbolic::Basis::kAssumed;
      if (counts) Add(engine, arena, fact);
    }
  }

  void Follow(std::vector<bool>* known) const {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (const Equation& equation : equations_) {
        std::optional<SymbolId> open;
        size_t count = 0;
        for (const SymbolId id : equation.symbols) {
          if ((*known)[id]) continue;
          open = id;
          ++count;
        }
        if (count != 1 || !equation.solves.contains(*open)) continue;
        (*known)[*open] = true;
        goes_on = true;
      }
    }
  }

 private:
  struct Equation {
    std::vector<SymbolId> symbols;
    std::set<SymbolId> solves;
  };

  void Add(Engine& engine, symbolic::ExprArena& arena, const symbolic::Fact& fact) {
    symbolic::FactStore& facts = engine.workspace().facts();
    const Expr left = facts.Finalize(fact.left);
    const Expr right = facts.Finalize(fact.right);
    const bool is_of_inputs =
        symbolic::DependsOnInputsOnly(arena, left) && symbolic::DependsOnInputsOnly(arena, right);
    if (!is_of_inputs || left == right) return;
    const auto terms = symbolic::DifferenceTerms(arena, left, right);
    if (!terms || terms->empty()) return;
    Equation equation;
    std::vector<Expr> monomials;
    for (const symbolic::Term& term : *terms) {
      if (term.monomial != symbolic::kUnitMonomial) {
        monomials.push_back(Expr::FromNode(term.monomial));
      }
    }
    equation.symbols = symbolic::ReachableSymbols(arena, monomials);
    // A symbol that is a term of its own, and in no other.
    for (const Expr monomial : monomials) {
      const symbolic::ExprNode& node = arena.node(monomial.node());
      if (node.kind != symbolic::NodeKind::kSymbol) continue;
      const auto has_it = [&](Expr other) {
        const auto symbols = symbolic::ReachableSymbols(arena, {other});
        return std::binary_search(symbols.begin(), symbols.end(), node.symbol);
      };
      if (std::count_if(monomials.begin(), monomials.end(), has_it) == 1) {
        equation.solves.insert(node.symbol);
      }
    }
    if (!equation.solves.empty()) equations_.push_back(std::move(equation));
  }

  std::vector<Equation> equations_;
};

class StaticGoal final : public BindGoal {
 public:
  explicit StaticGoal(Engine& engine) : arena_(engine.workspace().exprs()), equations_(engine) {}

  std::string Add(const WantedValue& value, Work& work) override {
    std::vector<Expr> sizes = value.conditions;
    for (const auto& tensor : value.tensors)
      sizes.insert(sizes.end(), tensor.begin(), tensor.end());
    for (const Expr size : sizes) {
      if (!work.Count()) return "";
      const auto [found, is_new] = reasons_.try_emplace(size);
      if (is_new) found->second = WhyNotOfInputs(arena_, size);
      if (!found->second.empty()) return found->second;
    }
    for (size_t i = 0; i < sizes.size(); ++i) {
      const bool is_condition = i < value.conditions.size();
      const Expr size = sizes[i];
      if (!size.is_symbolic() || !(is_condition ? conditions_ : sizes_).insert(size).second) {
        continue;
      }
      const auto symbols = symbolic::ReachableSymbols(arena_, {size});
      needed_.insert(symbols.begin(), symbols.end());
      if (!is_condition) of_sizes_.insert(symbols.begin(), symbols.end());
    }
    return "";
  }

  std::vector<SymbolId> Candidates(Work& /*work*/) override {
    return {needed_.begin(), needed_.end()};
  }

  bool IsReached(const std::vector<SymbolId>& candidates, const std::vector<bool>& members,
                 Work& work) override {
    std::vector<bool> known(arena_.symbols().size());
    work.Count(1 + known.size() / 64 + candidates.size());
    for (size_t i = 0; i < candidates.size(); ++i) known[candidates[i]] = members[i];
    equations_.Follow(&known);
    return std::all_of(candidates.begin(), candidates.end(),
                       [&](SymbolId id) { return known[id]; });
  }

  // The sizes of alternatives may agree, whichever is taken.
  bool is_exact() const override { return of_sizes_.size() == needed_.size(); }

 private:
  const symbolic::ExprArena& arena_;
  const Equations equations_;
  HashMap<Expr, std::string> reasons_;
  HashSet<Expr> conditions_;
  HashSet<Expr> sizes_;
  std::set<SymbolId> needed_;
  std::set<SymbolId> of_sizes_;  // those that not only conditions need
};

// Goals that the upper ends of sizes, or of products of them, tell.
class EndGoal : public BindGoal {
 public:
  EndGoal(Engine& engine, int64_t most)
      : arena_(engine.workspace().exprs()), most_(most), facts_(engine.workspace().facts()) {}

  std::vector<SymbolId> Candidates(Work& work) override {
    const Box own = OwnBox();
    SizeProducts products(arena_, products_, {}, own);
    const auto ends = products.Run(own, work);
    std::vector<SizeProduct> open;
    for (size_t i = 0; i < products_.size(); ++i) {
      if (!IsWithin(ends[i])) open.push_back(std::move(products_[i]));
    }
    std::vector<Expr> sizes;
    for (const SizeProduct& product : open) {
      sizes.insert(sizes.end(), product.sizes.begin(), product.sizes.end());
    }
    std::vector<SymbolId> candidates;
    for (const SymbolId id : symbolic::ReachableSymbols(arena_, sizes)) {
      if (NeedsBound(own[id])) candidates.push_back(id);
    }
    open_.emplace(arena_, std::move(open), candidates, own);
    for (size_t i = 0; i < candidates.size(); ++i) all_grow_ = all_grow_ && open_->AllGrowWith(i);
    is_related_ = AreRelated(candidates, work);
    return candidates;
  }

  bool IsReached(const std::vector<SymbolId>& candidates, const std::vector<bool>& members,
                 Work& work) override {
    Box box = OwnBox();
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (members[i]) box[candidates[i]] = Bounded(box[candidates[i]]);
    }
    return AllWithin(box, work);
  }

  // A fact such as k <= N bounds one symbol where another one is bound.
  bool is_exact() const override { return all_grow_ && !is_related_; }

 protected:
  // The interval of a symbol once it is bound.
  virtual Interval Bounded(Interval own) const = 0;
  virtual bool NeedsBound(Interval own) const = 0;

  // Adds a product that must not exceed the greatest number. False if no binding reaches that.
  bool AddProduct(std::vector<Expr> sizes, Work& work) {
    const auto [found, is_new] = added_.try_emplace(sizes);
    if (!is_new) return found->second;
    Box box = OwnBox();
    for (const SymbolId id : symbolic::ReachableSymbols(arena_, sizes)) box[id] = Bounded(box[id]);
    SizeProduct product = {true, std::move(sizes)};
    SizeProducts one(arena_, {product}, {}, box);
    found->second = IsWithin(one.Run(box, work)[0]);
    if (found->second) products_.push_back(std::move(product));
    return found->second;
  }

  Box OwnBox() const {
    Box box;
    for (SymbolId id = 0; id < arena_.symbols().size(); ++id) {
      box.push_back(arena_.SymbolBounds(id));
    }
    return box;
  }

  bool IsWithin(Interval end) const { return end.has_max() && end.max <= most_; }

  bool AllWithin(BoxView box, Work& work) {
    const auto ends = open_->Run(box, work);
    return std::all_of(ends.begin(), ends.end(), [this](Interval end) { return IsWithin(end); });
  }

  symbolic::ExprArena& arena_;
  const int64_t most_;
  bool all_grow_ = true;

 private:
  // Whether a fact holds one of the symbols against another one.
  bool AreRelated(const std::vector<SymbolId>& candidates, Work& work) const {
    for (const symbolic::Fact& fact : facts_.facts()) {
      const bool counts = (fact.relation == symbolic::Relation::kEqual ||
                           fact.relation == symbolic::Relation::kAtMost) &&
                          fact.scope == symbolic::kRootScope &&
                          fact.source.basis != symbolic::Basis::kAssumed;
      if (!counts || !work.Count()) continue;
      const auto symbols = symbolic::ReachableSymbols(arena_, {fact.left, fact.right});
      const auto is_candidate = [&](SymbolId id) {
        return std::binary_search(candidates.begin(), candidates.end(), id);
      };
      if (symbols.size() > 1 && std::any_of(symbols.begin(), symbols.end(), is_candidate)) {
        return true;
      }
    }
    return false;
  }

  const symbolic::FactStore& facts_;
  bool is_related_ = false;
  HashMap<std::vector<Expr>, bool> added_;
  std::vector<SizeProduct> products_;
  std::optional<SizeProducts> open_;
};

class BoundedGoal final : public EndGoal {
 public:
  explicit BoundedGoal(Engine& engine) : EndGoal(engine, Interval::kInfinity) {}

  std::string Add(const WantedValue& value, Work& work) override {
    for (const auto& tensor : value.tensors) {
      for (const Expr size : tensor) {
        if (!work.Count()) return "";
        if (size.is_unknown()) return kNothingKnown;
        if (arena_.Bounds(size).has_max()) continue;
        const Expr upper = symbolic::UpperExpression(arena_, size);
        if (upper.is_unknown()) return WhyNotOfInputs(arena_, size);
        if (!AddProduct({upper}, work)) return "no bound of the symbols is known to bound it";
      }
    }
    return "";
  }

 private:
  Interval Bounded(Interval own) const override {
    Interval bounded = own;
    if (!own.has_min()) bounded.min = std::min<int64_t>(0, own.max) - kSomeWidth;
    if (!own.has_max()) bounded.max = std::max<int64_t>(bounded.min, 0) + kSomeWidth;
    return bounded;
  }
  bool NeedsBound(Interval own) const override { return !own.has_min() || !own.has_max(); }
};

class SmallGoal final : public EndGoal {
 public:
  explicit SmallGoal(Engine& engine) : EndGoal(engine, kMaxElements) {}

  std::string Add(const WantedValue& value, Work& work) override {
    for (const auto& tensor : value.tensors) {
      std::vector<Expr> sizes;
      for (const Expr size : tensor) {
        sizes.push_back(symbolic::UpperExpression(arena_, size));
        if (!sizes.back().is_unknown()) continue;
        return size.is_unknown() ? kNothingKnown : WhyNotOfInputs(arena_, size);
      }
      if (!work.Count()) return "";
      if (!AddProduct(std::move(sizes), work)) {
        return "it has 2^31 elements or more even at the least sizes, as far as is known";
      }
    }
    return "";
  }

  std::optional<int64_t> GreatestBound(SymbolId symbol, Work& work) override {
    if (!all_grow_) return std::nullopt;
    Box box = OwnBox();
    const Interval own = box[symbol];
    int64_t low = Bounded(own).max;
    int64_t high = own.has_max() ? own.max : Interval::kInfinity - 1;
    while (low < high && !work.is_stopped()) {
      const int64_t middle = high - (high - low) / 2;
      box[symbol].max = middle;
      if (AllWithin(box, work)) {
        low = middle;
      } else {
        high = middle - 1;
      }
    }
    return low;
  }

 private:
  // As small as makes sense.
  Interval Bounded(Interval own) const override {
    const int64_t least = std::max<int64_t>(own.min, 0);
    return Intersect(own, {least, std::max<int64_t>(least, 1)});
  }
  bool NeedsBound(Interval own) const override { return !own.is_point(); }
};

}  // namespace

std::unique_ptr<BindGoal> MakeStaticGoal(Engine& engine) {
  return std::make_unique<StaticGoal>(engine);
}

std::unique_ptr<BindGoal> MakeBoundedGoal(Engine& engine) {
  return std::make_unique<BoundedGoal>(engine);
}

std::unique_ptr<BindGoal> MakeSmallGoal(Engine& engine) {
  return std::make_unique<SmallGoal>(engine);
}

}  // namespace shapewright::inference
