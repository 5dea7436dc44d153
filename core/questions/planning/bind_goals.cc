#include "core/questions/planning/bind_goals.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/questions/binding/needed_symbols.h"
#include "core/questions/planning/size_products.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using inference::Engine;
using symbolic::Expr;
using symbolic::Interval;
using symbolic::SymbolId;

constexpr int64_t kMaxElements = (int64_t{1} << 31) - 1;
// Of a group of symbols: their number times that of the sizes that are looked at.
constexpr size_t kMaxLooks = 1'000'000;
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

// Puts symbols that belong together into groups.
class Grouping {
 public:
  explicit Grouping(size_t count) : next_(count) {
    for (SymbolId id = 0; id < count; ++id) next_[id] = id;
  }

  SymbolId Find(SymbolId id) {
    for (; next_[id] != id; id = next_[id]) next_[id] = next_[next_[id]];
    return id;
  }
  void Join(const std::vector<SymbolId>& symbols) {
    for (const SymbolId id : symbols) next_[Find(id)] = Find(symbols[0]);
  }
  // Of symbols that ascend; the groups by their first symbols.
  BindGoal::Groups Split(const std::vector<SymbolId>& symbols) {
    BindGoal::Groups groups;
    HashMap<SymbolId, size_t> places;
    for (const SymbolId id : symbols) {
      const auto [found, is_new] = places.try_emplace(Find(id), groups.size());
      if (is_new) groups.emplace_back();
      groups[found->second].push_back(id);
    }
    return groups;
  }

 private:
  std::vector<SymbolId> next_;
};

// What equations determine, once all but one of their symbols are known.
class Equations {
 public:
  explicit Equations(Engine& engine) {
    symbolic::ExprArena& arena = engine.workspace().exprs();
    for (const symbolic::Fact& fact : engine.workspace().facts().facts()) {
      const bool counts = fact.relation == symbolic::Relation::kEqual &&
                          fact.scope == symbolic::kRootScope &&
                          fact.told_basis() != symbolic::Basis::kAssumed;
      if (counts) Add(engine, arena, fact);
    }
  }

  void Join(Grouping& grouping) const {
    for (const Equation& equation : equations_) grouping.Join(equation.symbols);
  }
  // The places of the equations of each group, by what Grouping::Find() says of it.
  HashMap<SymbolId, std::vector<size_t>> Split(Grouping& grouping) const {
    HashMap<SymbolId, std::vector<size_t>> groups;
    for (size_t i = 0; i < equations_.size(); ++i) {
      groups[grouping.Find(equations_[i].symbols[0])].push_back(i);
    }
    return groups;
  }

  void Follow(const std::vector<size_t>& places, HashSet<SymbolId>* known, Work& work) const {
    for (bool goes_on = true; goes_on;) {
      goes_on = false;
      for (const size_t place : places) {
        const Equation& equation = equations_[place];
        if (!work.Count(equation.symbols.size())) return;
        std::optional<SymbolId> open;
        size_t count = 0;
        for (const SymbolId id : equation.symbols) {
          if (known->contains(id)) continue;
          open = id;
          ++count;
        }
        if (count != 1 || !equation.solves.contains(*open)) continue;
        known->insert(*open);
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
  explicit StaticGoal(Engine& engine)
      : engine_(engine), arena_(engine.workspace().exprs()), equations_(engine) {}

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
      if (!size.is_symbolic()) continue;
      // Of a value with alternatives, not all sizes are taken.
      if (value.conditions.empty()) sure_sizes_.insert(size);
      if (!(is_condition ? conditions_ : sizes_).insert(size).second) continue;
      const auto symbols = symbolic::ReachableSymbols(arena_, {size});
      needed_.insert(symbols.begin(), symbols.end());
      if (!is_condition) of_sizes_.insert(symbols.begin(), symbols.end());
    }
    return "";
  }

  const Groups& FindGroups(Work& work) override {
    Grouping grouping(arena_.symbols().size());
    work.Count(arena_.symbols().size());
    equations_.Join(grouping);
    groups_ = grouping.Split({needed_.begin(), needed_.end()});
    auto places = equations_.Split(grouping);
    for (const auto& group : groups_) {
      equations_of_.push_back(std::move(places[grouping.Find(group[0])]));
    }
    return groups_;
  }

  bool IsReached(size_t group, const std::vector<bool>& members, Work& work) override {
    const std::vector<SymbolId>& candidates = groups_[group];
    HashSet<SymbolId> known;
    work.Count(1 + candidates.size());
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (members[i]) known.insert(candidates[i]);
    }
    equations_.Follow(equations_of_[group], &known, work);
    return std::all_of(candidates.begin(), candidates.end(),
                       [&](SymbolId id) { return known.contains(id); });
  }

  // The sizes of alternatives may agree, whichever is taken; and a size may be the same number for
  // all values of a symbol in it.
  bool IsLeast(const std::vector<SymbolId>& chosen, Work& work) override {
    return of_sizes_.size() == needed_.size() &&
           AreAllNeeded(engine_, std::vector<Expr>(sure_sizes_.begin(), sure_sizes_.end()), chosen,
                        work);
  }

 private:
  Engine& engine_;
  const symbolic::ExprArena& arena_;
  const Equations equations_;
  Groups groups_;
  std::vector<std::vector<size_t>> equations_of_;  // by group
  HashMap<Expr, std::string> reasons_;
  HashSet<Expr> conditions_;
  HashSet<Expr> sizes_;
  HashSet<Expr> sure_sizes_;
  std::set<SymbolId> needed_;
  std::set<SymbolId> of_sizes_;  // those that not only conditions need
};

// Goals that the upper ends of sizes, or of products of them, tell.
class EndGoal : public BindGoal {
 public:
  EndGoal(Engine& engine, int64_t most)
      : arena_(engine.workspace().exprs()), most_(most), facts_(engine.workspace().facts()) {}

  const Groups& FindGroups(Work& work) override {
    box_ = OwnBox();
    SizeProducts products(arena_, products_, {}, box_);
    const auto ends = products.Run(box_, work);
    Grouping grouping(box_.size());
    std::vector<std::vector<SymbolId>> symbols;
    std::vector<Expr> sizes;
    for (size_t i = 0; i < products_.size(); ++i) {
      if (IsWithin(ends[i])) continue;
      sizes.insert(sizes.end(), products_[i].sizes.begin(), products_[i].sizes.end());
      std::vector<SymbolId> own = symbolic::ReachableSymbols(arena_, products_[i].sizes);
      std::erase_if(own, [this](SymbolId id) { return !NeedsBound(box_[id]); });
      if (own.empty()) continue;
      grouping.Join(own);
      open_.push_back({own[0], std::move(products_[i])});
    }
    std::vector<SymbolId> candidates = symbolic::ReachableSymbols(arena_, sizes);
    std::erase_if(candidates, [this](SymbolId id) { return !NeedsBound(box_[id]); });
    groups_ = grouping.Split(candidates);
    HashMap<SymbolId, size_t> places;
    for (size_t i = 0; i < groups_.size(); ++i) places.emplace(grouping.Find(groups_[i][0]), i);
    products_of_.resize(groups_.size());
    for (size_t i = 0; i < open_.size(); ++i) {
      products_of_[places.at(grouping.Find(open_[i].first))].push_back(i);
    }
    is_related_ = AreRelated(candidates, work);
    return groups_;
  }

  bool IsReached(size_t group, const std::vector<bool>& members, Work& work) override {
    const std::vector<SymbolId>& candidates = groups_[group];
    if (current_ != group) Begin(group, work);
    if (!ends_) {
      work.Count(1 + candidates.size() / 8);
      return std::all_of(members.begin(), members.end(), [](bool is_member) { return is_member; });
    }
    for (size_t i = 0; i < candidates.size(); ++i) {
      if (members[i]) box_[candidates[i]] = Bounded(box_[candidates[i]]);
    }
    const bool is_reached = AllWithin(box_, work);
    for (const SymbolId id : candidates) box_[id] = arena_.SymbolBounds(id);
    return is_reached;
  }

  // A fact such as k <= N bounds one symbol where another one is bound.
  bool IsLeast(const std::vector<SymbolId>& /*chosen*/, Work& /*work*/) override {
    return all_grow_ && !is_related_;
  }

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
    const auto ends = ends_->Run(box, work);
    return std::all_of(ends.begin(), ends.end(), [this](Interval end) { return IsWithin(end); });
  }

  symbolic::ExprArena& arena_;
  const int64_t most_;
  bool all_grow_ = true;

 private:
  // Keeps what is asked of the group. Of one that is too large nothing is: all of it is chosen.
  void Begin(size_t group, Work& work) {
    current_ = group;
    ends_.reset();
    const std::vector<SymbolId>& candidates = groups_[group];
    std::vector<SizeProduct> products;
    size_t sizes = 0;
    for (const size_t place : products_of_[group]) {
      sizes += open_[place].second.sizes.size();
      products.push_back(open_[place].second);
    }
    work.Count(box_.size() / 16 + sizes);
    if (candidates.size() * (1 + sizes) > kMaxLooks) {
      all_grow_ = false;
      return;
    }
    ends_.emplace(arena_, std::move(products), candidates, box_);
    for (size_t i = 0; i < candidates.size(); ++i) all_grow_ = all_grow_ && ends_->AllGrowWith(i);
  }

  // Whether a fact may bound one of the symbols, but for those that its interval tells.
  bool AreRelated(const std::vector<SymbolId>& candidates, Work& work) const {
    for (const symbolic::Fact& fact : facts_.facts()) {
      if (!work.Count()) return true;
      if (fact.scope != symbolic::kRootScope || fact.source.basis == symbolic::Basis::kAssumed ||
          BoundsNothing(fact)) {
        continue;
      }
      const auto symbols = symbolic::ReachableSymbols(arena_, {fact.left, fact.right});
      const auto is_candidate = [&](SymbolId id) {
        return std::binary_search(candidates.begin(), candidates.end(), id);
      };
      if (std::any_of(symbols.begin(), symbols.end(), is_candidate)) return true;
    }
    return false;
  }

  bool BoundsNothing(const symbolic::Fact& fact) const {
    if (fact.relation == symbolic::Relation::kNotEqual) return true;
    if (fact.relation == symbolic::Relation::kDivisible) return fact.right.is_constant();
    if (fact.relation == symbolic::Relation::kBroadcastable) return false;
    const auto terms = symbolic::DifferenceTerms(arena_, fact.left, fact.right);
    if (!terms) return false;
    // An end of a symbol alone is one of its interval.
    size_t symbols = 0;
    for (const symbolic::Term& term : *terms) {
      if (term.monomial == symbolic::kUnitMonomial) continue;
      if (arena_.node(term.monomial).kind != symbolic::NodeKind::kSymbol) return false;
      ++symbols;
    }
    return symbols <= 1;
  }

  const symbolic::FactStore& facts_;
  bool is_related_ = false;
  HashMap<std::vector<Expr>, bool> added_;
  std::vector<SizeProduct> products_;
  // Those that are not within the greatest number as it is, each with a symbol in it.
  std::vector<std::pair<SymbolId, SizeProduct>> open_;
  Groups groups_;
  std::vector<std::vector<size_t>> products_of_;  // by group, in open_
  // As it is, but for the group that is asked about.
  Box box_;
  std::optional<size_t> current_;
  std::optional<SizeProducts> ends_;
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
    if (!all_grow_) return std::nullopt;  // also where nothing is known of a group
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

}  // namespace shapewright::questions
