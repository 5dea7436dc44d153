#include "core/questions/planning/quantity_in_box.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/parse.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::Within;
using inference::AnswerNumbering;
using inference::Engine;
using symbolic::Expr;
using symbolic::Interval;
using v1::Quantity;

constexpr int64_t kDefaultAlignment = 64;

// The value that a quantity names; null if it names none.
const std::string* NameOf(const Quantity& quantity) {
  if (quantity.has_bytes_of()) return &quantity.bytes_of();
  return quantity.has_elements_of() ? &quantity.elements_of() : nullptr;
}

bool IsMemory(const Quantity& quantity) {
  return quantity.has_memory() || quantity.quantity_case() == Quantity::QUANTITY_NOT_SET;
}

}  // namespace

v1::EvaluateShapesRequest QuantityInBox::QuestionOf(const v1::FindLargestSizesRequest& request) {
  v1::EvaluateShapesRequest question;
  if (const std::string* const name = NameOf(request.budget().quantity()))
    question.add_values(*name);
  if (request.has_memory() || IsMemory(request.budget().quantity())) {
    *question.mutable_memory() = request.memory();
  }
  return question;
}

QuantityInBox::QuantityInBox(Engine& engine, const AnswerNumbering& numbering,
                             const SymbolBinder& binder, const Evaluations& evaluations,
                             const v1::FindLargestSizesRequest& request)
    : engine_(engine),
      numbering_(numbering),
      evaluations_(evaluations),
      request_(request),
      quantity_(request.budget().quantity()) {
  const bool is_known = Quantity::MemoryQuantity_IsValid(quantity_.memory());
  if (IsMemory(quantity_)) {
    if (!is_known) status_ = FieldError("memory", "there is no such quantity");
    if (status_.ok()) status_ = evaluations.question_status();
    return;
  }
  if (quantity_.has_expression()) {
    status_ = ReadExpression(binder);
  } else if (const absl::Status& found = evaluations.question_status(); !found.ok()) {
    const bool is_value = graph::FieldOf(found) == "values[0]";
    status_ = is_value ? FieldError(quantity_.has_bytes_of() ? "bytes_of" : "elements_of",
                                    found.message())
                       : found;
    if (!is_value) return;
  } else {
    const graph::ValueId value = numbering.value(evaluations.numbers().back());
    type_ = engine.TypeOf(value);
  }
  if (!status_.ok()) status_ = Within("budget.quantity", std::move(status_));
}

absl::Status QuantityInBox::ReadExpression(const SymbolBinder& binder) {
  symbolic::ExprArena& arena = engine_.workspace().exprs();
  const auto resolve = [&](absl::string_view name) -> absl::StatusOr<Expr> {
    const auto id = binder.FindSymbol(name);
    if (!id) return absl::InvalidArgumentError(binder.NoSymbol(name));
    if (!arena.symbol(*id).DependsOnInputsOnly()) {
      return absl::InvalidArgumentError(
          absl::StrCat(graph::Quoted(name), " is not a symbol of the inputs"));
    }
    return Expr::FromNode(arena.symbol(*id).node);
  };
  const absl::StatusOr<Expr> parsed = symbolic::ParseExpr(arena, quantity_.expression(), resolve);
  if (!parsed.ok()) return FieldError("expression", parsed.status().message());
  expression_ = engine_.workspace().facts().Finalize(*parsed);
  if (expression_.is_unknown()) return FieldError("expression", "a number in it exceeds 64 bits");
  return absl::OkStatus();
}

void QuantityInBox::Prepare(absl::Span<const symbolic::SymbolId> varying, BoxView whole,
                            KnownSizes known) {
  symbolic::ExprArena& arena = engine_.workspace().exprs();
  if (quantity_.has_expression()) {
    bounds_.emplace(arena, absl::MakeConstSpan(&expression_, 1), varying, whole);
    return;
  }
  if (!IsMemory(quantity_)) {
    const SizeProduct product = quantity_.has_bytes_of()
                                    ? BytesOf(engine_.workspace(), type_, known)
                                    : questions::ElementsOf(engine_.workspace(), type_, known);
    products_.emplace(arena, std::vector<SizeProduct>{product}, varying, whole);
    return;
  }
  const int64_t alignment = request_.memory().alignment_bytes();
  memory_.emplace(engine_, numbering_,
                  MemoryPolicy{alignment == 0 ? kDefaultAlignment : alignment,
                               request_.memory().reuse_in_place()},
                  quantity_.memory(), known, varying, whole);
}

std::vector<symbolic::SymbolId> QuantityInBox::Symbols() const {
  if (memory_) return memory_->symbols();
  if (products_) return products_->symbols();
  return symbolic::ReachableSymbols(engine_.workspace().exprs(), {expression_});
}

Interval QuantityInBox::Over(BoxView box, Work& work) {
  if (memory_) return memory_->Run(box, work);
  return products_ ? products_->Run(box, work)[0] : bounds_->Run(box, work)[0];
}

bool QuantityInBox::GrowsWith(size_t place) const {
  if (memory_) return memory_->GrowsWith(place);
  return products_ ? products_->AllGrowWith(place) : bounds_->AllGrowWith(place);
}

QuantityInBox::Amount QuantityInBox::OfMemory() const {
  const v1::Memory& memory = evaluations_.rest().memory();
  const auto amount = [](bool is_known, int64_t value) {
    return Amount{is_known ? Status::kKnown : Status::kUnknown, value};
  };
  switch (quantity_.memory()) {
    case Quantity::MEMORY_QUANTITY_PEAK:
      return amount(memory.has_peak_bytes(), memory.peak_bytes());
    case Quantity::MEMORY_QUANTITY_LOWER_BOUND:
      return amount(memory.has_lower_bound_bytes(), memory.lower_bound_bytes());
    case Quantity::MEMORY_QUANTITY_OUTPUTS:
      return amount(memory.has_outputs_bytes(), memory.outputs_bytes());
    case Quantity::MEMORY_QUANTITY_WITHOUT_WEIGHTS:
      return amount(memory.has_total_bytes(), memory.total_bytes() - memory.weights_bytes());
    default:
      return amount(memory.has_total_bytes(), memory.total_bytes());
  }
}

QuantityInBox::Amount QuantityInBox::OfElements() const {
  const ValueSizes& sizes = evaluations_.sizes();
  const size_t place = evaluations_.numbers().size() - 1;
  if (sizes.rank(place) < 0) return {};
  const auto rank = static_cast<size_t>(sizes.rank(place));
  const absl::Span<const int64_t> all = sizes.upper_sizes();
  // Elements of a byte each.
  const int64_t elements = BytesOf(all.last(rank), 8);
  if (elements == kSizeOverflow) return {Status::kTooLarge};
  return {elements < 0 ? Status::kUnknown : Status::kKnown, elements};
}

QuantityInBox::Amount QuantityInBox::Last(Work& work) const {
  if (IsMemory(quantity_)) return OfMemory();
  if (quantity_.has_elements_of()) return OfElements();
  if (quantity_.has_expression()) {
    const symbolic::Evaluation found =
        symbolic::Evaluate(engine_.workspace().exprs(), expression_, evaluations_.bound(), &work);
    return {found.ok() ? Status::kKnown : Status::kUnknown, found.value};
  }
  const int64_t bytes = evaluations_.sizes().Bytes(evaluations_.numbers().size() - 1);
  if (bytes == kSizeOverflow) return {Status::kTooLarge};
  return {bytes < 0 ? Status::kUnknown : Status::kKnown, bytes};
}

}  // namespace shapewright::questions
