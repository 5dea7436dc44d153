#include "core/questions/evaluation/evaluations.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/inference/engine/count_diagnostics.h"
#include "core/questions/cost/measure.h"
#include "core/questions/evaluation/asked_values.h"
#include "core/symbolic/reachable.h"
#include "core/wire/printable.h"
#include "core/wire/utf8.h"
#include "core/wire/valid_text.h"

namespace shapewright::questions {
namespace {

using graph::FieldError;
using graph::ValueId;
using graph::Within;
using inference::AnswerNumbering;
using inference::Engine;
using inference::FactReport;
using symbolic::SymbolId;
using symbolic::SymbolKind;
using v1::Evaluation;

// Writes sizes or bytes as packed numbers; whatever is no number becomes kSizeUnknown.
void WritePacked(uint32_t field, absl::Span<const int64_t> numbers, WireWriter* out) {
  if (numbers.empty()) return;
  const size_t begin = out->Begin(field);
  for (const int64_t number : numbers) {
    out->Packed(static_cast<uint64_t>(std::max(number, kSizeUnknown)));
  }
  out->End(begin);
}

// The symbols of inputs in the dims of some values.
std::vector<SymbolId> InputSymbolsOf(Engine& engine, const std::vector<ValueId>& values) {
  std::vector<symbolic::Expr> dims;
  for (const ValueId id : values) {
    shape::AppendExpressions(engine.workspace().types(), engine.TypeOf(id), &dims);
  }
  const symbolic::ExprArena& arena = engine.workspace().exprs();
  std::vector<SymbolId> symbols;
  for (const SymbolId id : symbolic::ReachableSymbols(arena, dims)) {
    const SymbolKind kind = arena.symbol(id).kind;
    if (kind == SymbolKind::kInputDim || kind == SymbolKind::kInputValue) symbols.push_back(id);
  }
  return symbols;
}

void WriteEntryError(const absl::Status& error, absl::string_view label, WireWriter* out) {
  out->NonEmpty(Evaluation::kLabelFieldNumber, label);
  const size_t begin = out->Begin(Evaluation::kErrorFieldNumber);
  out->Bytes(v1::EntryError::kReasonFieldNumber, graph::reason::kMalformedBinding);
  out->NonEmpty(v1::EntryError::kFieldFieldNumber, graph::FieldOf(error));
  out->Prose(v1::EntryError::kMessageFieldNumber, error.message());
  out->End(begin);
}

absl::Status NeedsInference() { return absl::UnavailableError("it takes another inference"); }

}  // namespace

Evaluations::Evaluations(Engine& engine, const FactReport& report, const AnswerNumbering& numbering,
                         const v1::EvaluateShapesRequest& question,
                         const UnsettledValues* unsettled)
    : engine_(engine),
      is_packed_(question.has_packed()),
      has_bytes_(question.packed().with_bytes()),
      has_index_(is_packed_ && !question.packed().without_index()),
      numbers_([&] {
        const graph::Model& model = engine.workspace().model();
        if (!is_packed_) {
          std::vector<uint32_t> numbers = NumbersOfOutputs(model, numbering);
          output_count_ = numbers.size();
          question_status_ = AddNamed(model, numbering, question.values(), numbers);
          return numbers;
        }
        std::vector<uint32_t> numbers(question.packed().all_graphs() ? numbering.size()
                                                                     : numbering.values(0).size());
        std::iota(numbers.begin(), numbers.end(), 0);
        return numbers;
      }()),
      values_(SelectValues(numbering, numbers_)),
      scenarios_(engine, question.scenarios()),
      binder_(engine),
      violations_(engine, report),
      sizes_(engine, DeclaredTypesOf(engine, values_)),
      needed_(InputSymbolsOf(engine, values_)),
      is_consistent_(inference::CountDiagnostics(engine.workspace())[rules::Severity::kError] == 0),
      errors_(ErrorsOf(engine.workspace())) {
  if (question_status_.ok()) question_status_ = scenarios_.status();
  FindSolvedBounds();
  if (unsettled != nullptr && !unsettled->empty()) {
    has_unsettled_ = true;
    const bool is_about_all = question.has_memory() || question.has_cost();
    rests_on_declarations_ = is_about_all && unsettled->rest_on_declarations();
    for (size_t i = 0; i < values_.size(); ++i) {
      rests_on_declarations_ |= unsettled->RestsOnDeclaration(values_[i]);
      if (unsettled->Contains(values_[i])) unsettled_.push_back(i);
    }
  }
  if (!is_packed_) WriteHeads();
  if (is_packed_ && question.values_size() > 0) {
    question_status_ = FieldError("values", "with `packed` there are no names");
  }
  if (question.has_memory()) PlanMemoryOf(question.memory(), numbering);
  if (question.has_cost()) CountCost(question.cost());
}

void Evaluations::FindSolvedBounds() {
  symbolic::FactStore& facts = engine_.workspace().facts();
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  std::vector<symbolic::Expr> sides;
  for (SymbolId id = 0; id < arena.symbols().size(); ++id) {
    if (!arena.symbol(id).upper.is_symbolic() || facts.Solution(id).is_unknown()) continue;
    const symbolic::Expr upper = arena.symbol(id).upper;
    sides.push_back(facts.Finalize(symbolic::Expr::FromNode(arena.symbol(id).node)));
    sides.push_back(facts.Finalize(upper));
  }
  if (!sides.empty()) solved_bounds_.emplace(arena, sides);
}

void Evaluations::PlanMemoryOf(const v1::MemoryOptions& options, const AnswerNumbering& numbering) {
  MemoryPolicy policy;
  const int64_t alignment = options.alignment_bytes();
  if (alignment < 0 || (alignment & (alignment - 1)) != 0) {
    question_status_ = Within("memory", FieldError("alignment_bytes", "it is not a power of two"));
    return;
  }
  if (alignment != 0) policy.alignment = alignment;
  policy.reuse_in_place = options.reuse_in_place();
  memory_.emplace(engine_, numbering, policy);
  has_plan_ = options.with_plan();
}

void Evaluations::CountCost(const v1::CostMeasure& measure) {
  absl::Status status = CheckMeasure(measure);
  if (!status.ok()) {
    question_status_ = Within("cost", std::move(status));
    return;
  }
  cost_.emplace(engine_, measure);
  const HashSet<SymbolId> known(needed_.begin(), needed_.end());
  for (const SymbolId id : cost_->needed()) {
    if (!known.contains(id)) needed_.push_back(id);
  }
}

void Evaluations::WriteHeads() {
  const graph::Model& model = engine_.workspace().model();
  for (const ValueId id : values_) {
    WireWriter head;
    head.NonEmpty(v1::ValueSize::kNameFieldNumber, model.values[id].name);
    const shape::Type& type = engine_.workspace().types().at(engine_.TypeOf(id));
    if (type.is_tensor()) {
      head.NonZero(v1::ValueSize::kElementTypeFieldNumber, static_cast<uint64_t>(type.element));
    }
    heads_.push_back(head.Take());
  }
}

absl::Status Evaluations::Write(const Bindings& bindings, uint32_t field, Work& work,
                                WireWriter* out) {
  work.set_phase("evaluate");
  if (!question_status_.ok()) return question_status_;
  for (int i = 0; i < bindings.size(); ++i) {
    const v1::Binding& binding = bindings[i];
    const size_t before = out->size();
    const size_t begin = out->Begin(field);
    absl::Status status = Evaluate(binding, work);
    if (absl::IsInvalidArgument(status)) {
      WriteEntryError(status, binding.label(), out);
    } else if (!status.ok()) {
      return status;
    } else {
      WriteLast(binding.label(), out);
    }
    out->End(begin);
    if (!Charge(out->size() - before, work)) {
      work.SetSite(graph::Item("bindings", i));
      return work.status();
    }
    if (absl::Status budget = out->status(); !budget.ok()) return budget;
  }
  return absl::OkStatus();
}

absl::Status Evaluations::Evaluate(const v1::Binding& binding, Work& work) {
  if (!question_status_.ok()) return question_status_;
  shown_ = this;
  absl::Status status = EvaluateHere(binding, work);
  if (!status.ok()) return status;
  if (!bound_.tells_ranks) return EvaluateFurther(binding, *this, work);
  if (cases_ == nullptr) return NeedsInference();
  const absl::StatusOr<Evaluations*> found = cases_->EvaluateRanks(binding, work);
  return found.ok() ? EvaluateFurther(binding, **found, work) : found.status();
}

absl::Status Evaluations::EvaluateFurther(const v1::Binding& binding, Evaluations& of, Work& work) {
  shown_ = &of;
  const bool is_broken = of.BreaksAssumptions();
  const bool may_run = of.MayRun();
  if (!is_broken && !may_run && !of.IsUnsettled()) return absl::OkStatus();
  if (cases_ == nullptr) return NeedsInference();
  Evaluations* best = &of;
  if (is_broken) {
    const auto found = cases_->Evaluate(binding, of.BrokenAssumptions(), work);
    if (!found.ok()) return found.status();
    best = *found;
    if (best != nullptr) best->CompareDemands(of);
  }
  const bool is_whole =
      is_broken && best != nullptr && !best->HasUnknownSizes() && !best->IsUnsettled();
  // A fresh inference of these sizes says whether they do.
  const bool best_may_run = best != nullptr && best->MayRun();
  if (!is_whole || best_may_run) {
    const auto anew = cases_->EvaluateAnew(binding, of.BoundInputs(binding), work);
    if (!anew.ok()) return anew.status();
    // With the sizes fixed it may be a condition that the binding leaves open (S36).
    if (*anew != nullptr) (*anew)->CompareDemands(of);
    // What fails is told by the facts that the caller knows.
    const auto runs = [best](const Evaluations* fresh) {
      return fresh != nullptr && fresh->OwnVerdict() != Evaluation::VERDICT_INVALID &&
             (best->rests_on_declarations_ || fresh->violations_.has_tolerated());
    };
    if (!best_may_run || runs(*anew)) best = *anew;
    // Of tensors without elements less is demanded, and so less known.
    if (best == *anew && best != nullptr && of.IsRelied()) best->sizes_.TakeKnown(of.sizes_);
  }
  if (best != nullptr && best->FailsLike(of)) best = &of;
  if (best == &of) return absl::OkStatus();
  if (best != nullptr) {
    shown_ = best;
    // What fails if a branch runs is told by the facts of this inference alone.
    if (!is_broken && !may_run && best->OwnVerdict() == Evaluation::VERDICT_OPEN) {
      best->rest_.mutable_violations()->MergeFrom(of.rest_.violations());
      best->conditional_ += of.rest_.violations_size();
    }
  } else if (is_broken) {
    of.ForgetSizes();
  }
  return absl::OkStatus();
}

bool Evaluations::IsUnsettled() const {
  if (rest_.violations_size() > conditional_) return false;
  if (conditional_ > 0 || engine_.has_open_condition() || ExceedsBounds()) return true;
  if (bound_.tells_elements || rests_on_declarations_ || rests_on_skipped_) return true;
  if (has_unsettled_ && (memory_ || cost_)) return true;
  return std::any_of(unsettled_.begin(), unsettled_.end(),
                     [this](size_t place) { return !sizes_.HasExactBytes(place); });
}

bool Evaluations::IsRelied() const {
  return !BreaksAssumptions() && !ExceedsBounds() && !rests_on_declarations_ &&
         !rests_on_skipped_ && rest_.violations_size() == 0 && bound_.contradictions.empty() &&
         !engine_.has_open_condition();
}

bool Evaluations::HasUnknownSizes() const {
  for (size_t i = 0; i < values_.size(); ++i) {
    if (!sizes_.HasExactBytes(i)) return true;
  }
  return false;
}

std::vector<Pin> Evaluations::BoundInputs(const v1::Binding& binding) const {
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  const graph::Model& model = engine_.workspace().model();
  HashSet<absl::string_view> with_elements;
  for (const v1::InputSizes& input : binding.inputs()) {
    if (!input.values().empty()) with_elements.insert(input.name());
  }
  // What follows from these, the inference finds itself.
  std::vector<SymbolId> told = bound_.told;
  std::sort(told.begin(), told.end());
  std::vector<Pin> pins;
  for (const SymbolId id : told) {
    const symbolic::Symbol& symbol = arena.symbol(id);
    // Links of a chain declare dims that are none of an input of the whole (S80).
    if (!symbol.DependsOnInputsOnly() || symbol.origin.node != symbolic::Site::kNone) continue;
    const bool is_element = symbol.kind == SymbolKind::kInputValue;
    const ValueId input = model.graphs[0].inputs[static_cast<size_t>(symbol.origin.input)];
    // A premise about an element is about the constant then.
    const bool has_premise =
        engine_.given() != nullptr && engine_.given()->FindSymbol(symbol.name) != nullptr;
    if (is_element && !has_premise && with_elements.contains(model.values[input].name)) continue;
    pins.push_back({symbol.name, *bound_.values[id]});
  }
  return pins;
}

absl::Status Evaluations::EvaluateHere(const v1::Binding& binding, Work& work) {
  has_no_inference_ = false;
  rests_on_more_ = false;
  absl::Status status = binder_.Bind(binding, work, &bound_);
  if (!status.ok()) return status;
  sizes_.Run(bound_.values);
  AddRest(work);
  exceeds_bounds_ = false;
  const auto sides = solved_bounds_ ? solved_bounds_->Run(bound_.values)
                                    : absl::Span<const symbolic::Evaluation>();
  for (size_t i = 0; i < sides.size(); i += 2) {
    exceeds_bounds_ |= sides[i].ok() && sides[i + 1].ok() && sides[i].value > sides[i + 1].value;
  }
  conditional_ = violations_.conditional();
  return absl::OkStatus();
}

void Evaluations::ForgetSizes() {
  sizes_.Forget();
  rest_.Clear();
  has_no_inference_ = true;
}

bool Evaluations::Charge(size_t bytes, Work& work) const {
  constexpr uint64_t kCountPerEvaluation = 32;
  return work.Count(kCountPerEvaluation + steps() + bytes / kBytesPerCount);
}

absl::Status Evaluations::WritePoint(const v1::Binding& binding, v1::Binding told, uint32_t field,
                                     Work& work, WireWriter* out, std::optional<Amount> amount) {
  absl::Status status = Evaluate(binding, work);
  if (!status.ok()) return status;
  const size_t before = out->size();
  const size_t begin = out->Begin(field);
  MakeTextValid(&told);
  out->Bytes(v1::PlanPoint::kBindingFieldNumber, told.SerializeAsString());
  const size_t evaluation = out->Begin(v1::PlanPoint::kEvaluationFieldNumber);
  WriteLast(binding.label(), out);
  out->End(evaluation);
  const std::optional<int64_t> told_amount = amount ? (*amount)() : std::nullopt;
  if (told_amount) {
    out->Varint(v1::PlanPoint::kAmountFieldNumber, static_cast<uint64_t>(*told_amount));
  }
  out->End(begin);
  return Charge(out->size() - before, work) ? out->status() : work.status();
}

void Evaluations::WriteIndex(uint32_t field, WireWriter* out) const {
  if (!has_index_) return;
  const size_t begin = out->Begin(field);
  if (!numbers_.empty()) {
    const size_t values = out->Begin(v1::PackedIndex::kValuesFieldNumber);
    for (const uint32_t number : numbers_) out->Packed(number);
    out->End(values);
    const size_t ranks = out->Begin(v1::PackedIndex::kRanksFieldNumber);
    for (size_t i = 0; i < values_.size(); ++i) {
      out->Packed(static_cast<uint64_t>(static_cast<int64_t>(sizes_.index_rank(i))));
    }
    out->End(ranks);
  }
  out->End(begin);
}

v1::Evaluation::Verdict Evaluations::OwnVerdict() const {
  if (has_no_inference_) return Evaluation::VERDICT_OPEN;
  const bool fails = rest_.violations_size() > conditional_;
  if (fails || !is_consistent_) return Evaluation::VERDICT_INVALID;
  if (rest_.unbound_size() > 0 || violations_.is_undecided() || rests_on_more_ ||
      engine_.has_open_condition()) {
    return Evaluation::VERDICT_OPEN;
  }
  return Evaluation::VERDICT_VALID;
}

void Evaluations::WriteNamed(size_t place, absl::Span<const int64_t> sizes,
                             absl::Span<const int64_t> upper_sizes, WireWriter* out) const {
  out->AppendBytes(heads_[place]);
  WritePacked(v1::ValueSize::kSizesFieldNumber, sizes, out);
  if (sizes != upper_sizes) WritePacked(v1::ValueSize::kUpperSizesFieldNumber, upper_sizes, out);
  const int64_t bytes = sizes_.Bytes(place);
  if (bytes >= 0) out->Varint(v1::ValueSize::kBytesFieldNumber, static_cast<uint64_t>(bytes));
  out->NonZero(v1::ValueSize::kUnsizedFieldNumber, sizes_.rank(place) < 0 ? 1 : 0);
}

void Evaluations::WriteLast(absl::string_view label, WireWriter* out) {
  out->NonEmpty(Evaluation::kLabelFieldNumber, label);
  const Evaluations& of = *shown_;
  out->Varint(Evaluation::kVerdictFieldNumber, static_cast<uint64_t>(of.OwnVerdict()));
  size_t axis = 0;
  for (size_t i = 0; i < heads_.size(); ++i) {
    const auto rank = static_cast<size_t>(std::max(of.sizes_.rank(i), 0));
    const size_t begin = out->Begin(i < output_count_ ? Evaluation::kOutputsFieldNumber
                                                      : Evaluation::kValuesFieldNumber);
    of.WriteNamed(i, of.sizes_.sizes().subspan(axis, rank),
                  of.sizes_.upper_sizes().subspan(axis, rank), out);
    out->End(begin);
    axis += rank;
  }
  if (of.rest_.ByteSizeLong() > 0) out->AppendBytes(of.rest_.SerializeAsString());
  if (is_packed_) WritePackedSizes(of, out);
  out->NonEmpty(Evaluation::kScenarioFieldNumber, scenarios_.Find(bound_.values));
}

bool Evaluations::HasRanksOf(const Evaluations& of) const {
  for (size_t i = 0; i < values_.size(); ++i) {
    if (sizes_.index_rank(i) != of.sizes_.rank(i)) return false;
  }
  return true;
}

void Evaluations::WritePackedSizes(const Evaluations& of, WireWriter* out) const {
  const size_t begin = out->Begin(Evaluation::kPackedFieldNumber);
  WritePacked(v1::PackedSizes::kSizesFieldNumber, of.sizes_.sizes(), out);
  if (!of.sizes_.is_exact()) {
    WritePacked(v1::PackedSizes::kUpperSizesFieldNumber, of.sizes_.upper_sizes(), out);
  }
  if (has_bytes_ && !values_.empty()) {
    const size_t bytes = out->Begin(v1::PackedSizes::kBytesFieldNumber);
    for (size_t i = 0; i < values_.size(); ++i) {
      out->Packed(static_cast<uint64_t>(std::max(of.sizes_.Bytes(i), kSizeUnknown)));
    }
    out->End(bytes);
  }
  if (!HasRanksOf(of)) {
    const size_t ranks = out->Begin(v1::PackedSizes::kRanksFieldNumber);
    for (size_t i = 0; i < values_.size(); ++i) {
      out->Packed(static_cast<uint64_t>(static_cast<int64_t>(of.sizes_.rank(i))));
    }
    out->End(ranks);
  }
  out->End(begin);
}

void Evaluations::AddRest(Work& work) {
  rest_.Clear();
  if (memory_) memory_->Evaluate(bound_.values, has_plan_, work, rest_.mutable_memory());
  if (cost_) cost_->Evaluate(bound_.values, rest_.mutable_cost());
  violations_.Find(bound_, work, &rest_);
  for (const v1::Violation& error : errors_) *rest_.add_violations() = error;
  AddNoNumbers();
  // Messages of violations may quote any text of the model, which need not be valid UTF-8.
  for (v1::Violation& violation : *rest_.mutable_violations()) MakeTextValid(&violation);
  const symbolic::ExprArena& arena = engine_.workspace().exprs();
  for (const SymbolId id : needed_) {
    if (!bound_.values[id]) rest_.add_unbound(ToValidUtf8(arena.symbol(id).name));
  }
}

void Evaluations::AddNoNumbers() {
  const graph::Model& model = engine_.workspace().model();
  rests_on_skipped_ = false;
  // Of all values: looked for once, if one has no number.
  std::optional<bool> skips_false_fact;
  size_t axis = 0;
  for (size_t i = 0; i < values_.size(); ++i) {
    bool overflows = sizes_.Bytes(i) == kSizeOverflow;
    bool is_undefined = sizes_.Bytes(i) == kSizeUndefined;
    for (int32_t k = 0; k < sizes_.rank(i); ++k, ++axis) {
      overflows = overflows || sizes_.sizes()[axis] == kSizeOverflow;
      is_undefined = is_undefined || sizes_.sizes()[axis] == kSizeUndefined;
    }
    const absl::string_view name = model.values[values_[i]].name;
    if (overflows) {
      v1::Violation* violation = rest_.add_violations();
      violation->set_kind(v1::Violation::KIND_OVERFLOW);
      violation->set_message(absl::StrCat(name, " has numbers beyond 64 bits"));
    }
    if (!is_undefined) continue;
    if (!skips_false_fact) skips_false_fact = violations_.skips_false_fact();
    if (*skips_false_fact) {
      rests_on_skipped_ = true;
    } else {
      v1::Violation* violation = rest_.add_violations();
      violation->set_kind(v1::Violation::KIND_UNDEFINED);
      violation->set_message(
          absl::StrCat(name, " has a size that is a division by zero or negative"));
    }
  }
}

}  // namespace shapewright::questions
