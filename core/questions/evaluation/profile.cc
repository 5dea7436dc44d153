#include "core/questions/evaluation/profile.h"

#include <algorithm>
#include <string>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/inference/facts/given_facts.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using inference::Engine;
using inference::Given;
using inference::Holds;
using symbolic::Expr;
using symbolic::Fact;
using symbolic::Interval;
using symbolic::Relation;
using symbolic::SymbolId;
using symbolic::SymbolKind;

// Repair() changes at most this many symbol values.
constexpr int kMaxMoves = 64;
// Limit on the values of one symbol that are tried in turn, where bisection is impossible.
constexpr int kMaxProfileTries = 4096;
// How far from a value without an end others are looked for.
constexpr int64_t kFarthest = int64_t{1} << 40;
// In a list of sizes: there is none.
constexpr int64_t kNoSize = -1;

std::vector<SymbolId> SymbolsIn(const symbolic::ExprArena& arena, absl::Span<const Expr> exprs) {
  std::vector<Expr> roots;
  std::copy_if(exprs.begin(), exprs.end(), std::back_inserter(roots),
               [](Expr e) { return e.is_symbolic(); });
  return symbolic::ReachableSymbols(arena, roots);
}

// A named dim or an element of an input.
bool IsNamedOfInputs(const symbolic::Symbol& symbol) {
  return symbol.kind == SymbolKind::kInputDim || symbol.kind == SymbolKind::kInputValue;
}

}  // namespace

Profile::Profile(Engine& engine, const Given* given, absl::Span<const Range> ranges)
    : engine_(engine),
      given_(given),
      arena_(engine.workspace().exprs()),
      needs_elements_(engine.workspace().model().graphs[0].inputs.size()) {
  FindNeededElements();
  for (Values& values : values_) values.resize(arena_.symbols().size());
  HashMap<SymbolId, std::vector<const Range*>> ranges_of;
  for (const Range& range : ranges) ranges_of[range.symbol].push_back(&range);
  for (SymbolId id = 0; id < arena_.symbols().size() && arena_.CountWork(1); ++id) {
    const auto found = ranges_of.find(id);
    AddFreeSymbol(id, found == ranges_of.end() ? absl::Span<const Range* const>() : found->second);
  }
  AddBoundsOfSolved();
  Repair(0, true);
  Repair(1, false);
  Repair(1, true);
  Repair(2, false);
  for (const FreeSymbol& free_symbol : free_symbols_) {
    if (free_symbol.values.opt) continue;
    std::optional<int64_t>& opt = values_[1][free_symbol.symbol];
    const std::optional<int64_t> max = values_[2][free_symbol.symbol];
    if (opt && max) opt = std::min(*opt, *max);
    if (opt) opt = std::max(*opt, values_[0][free_symbol.symbol].value_or(*opt));
  }
  AddSolvedSymbols();
}

// Elements that dims or facts depend on.
void Profile::FindNeededElements() {
  std::vector<Expr> roots;
  for (graph::ValueId id = 0; id < engine_.workspace().model().values.size(); ++id) {
    shape::AppendExpressions(engine_.workspace().types(), engine_.TypeOf(id), &roots);
  }
  for (const Fact& fact : engine_.workspace().facts().facts()) {
    roots.insert(roots.end(), {fact.left, fact.right});
  }
  for (const SymbolId id : SymbolsIn(arena_, roots)) {
    const symbolic::Symbol& symbol = arena_.symbol(id);
    if (symbol.kind != SymbolKind::kInputValue) continue;
    needs_elements_[static_cast<size_t>(symbol.origin.input)] = true;
  }
}

// A symbol that follows from others keeps its own bounds: a size is not negative.
void Profile::AddBoundsOfSolved() {
  for (SymbolId id = 0; id < arena_.symbols().size(); ++id) {
    const symbolic::Symbol& symbol = arena_.symbol(id);
    if (!IsNamedOfInputs(symbol)) continue;
    const Expr self = Expr::FromNode(symbol.node);
    const Expr solved = engine_.workspace().facts().Finalize(self);
    if (solved == self || !solved.is_symbolic()) continue;
    const auto add = [&](Expr left, Expr right) {
      bounds_of_solved_.push_back({Relation::kAtMost, left, right, {}, symbolic::kRootScope, {}});
    };
    if (symbol.bounds.has_min()) add(Expr(symbol.bounds.min), solved);
    if (symbol.bounds.has_max()) add(solved, Expr(symbol.bounds.max));
  }
}

// What a premise or the model fixes, or what follows from the free symbols.
void Profile::AddSolvedSymbols() {
  for (SymbolId id = 0; id < arena_.symbols().size(); ++id) {
    const symbolic::Symbol& symbol = arena_.symbol(id);
    if (!symbol.DependsOnInputsOnly()) continue;
    if (IsNamedOfInputs(symbol)) symbols_.push_back(id);
    const Expr solved = engine_.workspace().facts().Finalize(Expr::FromNode(symbol.node));
    for (Values& values : values_) {
      if (values[id]) continue;
      const symbolic::Evaluation found = symbolic::Evaluate(arena_, solved, values);
      if (found.ok() && symbol.bounds.Contains(found.value)) values[id] = found.value;
    }
    const Given::Symbol* const known =
        given_ == nullptr ? nullptr : given_->FindSymbol(symbol.name);
    if (known != nullptr && known->opt) values_[1][id] = known->opt;
  }
}

void Profile::AddFreeSymbol(SymbolId id, absl::Span<const Range* const> ranges) {
  const symbolic::Symbol& symbol = arena_.symbol(id);
  if (!IsNamedOfInputs(symbol)) return;
  const Expr self = Expr::FromNode(symbol.node);
  if (!(engine_.workspace().facts().Finalize(self) == self)) return;
  FreeSymbol free_symbol;
  free_symbol.symbol = id;
  const Given::Symbol* known = given_ == nullptr ? nullptr : given_->FindSymbol(symbol.name);
  if (known != nullptr) free_symbol.values = *known;
  Given::Symbol& allowed = free_symbol.values;
  allowed.bounds = Intersect(arena_.SymbolBounds(id), allowed.bounds);
  for (const Range* given : ranges) {
    allowed.bounds = given->bounds;
    if (!allowed.opt) allowed.opt = given->common;
    free_symbol.has_range = true;
  }
  const Interval range = allowed.bounds;
  values_[0][id] = allowed.From(range.has_min() ? range.min : 0, true);
  if (range.has_max()) values_[2][id] = allowed.From(range.max, false);
  values_[1][id] = allowed.opt ? allowed.opt : values_[2][id] ? values_[2][id] : values_[0][id];
  free_symbols_.push_back(std::move(free_symbol));
}

bool Profile::Holds(const Fact& fact, const Values& values) const {
  const auto sides = symbolic::Evaluate(arena_, {fact.left, fact.right}, values);
  return !sides[0].ok() || !sides[1].ok() ||
         inference::Holds(fact.relation, sides[0].value, sides[1].value);
}

// The value of the symbol, nearest to the one it has, at which the fact holds.
std::optional<int64_t> Profile::FindValue(const Fact& fact, const FreeSymbol& free_symbol,
                                          Values values, bool is_upwards) const {
  const auto holds_at = [&](int64_t value) {
    values[free_symbol.symbol] = value;
    return Holds(fact, values);
  };
  int64_t near = *values[free_symbol.symbol];
  const int64_t end = is_upwards ? free_symbol.values.bounds.max : free_symbol.values.bounds.min;
  const bool has_end =
      is_upwards ? free_symbol.values.bounds.has_max() : free_symbol.values.bounds.has_min();
  std::optional<int64_t> held;
  if (fact.relation == Relation::kAtMost && has_end && holds_at(end)) held = end;
  for (int64_t step = 1; fact.relation == Relation::kAtMost && !has_end && !held; step *= 2) {
    if (step > kFarthest) break;
    const int64_t tried = is_upwards ? near + step : near - step;
    if (holds_at(tried)) held = tried;
  }
  if (held) {
    // Bisection. Invariant: the fact holds at `far` and fails at `near`.
    int64_t far = *held;
    while (far - near > 1 || near - far > 1) {
      const int64_t middle = near + (far - near) / 2;
      (holds_at(middle) ? far : near) = middle;
    }
    const std::optional<int64_t> found = free_symbol.values.From(far, is_upwards);
    return found && holds_at(*found) ? found : std::nullopt;
  }
  for (int i = 0; i < kMaxProfileTries; ++i) {
    const std::optional<int64_t> next =
        free_symbol.values.From(is_upwards ? near + 1 : near - 1, is_upwards);
    if (!next || holds_at(*next)) return next;
    near = *next;
  }
  return std::nullopt;
}

bool Profile::Move(const Fact& fact, size_t label, bool is_upwards) {
  Values& values = values_[label];
  std::vector<SymbolId> symbols = SymbolsIn(arena_, {fact.left, fact.right});
  std::reverse(symbols.begin(), symbols.end());  // younger ones follow older ones
  for (const SymbolId id : symbols) {
    // By rising symbol.
    const auto free_symbol = std::lower_bound(
        free_symbols_.begin(), free_symbols_.end(), id,
        [](const FreeSymbol& each, SymbolId wanted) { return each.symbol < wanted; });
    if (free_symbol == free_symbols_.end() || free_symbol->symbol != id || !values[id]) continue;
    if (free_symbol->has_range || (label == 1 && free_symbol->values.opt)) continue;
    const std::optional<int64_t> found = FindValue(fact, *free_symbol, values, is_upwards);
    if (!found) continue;
    values[id] = found;
    return true;
  }
  return false;
}

void Profile::Repair(size_t label, bool is_upwards) {
  const auto& facts = engine_.workspace().facts().facts();
  for (int moves = 0; moves < kMaxMoves; ++moves) {
    const auto is_mended = [&](const Fact& fact) {
      return fact.scope == symbolic::kRootScope && !Holds(fact, values_[label]) &&
             Move(fact, label, is_upwards);
    };
    if (!std::any_of(facts.begin(), facts.end(), is_mended) &&
        !std::any_of(bounds_of_solved_.begin(), bounds_of_solved_.end(), is_mended)) {
      return;
    }
  }
}

v1::Binding Profile::BindingAt(size_t label) const {
  v1::Binding binding;
  binding.set_label(std::string(kLabels[label]));
  for (const SymbolId id : symbols_) {
    if (!values_[label][id]) continue;
    v1::SymbolSize* size = binding.add_symbols();
    size->set_symbol(arena_.symbol(id).name);
    size->set_size(*values_[label][id]);
  }
  return binding;
}

void Profile::WriteSizes(size_t index, size_t label, v1::InputSizes* out) const {
  const graph::ValueId input = engine_.workspace().model().graphs[0].inputs[index];
  const shape::Type& type = engine_.workspace().types().at(engine_.TypeOf(input));
  for (const Expr dim : type.shape.dims) {
    const Interval range = dim.is_unknown() ? Interval::Size() : arena_.Bounds(dim);
    const int64_t greatest = range.has_max() ? range.max : kNoSize;
    const std::array<int64_t, 3> otherwise = {range.min, range.has_max() ? greatest : range.min,
                                              greatest};
    const symbolic::Evaluation found = symbolic::Evaluate(arena_, dim, values_[label]);
    out->add_sizes(found.ok() ? found.value : otherwise[label]);
  }
}

void Profile::WriteElements(size_t index, size_t label, v1::InputSizes* out) const {
  const graph::ValueId input = engine_.workspace().model().graphs[0].inputs[index];
  const Interval range =
      shape::ElementRange(engine_.workspace().types().at(engine_.TypeOf(input)).element);
  // For elements without a value, as no shape depends on them.
  const std::array<int64_t, 3> otherwise = {range.min, range.Contains(0) ? 0 : range.min,
                                            range.max};
  for (const Expr raw : engine_.ElementsOf(input)) {
    const Expr element = engine_.workspace().facts().Finalize(raw);
    const symbolic::Evaluation found = symbolic::Evaluate(arena_, element, values_[label]);
    if (!found.ok() && !element.is_unknown()) return out->clear_values();  // no greatest one
    out->add_values(found.ok() ? found.value : otherwise[label]);
  }
}

v1::Binding Profile::WholeBindingAt(size_t label) const {
  v1::Binding binding = BindingAt(label);
  const graph::Model& model = engine_.workspace().model();
  for (size_t i = 0; i < needs_elements_.size(); ++i) {
    const graph::ValueId input = model.graphs[0].inputs[i];
    v1::InputSizes* sizes = binding.add_inputs();
    sizes->set_name(std::string(model.values[input].name));
    const shape::Type& type = engine_.workspace().types().at(engine_.TypeOf(input));
    if (type.has_rank()) WriteSizes(i, label, sizes);
    sizes->set_scalar(type.has_rank() && type.shape.dims.empty());
    if (needs_elements_[i]) WriteElements(i, label, sizes);
  }
  return binding;
}

}  // namespace shapewright::questions
