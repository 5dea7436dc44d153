#include "core/questions/binding/needed_symbols.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "core/base/hash_map.h"
#include "core/inference/given/given.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/algebra/upper_expression.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using inference::Engine;
using inference::Given;
using symbolic::Expr;
using symbolic::Interval;
using symbolic::Relation;
using symbolic::SymbolId;

// Sizes that all symbols have at a point, as far as each may have it.
constexpr int64_t kTried[] = {16, 12, 64, 1, 7, 2};

// What has to be true at a point, or a size.
struct Part {
  symbolic::Evaluator evaluator;
  Relation relation = Relation::kEqual;
  // A size, or a symbol that others determine: nothing is compared.
  bool is_size = false;
  std::optional<SymbolId> solved = {};
};

class Points {
 public:
  Points(Engine& engine, Work& work) : engine_(engine), work_(work) { AddFacts(); }

  bool AreAllNeeded(absl::Span<const Expr> sizes, const std::vector<SymbolId>& symbols) {
    for (const Expr size : sizes) Add({&size, 1}, {Relation::kEqual, true, std::nullopt});
    if (is_open_) return false;
    for (const int64_t tried : kTried) {
      if (!MoveTo(tried)) continue;
      if (std::all_of(symbols.begin(), symbols.end(), [this](SymbolId id) { return IsNeeded(id); }))
        return true;
      if (work_.is_stopped()) return false;
    }
    return false;
  }

 private:
  struct Kind {
    Relation relation;
    bool is_size;
    std::optional<SymbolId> solved;
  };

  void Add(absl::Span<const Expr> roots, Kind kind) {
    const symbolic::ExprArena& arena = engine_.workspace().exprs();
    const size_t place = parts_.size();
    parts_.push_back({symbolic::Evaluator(arena, roots), kind.relation, kind.is_size, kind.solved});
    const auto symbols = symbolic::ReachableSymbols(arena, roots);
    work_.Count(parts_.back().evaluator.steps() + symbols.size());
    for (const SymbolId id : symbols) parts_of_[id].push_back(place);
  }

  void AddFacts() {
    rules::Workspace& workspace = engine_.workspace();
    const symbolic::ExprArena& arena = workspace.exprs();
    symbolic::FactStore& facts = workspace.facts();
    for (size_t i = 0; i < facts.facts().size() && work_.Count(); ++i) {
      const symbolic::Fact& fact = facts.facts()[i];
      const Expr sides[] = {facts.Finalize(fact.left), facts.Finalize(fact.right)};
      if (sides[0] == sides[1]) continue;
      // Where data decide a fact, they may keep a symbol from a size.
      is_open_ = is_open_ || sides[0].is_unknown() || sides[1].is_unknown() ||
                 !symbolic::DependsOnInputsOnly(arena, sides[0]) ||
                 !symbolic::DependsOnInputsOnly(arena, sides[1]);
      if (is_open_) return;
      Add(sides, {fact.relation, false, std::nullopt});
    }
    for (const SymbolId id : std::vector<SymbolId>(facts.settled())) {
      if (!arena.symbol(id).DependsOnInputsOnly() || !work_.Count()) continue;
      const Expr solution = facts.Finalize(Expr::FromNode(arena.symbol(id).node));
      Add({&solution, 1}, {Relation::kEqual, false, id});
    }
  }

  const Given::Symbol* GivenOf(SymbolId id) const {
    const Given* const given = engine_.given();
    return given == nullptr ? nullptr
                            : given->FindSymbol(engine_.workspace().exprs().symbol(id).name);
  }

  bool Allows(SymbolId id, int64_t value) const {
    const symbolic::ExprArena& arena = engine_.workspace().exprs();
    const Given::Symbol* const given = GivenOf(id);
    return arena.symbol(id).bounds.Contains(value) && arena.SymbolBounds(id).Contains(value) &&
           (given == nullptr || given->Allows(value));
  }

  // The nearest size from `wanted` on that the symbol may have, or below.
  std::optional<int64_t> Near(SymbolId id, int64_t wanted) const {
    const Interval bounds = engine_.workspace().exprs().SymbolBounds(id);
    if (bounds.is_empty()) return std::nullopt;
    wanted = std::clamp(wanted, bounds.min, bounds.max);
    const Given::Symbol* const given = GivenOf(id);
    std::optional<int64_t> near = wanted;
    if (given != nullptr) near = given->From(wanted, true);
    if (given != nullptr && !(near && Allows(id, *near))) near = given->From(wanted, false);
    return near && Allows(id, *near) ? near : std::nullopt;
  }

  bool MoveTo(int64_t tried) {
    const symbolic::ExprArena& arena = engine_.workspace().exprs();
    point_.assign(arena.symbols().size(), std::nullopt);
    for (SymbolId id = 0; id < point_.size(); ++id) {
      if (!work_.Count()) return false;
      if (!arena.symbol(id).DependsOnInputsOnly()) continue;
      point_[id] = Near(id, tried);
      if (!point_[id]) return false;
    }
    return std::all_of(parts_.begin(), parts_.end(),
                       [this](Part& part) { return part.is_size || Holds(part); });
  }

  bool Holds(Part& part) {
    if (!work_.Count(part.evaluator.steps())) return false;
    const auto found = part.evaluator.Run(point_);
    if (!std::all_of(found.begin(), found.end(), [](const auto& each) { return each.ok(); })) {
      return false;
    }
    if (part.solved) return Allows(*part.solved, found[0].value);
    const int64_t left = found[0].value;
    const int64_t right = found[1].value;
    switch (part.relation) {
      case Relation::kEqual:
        return left == right;
      case Relation::kAtMost:
        return left <= right;
      case Relation::kDivisible:
        return right > 0 && left % right == 0;
      case Relation::kBroadcastable:
        return left == right || left == 1 || right == 1;
      case Relation::kNotEqual:
        return left != right;
    }
    return false;
  }

  std::optional<int64_t> SizeAt(Part& part) {
    if (!work_.Count(part.evaluator.steps())) return std::nullopt;
    const symbolic::Evaluation found = part.evaluator.Run(point_)[0];
    return found.ok() ? std::optional(found.value) : std::nullopt;
  }

  bool IsNeeded(SymbolId id) {
    const auto own = parts_of_.find(id);
    if (own == parts_of_.end() || !point_[id]) return false;
    const int64_t here = *point_[id];
    std::vector<std::pair<size_t, int64_t>> sizes;
    for (const size_t place : own->second) {
      if (!parts_[place].is_size) continue;
      if (const auto size = SizeAt(parts_[place])) sizes.emplace_back(place, *size);
    }
    bool is_needed = false;
    for (const int64_t wanted : {here + 1, here - 1, 2 * here, here / 2, 4 * here, here + 2}) {
      const std::optional<int64_t> there = Near(id, wanted);
      if (is_needed || !there || *there == here) continue;
      point_[id] = there;
      const bool is_valid = std::all_of(own->second.begin(), own->second.end(), [&](size_t place) {
        return parts_[place].is_size || Holds(parts_[place]);
      });
      is_needed = is_valid && std::any_of(sizes.begin(), sizes.end(), [&](const auto& size) {
                    const auto other = SizeAt(parts_[size.first]);
                    return other && *other != size.second;
                  });
    }
    point_[id] = here;
    return is_needed;
  }

  Engine& engine_;
  Work& work_;
  // Whether it is not known which points satisfy the facts.
  bool is_open_ = false;
  std::vector<Part> parts_;
  HashMap<SymbolId, std::vector<size_t>> parts_of_;
  std::vector<std::optional<int64_t>> point_;
};

}  // namespace

bool AreAllNeeded(Engine& engine, absl::Span<const Expr> sizes,
                  const std::vector<SymbolId>& symbols, Work& work) {
  if (symbols.empty()) return true;
  const Work::Share share(work, work.FindLeft() / 4);
  const bool are_needed = Points(engine, work).AreAllNeeded(sizes, symbols);
  return are_needed && !share.is_exhausted();
}

}  // namespace shapewright::questions
