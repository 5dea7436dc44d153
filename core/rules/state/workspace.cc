#include "core/rules/state/workspace.h"

#include <array>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/wire/utf8.h"

namespace shapewright::rules {

using graph::ValueId;

namespace {

// How often rules may be run for single cases of their operands (S34): once more per node, and some
// for small models that call their functions often.
uint64_t RunsByCase(const graph::Model& model) {
  constexpr uint64_t kMore = 20'000;
  uint64_t nodes = 0;
  for (const graph::Graph& graph : model.graphs) nodes += graph.nodes.size();
  return nodes + kMore;
}

}  // namespace

Workspace::Workspace(const graph::Model& model, const symbolic::ExprLimits& limits, Work* work,
                     const RequestRules* rules)
    : model_(model),
      operators_(model, rules),
      exprs_(limits, work),
      facts_(exprs_),
      conditions_(exprs_, facts_, RunsByCase(model)),
      values_(model.values.size()),
      numbers_(operators_, work) {}

void Workspace::NoteUnchecked(const symbolic::Site& site, StaticText what) {
  constexpr uint64_t kCountPerNote = 16;
  const symbolic::ScopeId scope = facts_.current_scope();
  const bool is_noted = !unchecked_.empty() && unchecked_.back().scope == scope &&
                        unchecked_.back().site.graph == site.graph &&
                        unchecked_.back().site.node == site.node;
  if (!is_noted && exprs_.CountWork(kCountPerNote)) unchecked_.push_back({scope, site, what});
}

std::vector<Workspace::Unchecked> Workspace::TakeUncheckedAfter(size_t count) {
  const auto first = unchecked_.begin() + static_cast<ptrdiff_t>(count);
  std::vector<Unchecked> taken(first, unchecked_.end());
  unchecked_.erase(first, unchecked_.end());
  return taken;
}

void Workspace::PutBackUnchecked(absl::Span<const Unchecked> unchecked) {
  unchecked_.insert(unchecked_.end(), unchecked.begin(), unchecked.end());
}

void Workspace::AddDiagnostic(Diagnostic diagnostic) {
  constexpr uint64_t kCountPerDiagnostic = 64;
  constexpr uint64_t kTextBytesPerCount = 16;
  exprs_.CountWork(kCountPerDiagnostic + diagnostic.message.size() / kTextBytesPerCount);
  if (diagnostics_.size() < kMaxDiagnostics) {
    ShortenText(diagnostic.message, kMaxMessageBytes);
    ShortenText(diagnostic.suggestion, kMaxMessageBytes);
    diagnostic.is_firm &= !facts_.rests_on_assumptions();
    diagnostics_.push_back(std::move(diagnostic));
  } else {
    ++left_out_diagnostics_[diagnostic.severity];
  }
}

void Workspace::SetValue(ValueId id, const ValueState& state) {
  assert(state.IsConsistent(types_));
  values_[id] = state;
  values_[id].scope_ = facts_.current_scope();
  values_[id].generation_ = 0;
}

void Workspace::SetInts(ValueId id, absl::Span<const symbolic::Expr> ints) {
  values_[id].SetInts(types_, Copy(ints));
}

void Workspace::SetFloats(ValueId id, absl::Span<const FloatElement> floats) {
  values_[id].SetFloats(types_, Copy(floats));
}

void Workspace::ForgetValues(graph::GraphId id) {
  const graph::Graph& graph = model_.graphs[id];
  for (ValueId value = graph.first_value; value < graph.end_value; ++value) SetValue(value, {});
  numbers_.Forget(id);
}

shape::TypeId Workspace::ResolveTypeOf(ValueState& state) {
  const shape::TypeId resolved = ResolveType(state.type_);
  // In an inner scope the type is only returned: it would not hold after that scope.
  if (IsOwn(state)) state.SetType(types_, resolved);
  return resolved;
}

absl::Span<const symbolic::Expr> Workspace::ResolveInts(absl::Span<const symbolic::Expr> ints) {
  if (!exprs_.CountWork(ints.size())) return ints;
  absl::InlinedVector<symbolic::Expr, 16> resolved;
  bool has_changed = false;
  for (const symbolic::Expr element : ints) {
    resolved.push_back(facts_.Resolve(element));
    has_changed |= !(resolved.back() == element);
  }
  return has_changed ? Copy<symbolic::Expr>(resolved) : ints;
}

bool Workspace::ReadInts(ValueState& state) {
  // A constant is the same in every scope.
  const auto values = graph::DecodeIntegers(*state.tensor_, kMaxElements);
  if (values) state.SetInts(types_, CopyAs<symbolic::Expr>(*values));
  return values.has_value();
}

std::optional<absl::Span<const symbolic::Expr>> Workspace::IntElements(ValueId id) {
  ValueState& state = values_[id];
  if (state.ints_ == nullptr && state.tensor_ != nullptr && !ReadInts(state)) return std::nullopt;
  assert(state.IsConsistent(types_));
  const auto known = state.ints();
  const uint32_t generation = facts_.generation();
  if (IsOwn(state)) {
    if (!known || !facts_.has_substitutions() || state.generation_ == generation) return known;
    state.ints_ = ResolveInts(*known).data();
    state.generation_ = generation;
    return state.ints();
  }
  const Learned* const learned = FindLearned(id);
  if (learned != nullptr && learned->generation == generation) return learned->ints;
  if (!known && learned == nullptr) return std::nullopt;
  const auto ints = known ? *known : learned->ints;
  if (!facts_.has_substitutions()) return ints;
  const Learned now = {facts_.current_scope(), generation, ResolveInts(ints)};
  learned_.insert_or_assign(id, now);
  return now.ints;
}

const Workspace::Learned* Workspace::FindLearned(ValueId id) const {
  if (IsOwn(values_[id])) return nullptr;
  const auto learned = learned_.find(id);
  const bool is_here = learned != learned_.end() && learned->second.scope == facts_.current_scope();
  return is_here ? &learned->second : nullptr;
}

std::optional<absl::Span<const FloatElement>> Workspace::FloatElements(ValueId id) {
  const ValueState& state = values_[id];
  if (state.floats_ == nullptr && state.tensor_ != nullptr) {
    const auto values = graph::DecodeFloats(*state.tensor_, kMaxFloatElements);
    if (!values) return std::nullopt;
    absl::InlinedVector<FloatElement, 8> elements;
    elements.reserve(values->size());
    for (const double value : *values) elements.push_back(FloatElement::Constant(value));
    SetFloats(id, elements);
  }
  assert(state.IsConsistent(types_));
  return state.floats();
}

void Workspace::LearnInts(ValueId id, absl::Span<const symbolic::Expr> ints) {
  if (IsOwn(values_[id])) return SetInts(id, ints);
  const auto resolved = facts_.has_substitutions() ? ResolveInts(ints) : ints;
  learned_.insert_or_assign(id,
                            Learned{facts_.current_scope(), facts_.generation(), Copy(resolved)});
}

bool Workspace::IsKnownByValue(ValueId id) const {
  return values_[id].is_known_by_value() || FindLearned(id) != nullptr;
}

void Workspace::PassElements(ValueId from, ValueId to) {
  values_[to].TakeElements(types_, values_[from]);
  if (const Learned* learned = FindLearned(from)) values_[to].SetInts(types_, learned->ints);
}

ValueState Workspace::StateOf(ValueId id) {
  const shape::TypeId type = ResolvedType(id);
  ValueState state = values_[id];
  state.SetType(types_, type);
  if (const Learned* learned = FindLearned(id)) state.SetInts(types_, learned->ints);
  return state.has_alternatives() ? WithAlternatives(state, state.alternatives()) : state;
}

ValueState Workspace::Resolved(const ValueState& state) {
  ValueState resolved = state;
  resolved.SetType(types_, ResolveType(state.type_));
  if (resolved.ints_ != nullptr && facts_.has_substitutions()) {
    resolved.ints_ = ResolveInts(*resolved.ints()).data();
  }
  return resolved;
}

ValueState Workspace::WithAlternatives(ValueState joined,
                                       absl::Span<const Alternative> alternatives) {
  const CaseSet possible = conditions_.Possible();
  std::vector<Alternative> open;
  for (const Alternative& each : alternatives) {
    const CaseSet cases = each.cases & possible;
    if (!cases.IsEmpty()) open.push_back({cases, Resolved(each.state)});
  }
  if (open.size() == 1) return open.front().state;
  const std::array<absl::Span<const Alternative>, 1> copy = {CopyAs<Alternative>(open)};
  joined.SetAlternatives(open.empty() ? nullptr
                                      : CopyAs<absl::Span<const Alternative>>(copy).data());
  return joined;
}

shape::TypeId Workspace::TypeByCase(ValueId id) {
  const shape::TypeId joined = ResolvedType(id);
  if (!values_[id].has_alternatives()) return joined;
  const ValueState open = WithAlternatives(values_[id], values_[id].alternatives());
  if (!open.has_alternatives()) return open.type();
  shape::Type type = types_.at(joined);
  // Then they differ in elements only, or in sizes that are choices.
  if (type.has_rank() && type.element != shape::ElementType::kUndefined) return joined;
  CaseSet later;
  for (const Alternative& each : open.alternatives()) later = later | each.cases;
  absl::InlinedVector<shape::TypeAlternative, 4> alternatives;
  for (const Alternative& each : open.alternatives()) {
    later = later - each.cases;
    const symbolic::Expr condition =
        later.IsEmpty() ? symbolic::Expr() : conditions_.Separate(each.cases, later);
    alternatives.push_back({condition, each.state.type()});
  }
  type.alternatives = alternatives;
  return types_.Intern(type);
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
  absl::InlinedVector<shape::TypeAlternative, 4> alternatives;
  for (const shape::TypeAlternative& each : type.alternatives) {
    shape::TypeAlternative now = {{}, RewriteType(each.type, rewrite)};
    if (!each.condition.is_unknown()) now.condition = rewrite(each.condition);
    has_changed |= !(now == each);
    if (now.condition.is_constant(0)) continue;
    const bool is_last = now.condition.is_constant(1);
    if (is_last) now.condition = symbolic::Expr();
    alternatives.push_back(now);
    if (is_last) break;
  }
  if (alternatives.size() == 1) return alternatives.front().type;
  rewritten.alternatives = alternatives;
  return has_changed ? types_.Intern(rewritten) : id;
}

shape::TypeId Workspace::ResolveType(shape::TypeId type) {
  if (!facts_.has_substitutions()) return type;
  if (resolved_.size() <= type) resolved_.resize(types_.size() + 1);
  const uint32_t generation = facts_.generation();
  if (resolved_[type].generation != generation) {
    const shape::TypeId resolved =
        RewriteType(type, [this](symbolic::Expr e) { return facts_.Resolve(e); });
    resolved_[type] = {generation, resolved};
  }
  return resolved_[type].type;
}

shape::TypeId Workspace::FinalizeType(shape::TypeId type) {
  if (!facts_.has_learned()) return type;
  if (finalized_.size() <= type) finalized_.resize(types_.size() + 1);
  // 0, the unknown type, also marks types that are not finalized yet.
  if (finalized_[type] == 0) {
    finalized_[type] = RewriteType(type, [this](symbolic::Expr e) { return facts_.Finalize(e); });
  }
  return finalized_[type];
}

template <typename Make>
symbolic::Expr Workspace::FreshFor(const FreshKey& key, symbolic::Interval bounds,
                                   symbolic::Expr upper, Make make) {
  Unknown& known = fresh_[key];
  if (!known.expr.is_unknown()) {
    if (facts_.IsOpen(known.scope)) return known.expr;
    // Bounds that were learned in a branch or body may not hold here.
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
  const shape::Type& type = types_.at(values_[value].type_);
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

}  // namespace shapewright::rules
