#include "core/ops/workspace.h"

#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace shapewright::ops {

using graph::ValueId;

Workspace::Workspace(const graph::Model& model, const symbolic::ExprLimits& limits, Work* work)
    : model_(model),
      exprs_(limits, work),
      facts_(exprs_),
      values_(model.values.size()),
      numbers_(model, work) {}

void Workspace::AddDiagnostic(Diagnostic diagnostic) {
  constexpr uint64_t kCountPerDiagnostic = 64;
  exprs_.CountWork(kCountPerDiagnostic);
  if (diagnostics_.size() < kMaxDiagnostics) {
    diagnostics_.push_back(std::move(diagnostic));
  } else {
    ++left_out_diagnostics_[diagnostic.severity];
  }
}

shape::TypeId Workspace::ResolvedType(ValueId id) {
  ValueState& state = values_[id];
  const shape::TypeId resolved = ResolveType(state.type);
  // What a branch learns of a value outside is not true of it after the branch.
  if (facts_.current_scope() == symbolic::kRootScope) state.type = resolved;
  return resolved;
}

template <typename Rewrite>
shape::TypeId Workspace::RewriteType(shape::TypeId id, Rewrite rewrite) {
  const shape::Type& type = types_.at(id);
  if (!exprs_.CountWork(1 + type.shape.dims.size() + type.positions.size())) return id;
  shape::Type rewritten = type;
  absl::InlinedVector<shape::Dim, 8> dims;
  bool has_changed = false;
  for (const shape::Dim dim : type.shape.dims) {
    dims.push_back(rewrite(dim));
    has_changed |= !(dims.back() == dim);
  }
  rewritten.shape.dims = dims;
  if (type.inner != shape::kUnknownType) {
    rewritten.inner = RewriteType(type.inner, rewrite);
    has_changed |= rewritten.inner != type.inner;
  }
  if (!type.length.is_unknown()) {
    rewritten.length = rewrite(type.length);
    has_changed |= !(rewritten.length == type.length);
  }
  absl::InlinedVector<shape::TypeId, 8> positions;
  for (const shape::TypeId position : type.positions) {
    positions.push_back(RewriteType(position, rewrite));
    has_changed |= positions.back() != position;
  }
  rewritten.positions = positions;
  return has_changed ? types_.Intern(rewritten) : id;
}

shape::TypeId Workspace::ResolveType(shape::TypeId type) {
  if (!facts_.has_substitutions()) return type;
  return RewriteType(type, [this](symbolic::Expr e) { return facts_.Resolve(e); });
}

shape::TypeId Workspace::FinalizeType(shape::TypeId type) {
  if (!facts_.has_learned()) return type;
  if (finalized_.size() <= type) finalized_.resize(types_.size() + 1);
  // 0 is the unknown type, which stays as it is.
  if (finalized_[type] == 0) {
    finalized_[type] = RewriteType(type, [this](symbolic::Expr e) { return facts_.Finalize(e); });
  }
  return finalized_[type];
}

bool Workspace::IsInForce(symbolic::ScopeId scope) const {
  for (symbolic::ScopeId open = facts_.current_scope();; open = facts_.scopes()[open].parent) {
    if (open == scope) return true;
    if (open == symbolic::kRootScope) return false;
  }
}

template <typename Make>
symbolic::Expr Workspace::FreshFor(const FreshKey& key, symbolic::Interval bounds,
                                   symbolic::Expr upper, Make make) {
  Unknown& known = fresh_[key];
  if (!known.expr.is_unknown()) {
    if (IsInForce(known.scope)) return known.expr;
    // What was asked in a branch or body is bounded by what was known there.
    if (known.bounds == bounds && known.upper == upper) {
      known.scope = facts_.current_scope();
      return known.expr;
    }
  }
  known = {make(), facts_.current_scope(), bounds, upper};
  return known.expr;
}

symbolic::Expr Workspace::Fresh(const symbolic::Site& node, const Place& place,
                                symbolic::Interval bounds, absl::string_view reason,
                                symbolic::SymbolKind kind, symbolic::Expr upper) {
  const ValueNumbers::Number number =
      numbers_.OfNode(static_cast<graph::GraphId>(node.graph), static_cast<uint32_t>(node.node));
  return FreshFor({number, place}, bounds, upper, [&] {
    return exprs_.AddAnonymous(bounds, std::string(reason), node, kind, upper);
  });
}

symbolic::Expr Workspace::FreshElement(ValueId value, uint32_t index,
                                       const symbolic::Site& origin) {
  const shape::Type& type = types_.at(values_[value].type);
  const symbolic::Interval range = shape::ElementRange(type.element);
  const ValueNumbers::Number number = numbers_.OfValue(value);
  const ValueId input = numbers_.MainInput(number);
  Place place;
  place.part = Place::Part::kElementOfValue;
  place.element = static_cast<int>(index);
  return FreshFor({number, place}, range, symbolic::Expr(), [&] {
    if (input == graph::kNoValue) {
      return exprs_.AddAnonymous(range, "an element that the data decide", origin);
    }
    const graph::Value& info = model_.values[input];
    symbolic::Symbol symbol;
    symbol.name =
        exprs_.FreeName(type.shape.dims.empty() ? absl::StrCat(info.name, "[]")
                                                : absl::StrCat(info.name, "[", index, "]"));
    symbol.kind = symbolic::SymbolKind::kInputValue;
    symbol.bounds = range;
    symbol.origin.input = static_cast<int32_t>(info.producer);
    symbol.origin.element = static_cast<int32_t>(index);
    return exprs_.AddSymbol(std::move(symbol));
  });
}

}  // namespace shapewright::ops
