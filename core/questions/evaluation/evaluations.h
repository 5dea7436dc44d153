#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_EVALUATIONS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_EVALUATIONS_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/questions/binding/symbol_binder.h"
#include "core/questions/binding/unsettled_values.h"
#include "core/questions/binding/value_sizes.h"
#include "core/questions/binding/violations.h"
#include "core/questions/cost/model_cost.h"
#include "core/questions/evaluation/own_cases.h"
#include "core/questions/evaluation/scenario_finder.h"
#include "core/questions/memory/memory_use.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::questions {

using Bindings = google::protobuf::RepeatedPtrField<v1::Binding>;

// Evaluates a finished inference for given bindings: sizes and bytes of values, memory, violations
// and the verdict. Not thread-safe; several of them may be used at once on one engine, each in its
// own thread, while none is being made.
class Evaluations {
 public:
  // The engine has run. Engine, report and numbering outlive this. Of `question` only the selected
  // values, `packed`, `memory`, `cost` and `scenarios` are read. Adds expressions to the engine. If
  // not null, `unsettled` says what a new inference with a binding may find that the engine's does
  // not know; it is of the same engine and outlives this.
  Evaluations(inference::Engine& engine, const inference::FactReport& report,
              const inference::AnswerNumbering& numbering,
              const v1::EvaluateShapesRequest& question,
              const UnsettledValues* unsettled = nullptr);

  // How bindings for which the engine's inference is not enough are answered until ForgetLast().
  // Without it they fail with UNAVAILABLE.
  void AnswerOwnCases(std::unique_ptr<OwnCases> cases) { cases_ = std::move(cases); }

  // The result of reading the question: INVALID_ARGUMENT, with the path of the field, for a name
  // that is no value of the main graph, or memory options that cannot be used.
  const absl::Status& question_status() const { return question_status_; }

  // Writes one v1.Evaluation per binding as field `field`. A binding that does not fit the model
  // gets an error in its Evaluation. Only reads the engine; may be called repeatedly. Fails only
  // for the work and the budget of `out`.
  absl::Status Write(const Bindings& bindings, uint32_t field, Work& work, WireWriter* out);
  // Writes a PlanPoint for one binding; `told` is the binding that the answer shows.
  // INVALID_ARGUMENT, with the path of the field within the binding, if it does not fit the model.
  // `amount`, if there is one, tells PlanPoint.amount once the binding is evaluated.
  using Amount = absl::FunctionRef<std::optional<int64_t>()>;
  absl::Status WritePoint(const v1::Binding& binding, v1::Binding told, uint32_t field, Work& work,
                          WireWriter* out, std::optional<Amount> amount = std::nullopt);
  // Writes the PackedIndex, which says which values packed sizes belong to, if the question asks
  // for it.
  void WriteIndex(uint32_t field, WireWriter* out) const;

  // Evaluates one binding for the accessors below. Only reads the engine. INVALID_ARGUMENT, with
  // the path of the field within the binding, if it does not fit the model; errors of the work.
  absl::Status Evaluate(const v1::Binding& binding, Work& work);
  // The same by this inference alone, though the binding may break what it assumes.
  absl::Status EvaluateHere(const v1::Binding& binding, Work& work);
  // Whether the last binding breaks assumptions; the symbols in those.
  bool BreaksAssumptions() const { return violations_.breaks_assumptions(); }
  std::vector<Pin> BrokenAssumptions() const { return violations_.BrokenAssumptions(bound_); }
  // Whether no binding can be known better by a new inference, as long as it breaks no assumption.
  bool is_settled() const {
    return unsettled_.empty() && !(has_unsettled_ && (memory_ || cost_)) &&
           !rests_on_declarations_ && !engine_.has_open_condition();
  }
  // Whether nothing is left that data decide, or that no fact checks.
  bool covers_all() const { return violations_.covers_all(); }
  // The values of the symbols under the last binding.
  symbolic::Bindings bound() const { return bound_.values; }
  // Results of the last Evaluate(): the values' numbers and sizes; memory, violations and symbols
  // without a value; the verdict.
  absl::Span<const uint32_t> numbers() const { return numbers_; }
  const ValueSizes& sizes() const { return shown_->sizes_; }
  const v1::Evaluation& rest() const { return shown_->rest_; }
  v1::Evaluation::Verdict verdict() const { return shown_->OwnVerdict(); }

  // Frees memory that a memory plan or inferences for single bindings may have taken. Call before
  // keeping this for reuse.
  void ForgetLast() {
    if (has_plan_) rest_ = v1::Evaluation();
    shown_ = this;
    cases_ = nullptr;
  }
  // About how many operations one evaluation takes, memory left aside.
  size_t steps() const {
    return binder_.steps() + violations_.steps() + sizes_.steps() + scenarios_.steps() +
           values_.size() + (cost_ ? cost_->steps() : 0) +
           (solved_bounds_ ? solved_bounds_->steps() : 0);
  }

 private:
  // Evaluates the last binding of Evaluate() again where `of`, which has evaluated it, is not
  // enough.
  absl::Status EvaluateFurther(const v1::Binding& binding, Evaluations& of, Work& work);
  v1::Evaluation::Verdict OwnVerdict() const;
  // Whether this inference, made with the last binding of another one fixed, refutes what fails
  // there: then a caller is told the other one's facts, which it knows.
  bool FailsLike(const Evaluations& of) const {
    return OwnVerdict() == v1::Evaluation::VERDICT_INVALID && of.violations_.FailsIn(violations_);
  }
  bool HasUnknownSizes() const;
  // Whether what is known under the last binding holds in each run of it that succeeds.
  bool IsRelied() const;
  // Whether a new inference may answer the last binding better.
  bool IsUnsettled() const;
  // Whether what fails here may run: as a runtime tolerates it (S13), or as what fails may rest on
  // a declared type that the binding refutes (S29).
  bool MayRun() const {
    // What contradicts a declared size is no part of another inference.
    if (!bound_.contradictions.empty()) return false;
    const bool fails = rest_.violations_size() > conditional_;
    return violations_.may_be_tolerated() || (fails && rests_on_declarations_);
  }
  // Whether an unknown that equals something by a fact is then more than the binding leaves it.
  bool ExceedsBounds() const { return exceeds_bounds_; }
  void FindSolvedBounds();
  // The values of the symbols of inputs, without those of elements that the binding lists.
  std::vector<Pin> BoundInputs(const v1::Binding& binding) const;
  // Nothing is known of the sizes under the last binding.
  void ForgetSizes();
  void CountCost(const v1::CostMeasure& measure);
  void PlanMemoryOf(const v1::MemoryOptions& options, const inference::AnswerNumbering& numbering);
  void WriteHeads();
  // Writes the last evaluation.
  void WriteLast(absl::string_view label, WireWriter* out);
  void WriteNamed(size_t place, absl::Span<const int64_t> sizes,
                  absl::Span<const int64_t> upper_sizes, WireWriter* out) const;
  // `of` may have other ranks where it comes from another inference; the index is that of this one.
  void WritePackedSizes(const Evaluations& of, WireWriter* out) const;
  bool HasRanksOf(const Evaluations& of) const;
  void CompareDemands(const Evaluations& of) {
    rests_on_more_ = violations_.RequiresMoreThan(of.violations_, bound_);
  }
  void AddRest(Work& work);
  // Adds violations for sizes and bytes that overflow or are undefined.
  void AddNoNumbers();
  // Charges an evaluation of `bytes` bytes, without memory. False if the work is stopped.
  bool Charge(size_t bytes, Work& work) const;

  inference::Engine& engine_;
  absl::Status question_status_;
  // Whether sizes are written as packed numbers, with the bytes of values, and with their index.
  bool is_packed_ = false;
  bool has_bytes_ = false;
  bool has_index_ = false;
  // The evaluated values: outputs, then those that were named; or all.
  size_t output_count_ = 0;
  std::vector<uint32_t> numbers_;
  std::vector<graph::ValueId> values_;
  // Name and element type of each, as fields of a ValueSize.
  std::vector<std::string> heads_;
  // Before the binder: it may make symbols of elements that have none yet.
  ScenarioFinder scenarios_;
  SymbolBinder binder_;
  ViolationFinder violations_;
  ValueSizes sizes_;
  // The symbols of inputs that the sizes depend on.
  std::vector<symbolic::SymbolId> needed_;
  std::optional<MemoryUse> memory_;
  std::optional<ModelCost> cost_;
  bool has_plan_ = false;
  // Whether inference found no error that holds for all sizes; and the first ones that it found.
  bool is_consistent_ = true;
  std::vector<v1::Violation> errors_;
  std::unique_ptr<OwnCases> cases_;
  // The places of the evaluated values that are unsettled; whether any value of the model is.
  std::vector<size_t> unsettled_;
  bool has_unsettled_ = false;
  bool rests_on_declarations_ = false;
  // Where the results of the last Evaluate() are: here, or in an inference for that binding.
  const Evaluations* shown_ = this;
  // Whether the binding breaks assumptions, and there is no such inference.
  bool has_no_inference_ = false;
  // It requires what the inference that the caller knows does not.
  bool rests_on_more_ = false;
  // How many of the violations fail only if a branch or body runs, of which that is not known.
  int conditional_ = 0;
  // The evaluation in progress: symbol values, and the parts that are rarely present.
  BoundSymbols bound_;
  // What unknowns equal by facts, and their upper bounds, in turn.
  std::optional<symbolic::Evaluator> solved_bounds_;
  bool exceeds_bounds_ = false;
  // A size has no number, and a body that does not run would have failed: it may be of that.
  bool rests_on_skipped_ = false;
  v1::Evaluation rest_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_EVALUATIONS_H_
