#include "core/questions/planning/fitting_sizes.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/given/read_size.h"
#include "core/symbolic/reachable.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Item;
using graph::Within;
using inference::AnswerNumbering;
using inference::CheckSize;
using inference::Engine;
using inference::FactReport;
using inference::Given;
using symbolic::Expr;
using symbolic::Interval;
using symbolic::SymbolId;

constexpr int64_t kGreatestFitting = Interval::kInfinity - 1;
// Values from here on are asked about together where a symbol has no greatest one.
constexpr int64_t kFarOut = int64_t{1} << 40;

std::vector<SymbolId> SymbolsOf(const std::vector<FittingSizes::Axis>& axes) {
  std::vector<SymbolId> symbols;
  for (const FittingSizes::Axis& axis : axes) symbols.push_back(axis.symbol);
  return symbols;
}

}  // namespace

FittingSizes::FittingSizes(Engine& engine, const FactReport& report,
                           const AnswerNumbering& numbering, Evaluations& evaluations,
                           const v1::FindLargestSizesRequest& request, Work& work)
    : engine_(engine),
      report_(report),
      evaluations_(evaluations),
      request_(request),
      work_(work),
      binder_(engine),
      quantity_(engine, numbering, binder_, evaluations, request),
      status_(quantity_.status()),
      is_settled_(evaluations.is_settled()) {
  if (status_.ok() && (request.symbols_size() < 1 || request.symbols_size() > 2)) {
    status_ = FieldError("symbols", "the largest sizes are those of one symbol or two");
  }
  if (status_.ok() &&
      (request.budget().amount() < 0 || request.budget().amount() > kGreatestFitting)) {
    status_ = FieldError("budget.amount", absl::StrCat("a budget is from 0 to ", kGreatestFitting));
  }
  for (int i = 0; i < request.symbols_size() && status_.ok(); ++i) {
    status_ = Within(Item("symbols", i), ReadAxis(request.symbols(i)));
  }
  if (status_.ok()) status_ = ReadBinding();
  if (!status_.ok()) return;
  for (size_t i = 0; i < axes_.size(); ++i) LeaveOutFailing(i);
  for (const Axis& axis : axes_) whole_[axis.symbol] = axis.searched;
  const std::vector<SymbolId> varying = SymbolsOf(axes_);
  facts_.emplace(engine, report, varying, whole_, work);
  quantity_.Prepare(varying, whole_, is_settled_ ? KnownSizes::kUpperBounds : KnownSizes::kExact);
  const symbolic::ExprArena& arena = engine.workspace().exprs();
  for (SymbolId id = 0; id < whole_.size(); ++id) {
    const bool is_axis = std::find(varying.begin(), varying.end(), id) != varying.end();
    is_decidable_ = is_decidable_ && (is_axis || arena.SymbolBounds(id).Contains(whole_[id]));
  }
}

absl::Status FittingSizes::ReadAxis(const v1::SizeRange& message) {
  const auto id = binder_.FindSymbol(message.symbol());
  if (!id) return FieldError("symbol", binder_.NoSymbol(message.symbol()));
  // A copy: the arena grows.
  const symbolic::Symbol symbol = engine_.workspace().exprs().symbol(*id);
  if (!symbol.DependsOnInputsOnly())
    return FieldError("symbol", "it is not a symbol of the inputs");
  for (const Axis& axis : axes_) {
    if (axis.symbol == *id) return FieldError("symbol", "it stands there twice");
  }
  Axis axis;
  axis.symbol = *id;
  axis.name = symbol.name;
  const Given* const given = engine_.given();
  const Given::Symbol* const known = given == nullptr ? nullptr : given->FindSymbol(symbol.name);
  if (known != nullptr) axis.allowed = *known;
  axis.allowed.bounds = Intersect(axis.allowed.bounds, symbol.bounds);
  const Expr solved = engine_.workspace().facts().Finalize(Expr::FromNode(symbol.node));
  if (solved.is_constant()) {
    axis.allowed.bounds = Intersect(axis.allowed.bounds, Interval::Point(solved.constant()));
  }
  const bool is_size = symbol.kind != symbolic::SymbolKind::kInputValue;
  Interval asked = Interval::All();
  if (message.has_least()) asked.min = message.least();
  if (message.has_greatest()) asked.max = message.greatest();
  for (const auto& [is_given, size, field] :
       {std::tuple(message.has_least(), asked.min, "least"),
        std::tuple(message.has_greatest(), asked.max, "greatest")}) {
    if (!is_given || !is_size) continue;
    if (absl::Status status = CheckSize(size, field); !status.ok()) return status;
  }
  // Without a least value, from where facts and assumptions allow one.
  const int64_t least = engine_.workspace().exprs().SymbolBounds(*id).min;
  if (!message.has_least() && least <= asked.max) asked.min = least;
  axis.range = Intersect(asked, axis.allowed.bounds);
  axis.has_end = axis.range.has_max();
  // An element may have no least value.
  if (!axis.range.has_min()) axis.range.min = std::min<int64_t>(0, axis.range.max);
  axis.range.max = std::min(axis.range.max, kGreatestFitting);
  if (axis.range.is_empty()) return FieldError("least", "the symbol has no value in this range");
  axis.searched = axis.range;
  axes_.push_back(std::move(axis));
  return absl::OkStatus();
}

absl::Status FittingSizes::ReadBinding() {
  BoundSymbols bound;
  absl::Status status = binder_.Bind(request_.binding(), work_, &bound);
  if (!status.ok()) return Within("binding", std::move(status));
  symbolic::ExprArena& arena = engine_.workspace().exprs();
  for (const Axis& axis : axes_) {
    const bool is_constant = axis.allowed.bounds.is_point();
    if (!is_constant && bound.values[axis.symbol]) {
      return FieldError("binding", absl::StrCat("it gives ", graph::Quoted(axis.name),
                                                " the value ", *bound.values[axis.symbol]));
    }
  }
  is_decidable_ = !bound.tells_ranks;
  // What else follows, with the binding, from a value of these symbols is no point in the box.
  BoundSymbols with_axes;
  Values least;
  for (const Axis& axis : axes_) least.push_back(axis.range.min);
  status = binder_.Bind(BindingAt(least), work_, &with_axes);
  if (!status.ok()) return Within("symbols[0]", std::move(status));
  for (SymbolId id = 0; id < arena.symbols().size(); ++id) {
    const auto& value = bound.values[id];
    has_value_.push_back(with_axes.values[id].has_value());
    whole_.push_back(value ? Interval::Point(*value) : arena.SymbolBounds(id));
    const Expr self = Expr::FromNode(arena.symbol(id).node);
    const bool is_axis = std::any_of(axes_.begin(), axes_.end(),
                                     [id](const Axis& axis) { return axis.symbol == id; });
    const bool is_new = !value && with_axes.values[id] && !is_axis;
    if (is_new && engine_.workspace().facts().Finalize(self) == self) is_decidable_ = false;
    if (is_axis && !(engine_.workspace().facts().Finalize(self) == self)) {
      is_decidable_ = is_decidable_ && value.has_value();
    }
  }
  for (const Axis& axis : axes_) whole_[axis.symbol] = axis.range;
  return absl::OkStatus();
}

absl::Status FittingSizes::CheckSymbolsHaveValues() const {
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  for (const SymbolId id : quantity_.Symbols()) {
    const symbolic::Symbol& symbol = arena.symbol(id);
    if (has_value_[id] || !symbol.DependsOnInputsOnly()) continue;
    return FieldError("binding", absl::StrCat("it gives ", graph::Quoted(symbol.name),
                                              " no value, on which the quantity depends"));
  }
  return absl::OkStatus();
}

absl::Status FittingSizes::WhyUnknown(const Values& values) const {
  if (absl::Status status = CheckSymbolsHaveValues(); !status.ok()) return status;
  return FieldError("budget.quantity", absl::StrCat("how large it is is not known at ",
                                                    axes_[0].name, " = ", values[0]));
}

// Inference has narrowed the symbol by facts; what they rule out need not be searched.
void FittingSizes::LeaveOutFailing(size_t place) {
  Axis& axis = axes_[place];
  const Interval bounds = engine_.workspace().exprs().SymbolBounds(axis.symbol);
  if (!is_decidable_ || bounds.Contains(axis.range)) return;
  const auto fails = [&](Interval part) {
    if (part.is_empty()) return true;
    Box box = whole_;
    box[axis.symbol] = part;
    BoxFacts facts(engine_, report_, {axis.symbol}, box, work_);
    const FactsInBox found = facts.Decide(box, work_);
    return found.fails && found.assumptions_hold;
  };
  const Interval inside = Intersect(bounds, axis.range);
  if (inside.is_empty()) return;
  if (fails({axis.range.min, inside.min - 1})) axis.searched.min = inside.min;
  if (inside.max == axis.range.max || fails({inside.max + 1, axis.range.max})) {
    axis.searched.max = inside.max;
  }
}

bool FittingSizes::IsDecidable(BoxView box) const {
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  return is_decidable_ && std::all_of(axes_.begin(), axes_.end(), [&](const Axis& axis) {
           return arena.SymbolBounds(axis.symbol).Contains(box[axis.symbol]);
         });
}

bool FittingSizes::MayCut(BoxView box) {
  return IsDecidable(box) && facts_->Decide(box, work_).assumptions_hold;
}

bool FittingSizes::IsDismissed(BoxView box, Wanted wanted) {
  if (!IsDecidable(box)) return false;
  const FactsInBox facts = facts_->Decide(box, work_);
  if (!facts.assumptions_hold || facts.fails) return facts.assumptions_hold;
  if (wanted == Wanted::kValid) return false;
  const Interval amount = quantity_.Over(box, work_);
  return wanted == Wanted::kFits ? amount.min > request_.budget().amount()
                                 : amount.max <= request_.budget().amount();
}

v1::Binding FittingSizes::BindingAt(const Values& values) const {
  v1::Binding binding = request_.binding();
  for (size_t i = 0; i < axes_.size(); ++i) {
    v1::SymbolSize* const size = binding.add_symbols();
    size->set_symbol(axes_[i].name);
    size->set_size(values[i]);
  }
  return binding;
}

absl::StatusOr<FittingSizes::Point> FittingSizes::Evaluate(const Values& values) {
  work_.Count(evaluations_.steps());
  absl::Status status = evaluations_.Evaluate(BindingAt(values), work_);
  if (!status.ok()) return status;
  last_ = quantity_.Last(work_);
  return Point{evaluations_.verdict() != v1::Evaluation::VERDICT_INVALID, last_};
}

std::optional<int64_t> FittingSizes::LastAmount() const {
  const bool is_known = last_.status == QuantityInBox::Status::kKnown;
  return is_known ? std::optional(last_.value) : std::nullopt;
}

absl::Status FittingSizes::Write(const Values& values, uint32_t field, WireWriter* out) {
  const v1::Binding binding = BindingAt(values);
  const auto amount = [this] {
    last_ = quantity_.Last(work_);
    return LastAmount();
  };
  return evaluations_.WritePoint(binding, binding, field, work_, out, Evaluations::Amount(amount));
}

absl::StatusOr<SearchResult> FittingSizes::Search(size_t axis, Interval part, Wanted wanted,
                                                  bool is_upwards, const Values& values,
                                                  int64_t* steps_left) {
  Values point = values;
  Box box = whole_;
  for (size_t i = 0; i < axes_.size(); ++i) {
    if (i != axis) box[axes_[i].symbol] = Interval::Point(values[i]);
  }
  const auto nearest = [&](int64_t value, bool upwards) {
    return axes_[axis].Nearest(value, upwards);
  };
  const auto is_dismissed = [&](Interval range) {
    box[axes_[axis].symbol] = range;
    return IsDismissed(box, wanted);
  };
  const auto is_wanted = [&](int64_t value) -> absl::StatusOr<bool> {
    point[axis] = value;
    const absl::StatusOr<Point> found = Evaluate(point);
    if (!found.ok()) return found.status();
    if (!found->is_valid || wanted == Wanted::kValid) return found->is_valid;
    const bool fits = found->amount.FitsInto(request_.budget().amount());
    if (found->amount.status == QuantityInBox::Status::kUnknown) {
      greatest_unknown_ = std::max(greatest_unknown_.value_or(value), value);
    }
    return fits == (wanted == Wanted::kFits);
  };
  const SearchedValues searched = {part, nearest, is_dismissed, is_wanted};
  return SearchSizes(searched, is_upwards, steps_left, work_);
}

bool FittingSizes::FitsWithoutEnd(size_t axis) {
  const Interval searched = axes_[axis].searched;
  if (axes_[axis].has_end || searched.max < kGreatestFitting || axes_.size() > 1) return false;
  Box box = whole_;
  box[axes_[axis].symbol] = {std::max(searched.min, kFarOut), searched.max};
  return IsDecidable(box) && is_settled_ && facts_->Decide(box, work_).holds &&
         quantity_.Over(box, work_).max <= request_.budget().amount();
}

bool FittingSizes::IsStaircase() {
  return is_settled_ && MayCut(whole_) && facts_->joint_facts_close() && quantity_.GrowsWith(0) &&
         quantity_.GrowsWith(1);
}

}  // namespace shapewright::questions
