#include "core/rules/join.h"

#include "core/rules/select.h"
#include "core/symbolic/algebra/upper_expression.h"

namespace shapewright::rules {
namespace {

Interval RankOf(const Shape& shape) {
  return shape.has_rank ? Interval::Point(shape.rank()) : shape.rank_bounds;
}

}  // namespace

Joiner::Joiner(RuleContext& ctx, absl::string_view reason, const Place& place, Expr condition)
    : ctx_(ctx), reason_(reason), place_(place.As(Place::Part::kJoined)) {
  const bool is_usable = symbolic::DependsOnInputsOnly(ctx.exprs(), condition) &&
                         Interval{0, 1}.Contains(ctx.Bounds(condition));
  if (is_usable) condition_ = condition;
}

Expr Joiner::SelectByInputs(Expr a, Expr b) {
  const bool is_decided = !condition_.is_unknown() &&
                          symbolic::DependsOnInputsOnly(ctx_.exprs(), a) &&
                          symbolic::DependsOnInputsOnly(ctx_.exprs(), b);
  return is_decided ? Select(ctx_, condition_, a, b) : Expr();
}

Expr Joiner::JoinExprs(Expr a, Expr b, Interval range) {
  if (a == b) return a;
  if (const auto known = pairs_.find({a, b}); known != pairs_.end()) return known->second;
  const Expr selected = SelectByInputs(a, b);
  if (!selected.is_unknown()) return selected;
  const Interval hull = symbolic::Intersect(symbolic::Hull(ctx_.Bounds(a), ctx_.Bounds(b)), range);
  Place place = place_;
  place.first = a;
  place.second = b;
  const Expr upper = ctx_.Max(symbolic::UpperExpression(ctx_.exprs(), a),
                              symbolic::UpperExpression(ctx_.exprs(), b));
  const Expr joined = ctx_.Fresh(place, reason_, hull, upper);
  pairs_.emplace(std::make_pair(a, b), joined);
  return joined;
}

Shape Joiner::JoinShapes(const Shape& a, const Shape& b, DimVector& storage) {
  if (!a.has_rank || !b.has_rank || a.rank() != b.rank()) {
    return Shape::OfUnknownRank(symbolic::Hull(RankOf(a), RankOf(b)));
  }
  for (int axis = 0; axis < a.rank(); ++axis) {
    storage.push_back(JoinExprs(a.dims[axis], b.dims[axis], Interval::Size()));
  }
  return Shape::Of(storage);
}

shape::TypeId Joiner::JoinTypes(shape::TypeId id_a, shape::TypeId id_b) {
  if (id_a == id_b) return id_a;
  const Type& a = ctx_.types().at(id_a);
  const Type& b = ctx_.types().at(id_b);
  if (a.kind != b.kind) return shape::kUnknownType;
  Type joined;
  joined.kind = a.kind;
  if (a.element == b.element) joined.element = a.element;
  DimVector dims;
  if (a.is_tensor()) joined.shape = JoinShapes(a.shape, b.shape, dims);
  // An empty sequence says nothing about the type of elements.
  joined.inner = a.is_empty_sequence()   ? b.inner
                 : b.is_empty_sequence() ? a.inner
                                         : JoinTypes(a.inner, b.inner);
  if (!a.length.is_unknown() && !b.length.is_unknown()) {
    joined.length = JoinExprs(a.length, b.length, Interval::Size());
  }
  if (a.presence == b.presence) joined.presence = a.presence;
  if (a.domain == b.domain && a.name == b.name) {
    joined.domain = a.domain;
    joined.name = a.name;
  }
  return ctx_.types().Intern(joined);
}

ValueState Joiner::JoinStates(const ValueState& a, const ValueState& b) {
  ValueState joined(JoinTypes(a.type(), b.type()));
  if (a.type() != b.type()) return joined;
  if (a.tensor() == b.tensor()) joined.SetTensor(ctx_.types(), a.tensor());
  const auto ints_a = IntsOf(ctx_, a);
  const auto ints_b = IntsOf(ctx_, b);
  if (!ints_a || !ints_b) return joined;
  ExprVector elements;
  const Interval range = shape::ElementRange(ctx_.types().at(a.type()).element);
  for (size_t i = 0; i < ints_a->size(); ++i) {
    const bool is_known = !(*ints_a)[i].is_unknown() && !(*ints_b)[i].is_unknown();
    elements.push_back(is_known ? JoinExprs((*ints_a)[i], (*ints_b)[i], range) : Expr());
  }
  joined.SetInts(ctx_.types(), ctx_.workspace().Copy<Expr>(elements));
  return joined;
}

std::optional<absl::Span<const Expr>> IntsOf(RuleContext& ctx, const ValueState& state) {
  if (state.ints() || state.tensor() == nullptr) return state.ints();
  const auto constants = graph::DecodeIntegers(*state.tensor(), kMaxElements);
  if (!constants || !ctx.exprs().CountWork(constants->size())) return std::nullopt;
  const ExprVector elements(constants->begin(), constants->end());
  return ctx.workspace().Copy<Expr>(elements);
}

}  // namespace shapewright::rules
