#include "core/questions/chain/state_sizes.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/questions/chain/next_step.h"
#include "core/shape/element_names.h"
#include "core/symbolic/algebra/algebra.h"
#include "core/symbolic/algebra/choice.h"
#include "core/symbolic/algebra/compare.h"
#include "core/symbolic/algebra/normal_form.h"
#include "core/symbolic/algebra/power.h"
#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"

namespace shapewright::questions {
namespace {

using symbolic::Expr;
using symbolic::ExprArena;
using symbolic::NodeKind;
using symbolic::SymbolId;

// Operations counted for an axis, besides those of its expressions.
constexpr uint64_t kCountPerAxis = 1024;

// The symbol that an expression is, alone.
const SymbolId* SymbolOf(const ExprArena& arena, Expr e) {
  return arena.AsSymbol(e) == nullptr ? nullptr : &arena.node(e.node()).symbol;
}

}  // namespace

bool StateSizes::Contains(Expr e, Expr symbol) const {
  const ExprArena& arena = engine_.workspace().exprs();
  const std::vector<SymbolId> symbols = symbolic::ReachableSymbols(arena, {&e, 1});
  return std::count(symbols.begin(), symbols.end(), *SymbolOf(arena, symbol)) != 0;
}

bool StateSizes::IsFixed(Expr e) {
  const ExprArena& arena = engine_.workspace().exprs();
  const std::vector<SymbolId> symbols = symbolic::ReachableSymbols(arena, {&e, 1});
  return std::all_of(symbols.begin(), symbols.end(), [&](SymbolId id) {
    const auto found = sizes_.find(id);
    return found == sizes_.end() || (!found->second.has_several &&
                                     found->second.next == Expr::FromNode(arena.symbol(id).node));
  });
}

// Of `name = total - s`, without any of the states' symbols in the place of total: writes `total`
// as `name + s` from now on. False where no symbol, or no single one, can be.
bool StateSizes::TurnAround(Expr name, Expr solution) {
  ExprArena& arena = engine_.workspace().exprs();
  Expr turned;
  for (const symbolic::Term& term : symbolic::TermsOf(arena, solution)) {
    if (term.coefficient != 1 || term.monomial == symbolic::kUnitMonomial) continue;
    const Expr atom = Expr::FromNode(term.monomial);
    if (arena.AsSymbol(atom) == nullptr) continue;
    const SymbolId symbol = *SymbolOf(arena, atom);
    if (renamed_.contains(symbol) || sizes_.contains(symbol)) continue;
    const Expr rest = symbolic::Subtract(arena, solution, atom);
    if (rest.is_unknown() || Contains(rest, atom)) continue;
    if (!turned.is_unknown()) return false;
    turned = atom;
  }
  if (turned.is_unknown()) return false;
  const SymbolId symbol = *SymbolOf(arena, turned);
  const Expr rest = symbolic::Subtract(arena, solution, turned);
  const Expr grown = symbolic::Subtract(arena, name, rest);
  renamed_.emplace(symbol, grown);
  return true;
}

// Of a mask with `total = p + s` inference may have solved s, `total - p`; then it is not s that
// changes with p.
void StateSizes::TurnSolved() {
  ExprArena& arena = engine_.workspace().exprs();
  symbolic::FactStore& facts = engine_.workspace().facts();
  for (const SymbolId id : std::vector<SymbolId>(facts.settled())) {
    if (!engine_.work().Count(kCountPerAxis)) return;
    const Expr solution = facts.Finalize(Expr::FromNode(arena.symbol(id).node));
    if (!solution.is_symbolic() || arena.symbol(id).kind != symbolic::SymbolKind::kInputDim)
      continue;
    bool falls_with_state = false;
    for (const symbolic::Term& term : symbolic::TermsOf(arena, solution)) {
      if (term.coefficient >= 0 || term.monomial == symbolic::kUnitMonomial) continue;
      const Expr atom = Expr::FromNode(term.monomial);
      falls_with_state |=
          arena.AsSymbol(atom) != nullptr && sizes_.contains(*SymbolOf(arena, atom));
    }
    if (falls_with_state) TurnAround(Expr::FromNode(arena.symbol(id).node), solution);
  }
}

// A size `total - s` of an input that declares `past` is `past`, and `total` is `past + s`: what
// inference has solved for the other symbol is turned around.
Expr StateSizes::NameOf(const State& state, size_t axis, Expr in) {
  ExprArena& arena = engine_.workspace().exprs();
  if (in.is_constant() || arena.AsSymbol(in) != nullptr) return in;
  const shape::Type& declared =
      engine_.workspace().types().at(engine_.DeclaredInputType(state.input));
  if (!declared.has_rank() || axis >= declared.shape.dims.size()) return in;
  const Expr name = declared.shape.dims[axis];
  if (arena.AsSymbol(name) == nullptr || Contains(in, name)) return in;
  return TurnAround(name, in) ? name : in;
}

Expr StateSizes::Rename(Expr e) {
  if (renamed_.empty()) return e;
  ExprArena& arena = engine_.workspace().exprs();
  return symbolic::Rewriter(arena).Rewrite(e, [&](SymbolId id) {
    const auto found = renamed_.find(id);
    return found == renamed_.end() ? Expr::FromNode(arena.symbol(id).node) : found->second;
  });
}

StateSizes::Result StateSizes::Begin(const State& state) {
  Result result;
  shape::TypeTable& types = engine_.workspace().types();
  const graph::ValueId value = engine_.workspace().model().graphs[0].inputs[state.input];
  const shape::Type& in = types.at(engine_.TypeOf(value));
  const shape::Type& out = types.at(engine_.TypeOf(state.output));
  if (in.kind == shape::TypeKind::kUnknown || out.kind == shape::TypeKind::kUnknown) {
    result.reason = "the type is not known";
  } else if (in.kind != out.kind) {
    result.reason = "one is a tensor and the other is not";
  } else if (in.element != out.element && in.element != shape::ElementType::kUndefined &&
             out.element != shape::ElementType::kUndefined) {
    result.reason = absl::StrCat("the output has elements of ", shape::ElementTypeName(out.element),
                                 ", the input of ", shape::ElementTypeName(in.element));
  } else if (!in.has_rank() || !out.has_rank()) {
    result.reason = "the rank is not known";
  } else if (in.shape.rank() != out.shape.rank()) {
    result.reason =
        absl::StrCat("the output has rank ", out.shape.rank(), ", the input ", in.shape.rank());
  } else {
    for (size_t axis = 0; axis < in.shape.dims.size(); ++axis) {
      if (!engine_.work().Count(kCountPerAxis)) return result;
      const Expr first = NameOf(state, axis, in.shape.dims[axis]);
      result.axes.push_back({first, out.shape.dims[axis], Expr(), ""});
    }
  }
  return result;
}

// s + c is s + T*c; k*s + c is k^T*s + c*(k^T - 1)/(k - 1).
Expr StateSizes::ClosedSum(Expr self, Expr next) {
  ExprArena& arena = engine_.workspace().exprs();
  int64_t factor = 0;
  for (const symbolic::Term& term : symbolic::TermsOf(arena, next)) {
    if (term.monomial == self.node()) factor = term.coefficient;
  }
  const Expr rest = symbolic::Subtract(arena, next, symbolic::Multiply(arena, factor, self));
  if (factor < 1 || rest.is_unknown() || Contains(rest, self) || !IsFixed(rest)) return {};
  if (factor == 1) {
    return symbolic::Add(arena, self, symbolic::Multiply(arena, steps_, rest));
  }
  const Expr power = symbolic::Power(arena, factor, steps_);
  const Expr grown = symbolic::Multiply(arena, power, self);
  if (rest.is_constant(0)) return grown;
  const Expr sum = symbolic::FloorDiv(
      arena, symbolic::Multiply(arena, rest, symbolic::Subtract(arena, power, 1)), factor - 1);
  return symbolic::Add(arena, grown, sum);
}

// min(s + c, w) is min(s + T*c, w) where c is not negative; max likewise where it is not positive.
Expr StateSizes::ClosedChoice(Expr self, Expr next) {
  ExprArena& arena = engine_.workspace().exprs();
  const bool is_min = arena.AsOperation(next, NodeKind::kMin) != nullptr;
  const symbolic::ExprNode* const choice =
      is_min ? arena.AsOperation(next, NodeKind::kMin) : arena.AsOperation(next, NodeKind::kMax);
  if (choice == nullptr) return {};
  const std::vector<Expr> operands(choice->operands.begin(), choice->operands.end());
  Expr moving;
  std::vector<Expr> results;
  for (const Expr operand : operands) {
    if (operand.is_symbolic() && Contains(operand, self)) {
      if (!moving.is_unknown()) return {};
      moving = operand;
    } else {
      if (!IsFixed(operand)) return {};
      results.push_back(operand);
    }
  }
  if (moving.is_unknown()) return {};
  const Expr step = symbolic::Subtract(arena, moving, self);
  if (step.is_unknown() || Contains(step, self) || !IsFixed(step)) return {};
  if (is_min ? !symbolic::IsAtMost(arena, 0, step) : !symbolic::IsAtMost(arena, step, 0)) return {};
  results.push_back(symbolic::Add(arena, self, symbolic::Multiply(arena, steps_, step)));
  return is_min ? symbolic::MinOf(arena, results) : symbolic::MaxOf(arena, results);
}

Expr StateSizes::ClosedForm(Expr self, Expr next) {
  ExprArena& arena = engine_.workspace().exprs();
  if (next.is_constant()) return next;
  if (!Contains(next, self)) return IsFixed(next) ? next : Expr();
  if (next == self) return self;
  if (const Expr sum = ClosedSum(self, next); !sum.is_unknown()) return sum;
  if (const Expr choice = ClosedChoice(self, next); !choice.is_unknown()) return choice;
  const auto quotient = symbolic::AsConstantQuotient(arena.node(next.node()));
  if (quotient && quotient->dividend == self && quotient->divisor >= 2) {
    return symbolic::FloorDiv(arena, self, symbolic::Power(arena, quotient->divisor, steps_));
  }
  const Expr twice = symbolic::Rewriter(arena).Rewrite(next, [&](SymbolId id) {
    const Expr own = Expr::FromNode(arena.symbol(id).node);
    return own == self ? next : own;
  });
  // The other symbols in it stay as they are.
  const auto is_other_fixed = [&](SymbolId id) {
    const Expr own = Expr::FromNode(arena.symbol(id).node);
    return own == self || IsFixed(own);
  };
  const std::vector<SymbolId> symbols = symbolic::ReachableSymbols(arena, {&next, 1});
  const bool is_alone = std::all_of(symbols.begin(), symbols.end(), is_other_fixed);
  return is_alone && twice == next ? next : Expr();
}

void StateSizes::Solve(SymbolId symbol, Size& size) {
  if (std::exchange(size.is_solved, true)) return;
  ExprArena& arena = engine_.workspace().exprs();
  const Expr self = Expr::FromNode(arena.symbol(symbol).node);
  if (size.has_several) {
    size.reason =
        absl::StrCat("states of one size ", symbolic::ToString(arena, self), " get different ones");
    return;
  }
  if (size.next.is_unknown()) {
    size.reason = "the size after a step is not known";
    return;
  }
  if (size.next.is_symbolic() && !arena.node(size.next.node()).depends_on_inputs_only) {
    size.reason = absl::StrCat("what a step makes of it is decided by data: ",
                               symbolic::ToString(arena, size.next));
    return;
  }
  size.after = ClosedForm(self, size.next);
  if (size.after.is_unknown()) {
    size.reason = absl::StrCat("no closed form is known of ", symbolic::ToString(arena, self),
                               " := ", symbolic::ToString(arena, size.next));
  }
}

void StateSizes::EndAxis(Axis& axis) {
  ExprArena& arena = engine_.workspace().exprs();
  if (axis.first.is_constant()) {
    if (axis.next == axis.first) {
      axis.after = axis.first;
    } else if (symbolic::IsDifferent(arena, axis.next, axis.first)) {
      axis.reason = absl::StrCat("the second step cannot run: the input takes ",
                                 symbolic::ToString(arena, axis.first), ", the output has ",
                                 symbolic::ToString(arena, axis.next));
    } else {
      axis.reason =
          absl::StrCat("the second step runs only where ", symbolic::ToString(arena, axis.next),
                       " = ", symbolic::ToString(arena, axis.first));
    }
    return;
  }
  const SymbolId* const symbol = SymbolOf(arena, axis.first);
  if (symbol != nullptr) {
    const SymbolId id = *symbol;
    Size& size = sizes_[id];
    Solve(id, size);
    axis.after = size.after;
    axis.reason = size.reason;
    return;
  }
  if (axis.next == axis.first && IsFixed(axis.first)) {
    axis.after = axis.first;
  } else {
    axis.reason = absl::StrCat("the input's size is not a symbol of its own: ",
                               symbolic::ToString(arena, axis.first));
  }
}

std::vector<StateSizes::Result> StateSizes::Find(absl::Span<const State> states) {
  std::vector<Result> results;
  results.reserve(states.size());
  for (const State& state : states) results.push_back(Begin(state));
  ExprArena& arena = engine_.workspace().exprs();
  for (const Result& result : results) {
    for (const Axis& axis : result.axes) {
      if (const SymbolId* const symbol = SymbolOf(arena, axis.first)) sizes_.try_emplace(*symbol);
    }
  }
  TurnSolved();
  for (Result& result : results) {
    for (Axis& axis : result.axes) {
      axis.first = Rename(axis.first);
      axis.next = Rename(axis.next);
      const SymbolId* const symbol = SymbolOf(arena, axis.first);
      if (symbol == nullptr) continue;
      Size& size = sizes_[*symbol];
      if (!std::exchange(size.is_known, true)) {
        size.next = axis.next;
      } else if (!(size.next == axis.next)) {
        size.has_several = true;
      }
    }
  }
  for (Result& result : results) {
    for (Axis& axis : result.axes) EndAxis(axis);
  }
  LookAtNextStep(states, absl::MakeSpan(results));
  return results;
}

// The sizes after T steps are told as if all of them run.
void StateSizes::LookAtNextStep(absl::Span<const State> states, absl::Span<Result> results) {
  const ExprArena& arena = engine_.workspace().exprs();
  const auto renamed = [&](SymbolId id) {
    const auto found = renamed_.find(id);
    return found == renamed_.end() ? Expr::FromNode(arena.symbol(id).node) : found->second;
  };
  const auto after = [&](SymbolId id) -> std::optional<Expr> {
    const auto found = sizes_.find(id);
    if (found == sizes_.end() || !found->second.is_known) return std::nullopt;
    if (found->second.after == Expr::FromNode(arena.symbol(id).node)) return std::nullopt;
    return found->second.after;
  };
  HashSet<size_t> fed;
  for (const State& state : states) fed.insert(state.input);
  std::vector<SymbolId> changing;
  HashSet<SymbolId> seen;
  for (const Result& result : results) {
    for (const Axis& axis : result.axes) {
      const SymbolId* const symbol = SymbolOf(arena, axis.first);
      if (symbol != nullptr && after(*symbol) && seen.insert(*symbol).second) {
        changing.push_back(*symbol);
      }
    }
  }
  if (changing.empty()) return;
  NextStep next(engine_, renamed, after);
  next.Look(fed, changing);
  for (Result& result : results) {
    for (Axis& axis : result.axes) {
      const SymbolId* const symbol = SymbolOf(arena, axis.first);
      if (symbol == nullptr || !axis.reason.empty() || !seen.contains(*symbol)) continue;
      axis.reason = next.NeedsOf(*symbol);
    }
  }
}

}  // namespace shapewright::questions
