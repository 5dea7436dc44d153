#include "core/questions/chain/next_step.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/read_error.h"
#include "core/inference/text/fact_text.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"

namespace shapewright::questions {
namespace {

using inference::FactText;
using inference::Given;
using symbolic::Expr;
using symbolic::ExprArena;
using symbolic::Interval;
using symbolic::Relation;
using symbolic::SymbolId;

// Operations counted for a fact or an axis, besides those of its expressions.
constexpr uint64_t kCount = 64;
// More are only counted.
constexpr size_t kMaxNeeds = 64;
constexpr size_t kMaxTold = 4;
constexpr size_t kMaxText = 512;

}  // namespace

Expr NextStep::After(Expr e) {
  const auto replacement = [&](SymbolId id) {
    const std::optional<Expr> after = after_(id);
    if (after && !after->is_unknown()) return *after;
    return Expr::FromNode(engine_.workspace().exprs().symbol(id).node);
  };
  return stepping_.Rewrite(e, replacement);
}

std::string NextStep::TextOf(Expr e) const {
  return symbolic::ToString(engine_.workspace().exprs(), e);
}

bool NextStep::Holds(Relation relation, Expr left, Expr right) {
  ExprArena& arena = engine_.workspace().exprs();
  switch (relation) {
    case Relation::kEqual:
      return symbolic::IsEqual(arena, left, right);
    case Relation::kAtMost:
      return symbolic::IsAtMost(arena, left, right);
    case Relation::kDivisible:
      return !right.is_constant(0) && symbolic::Mod(arena, left, right).is_constant(0);
    case Relation::kBroadcastable:
      return left.is_constant(1) || right.is_constant(1) || symbolic::IsEqual(arena, left, right);
    case Relation::kNotEqual:
      return symbolic::IsDifferent(arena, left, right);
  }
  return false;
}

void NextStep::AddText(absl::Span<const Expr> before, std::string text) {
  if (needs_.size() >= kMaxNeeds || !texts_.insert(text).second) return;
  Need need;
  for (const SymbolId id : symbolic::ReachableSymbols(engine_.workspace().exprs(), before)) {
    if (after_(id)) need.symbols.push_back(id);
  }
  if (text.size() > kMaxText) text = absl::StrCat(text.substr(0, kMaxText), "...");
  need.text = std::move(text);
  needs_.push_back(std::move(need));
}

void NextStep::Add(Relation relation, Expr left, Expr right) {
  if (needs_.size() >= kMaxNeeds) return;
  const ExprArena& arena = engine_.workspace().exprs();
  const Expr sides[] = {left, right};
  const Expr next_left = After(left);
  const Expr next_right = After(right);
  bool is_known = !next_left.is_unknown() && !next_right.is_unknown();
  for (const SymbolId id : symbolic::ReachableSymbols(arena, sides)) {
    const auto after = after_(id);
    is_known = is_known && !(after && after->is_unknown());
  }
  if (!is_known) {
    AddText(sides, absl::StrCat(FactText(relation, TextOf(left), TextOf(right)),
                                " of the sizes before it, which are not known"));
  } else if (!Holds(relation, next_left, next_right)) {
    AddText(sides, FactText(relation, TextOf(next_left), TextOf(next_right)));
  }
}

void NextStep::LookAtFacts() {
  ExprArena& arena = engine_.workspace().exprs();
  symbolic::FactStore& facts = engine_.workspace().facts();
  for (size_t i = 0; i < facts.facts().size(); ++i) {
    if (!engine_.work().Count(kCount) || needs_.size() >= kMaxNeeds) return;
    const Relation relation = facts.facts()[i].relation;
    const Expr left = renaming_.Rewrite(facts.Finalize(facts.facts()[i].left), renamed_);
    const Expr right = renaming_.Rewrite(facts.Finalize(facts.facts()[i].right), renamed_);
    if (left.is_unknown() || right.is_unknown()) continue;
    const Expr sides[] = {left, right};
    const std::vector<SymbolId> symbols = symbolic::ReachableSymbols(arena, sides);
    if (!engine_.work().Count(symbols.size())) return;
    const bool changes = std::any_of(symbols.begin(), symbols.end(),
                                     [&](SymbolId id) { return after_(id).has_value(); });
    if (changes) Add(relation, left, right);
  }
}

// An input without a state whose size changes with one has to be given another size.
void NextStep::LookAtInputs(const HashSet<size_t>& fed) {
  ExprArena& arena = engine_.workspace().exprs();
  const graph::Model& model = engine_.workspace().model();
  const auto& inputs = model.graphs[0].inputs;
  for (size_t i = 0; i < inputs.size(); ++i) {
    const shape::Type type = engine_.workspace().types().at(engine_.TypeOf(inputs[i]));
    if (fed.contains(i) || !type.has_rank()) continue;
    for (size_t axis = 0; axis < type.shape.dims.size(); ++axis) {
      if (!engine_.work().Count(kCount) || needs_.size() >= kMaxNeeds) return;
      const Expr before =
          renaming_.Rewrite(engine_.workspace().facts().Finalize(type.shape.dims[axis]), renamed_);
      if (!before.is_symbolic()) continue;
      const std::vector<SymbolId> symbols = symbolic::ReachableSymbols(arena, {&before, 1});
      const bool changes = std::any_of(symbols.begin(), symbols.end(),
                                       [&](SymbolId id) { return after_(id).has_value(); });
      if (!changes) continue;
      const Expr next = After(before);
      const bool is_known =
          !next.is_unknown() && std::none_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
            const auto after = after_(id);
            return after && after->is_unknown();
          });
      AddText({&before, 1},
              absl::StrCat("axis ", axis, " of ", graph::Quoted(model.values[inputs[i]].name),
                           is_known ? absl::StrCat(" = ", TextOf(next)) : " to fit"));
    }
  }
}

// What is declared or promised of one symbol alone is no fact.
void NextStep::LookAtPremises(SymbolId id) {
  const ExprArena& arena = engine_.workspace().exprs();
  const auto after = after_(id);
  if (!after || after->is_unknown()) return;
  const symbolic::Symbol& symbol = arena.symbol(id);
  const Given::Symbol* const known =
      engine_.given() == nullptr ? nullptr : engine_.given()->FindSymbol(symbol.name);
  Interval bounds = symbol.bounds;
  if (known != nullptr) bounds = Intersect(bounds, known->bounds);
  const Expr self = Expr::FromNode(symbol.node);
  if (bounds.has_min()) Add(Relation::kAtMost, bounds.min, self);
  if (bounds.has_max()) Add(Relation::kAtMost, self, bounds.max);
  if (known == nullptr) return;
  if (known->divisor > 1) Add(Relation::kDivisible, self, known->divisor);
  if (known->allowed.empty()) return;
  AddText({&self, 1},
          absl::StrCat(TextOf(*after), " in {", absl::StrJoin(known->allowed, ", "), "}"));
}

void NextStep::Look(const HashSet<size_t>& fed, const std::vector<SymbolId>& changing) {
  for (const SymbolId id : changing) {
    if (!engine_.work().Count(kCount)) return;
    LookAtPremises(id);
  }
  LookAtInputs(fed);
  LookAtFacts();
}

std::string NextStep::NeedsOf(SymbolId symbol) const {
  std::vector<absl::string_view> told;
  size_t count = 0;
  for (const Need& need : needs_) {
    if (std::count(need.symbols.begin(), need.symbols.end(), symbol) == 0) continue;
    if (++count <= kMaxTold) told.push_back(need.text);
  }
  if (needs_.size() >= kMaxNeeds && count <= kMaxTold) count = kMaxTold + 1;
  if (count == 0) return "";
  return absl::StrCat(
      "another step needs ", absl::StrJoin(told, "; "),
      count > told.size() ? (told.empty() ? "what is not told" : "; and more") : "");
}

}  // namespace shapewright::questions
