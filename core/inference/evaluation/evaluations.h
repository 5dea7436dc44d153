#ifndef SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_EVALUATIONS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_EVALUATIONS_H_

#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/inference/binding/bound_ranks.h"
#include "core/inference/binding/symbol_binder.h"
#include "core/inference/binding/value_sizes.h"
#include "core/inference/binding/violations.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/inference/memory/memory_use.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/plan.pb.h"

namespace shapewright::inference {

// The reason of errors of a binding that does not fit the model.
inline constexpr char kMalformedBinding[] = "MALFORMED_BINDING";

// Evaluates a finished inference at given sizes: sizes and bytes of values, memory, what fails, and
// the verdict.
class Evaluations {
 public:
  // The engine has run. It, the report and the numbering outlive this. Of the question only which
  // values it is about, and memory count; making it adds expressions to the engine.
  Evaluations(Engine& engine, const FactReport& report, const AnswerNumbering& numbering,
              const v1::EvaluateShapesRequest& question);

  // INVALID_ARGUMENT, with the path of the field, for a name that no value of the main graph has
  // and for memory that cannot be planned.
  const absl::Status& question_status() const { return question_status_; }

  // Writes an Evaluation for each binding, as a field of an answer; an error of the entry for what
  // does not fit the model, and for those of `errors`. May be called repeatedly, and only reads the
  // engine. Errors of the work, and of the budget of `out`.
  absl::Status Write(const Bindings& bindings, const BindingErrors& errors, uint32_t field,
                     Work& work, WireWriter* out);
  // Writes a PlanPoint for one binding more, as which `told` is answered. INVALID_ARGUMENT, with
  // the path of the field in the binding, for what does not fit the model.
  absl::Status WritePoint(const v1::Binding& binding, v1::Binding told, uint32_t field, Work& work,
                          WireWriter* out);
  // Writes which values packed sizes are of, as a PackedIndex; nothing where none are asked for.
  void WriteIndex(uint32_t field, WireWriter* out) const;

  // Evaluates one binding. Only reads the engine. INVALID_ARGUMENT, with the path of the field in
  // the binding, for what does not suit the model; errors of the work.
  absl::Status Evaluate(const v1::Binding& binding, Work& work);
  // What the last evaluation came to: of each value its number and sizes, then memory, violations,
  // symbols without a value, and the verdict.
  absl::Span<const uint32_t> numbers() const { return numbers_; }
  const ValueSizes& sizes() const { return sizes_; }
  const v1::Evaluation& rest() const { return rest_; }
  v1::Evaluation::Verdict verdict() const;

  // Frees the memory of the last evaluation if it may be large, before this is kept for reuse.
  void ForgetLast() {
    if (has_plan_) rest_ = v1::Evaluation();
  }
  // About how many operations one evaluation takes, memory left aside.
  size_t steps() const {
    return binder_.steps() + violations_.steps() + sizes_.steps() + values_.size();
  }

 private:
  void PlanMemoryOf(const v1::MemoryOptions& options, const AnswerNumbering& numbering);
  void WriteHeads();
  // What was evaluated.
  void WriteLast(absl::string_view label, WireWriter* out) const;
  void WriteNamed(size_t place, absl::Span<const int64_t> sizes,
                  absl::Span<const int64_t> upper_sizes, WireWriter* out) const;
  void WritePackedSizes(WireWriter* out) const;
  void AddRest(Work& work);
  // What is no number in the sizes of values.
  void AddNoNumbers();
  // For an evaluation of so many bytes, memory left aside. False: no more.
  bool Charge(size_t bytes, Work& work) const;

  Engine& engine_;
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
  SymbolBinder binder_;
  ViolationFinder violations_;
  ValueSizes sizes_;
  // The symbols of inputs that the sizes depend on.
  std::vector<symbolic::SymbolId> needed_;
  std::optional<MemoryUse> memory_;
  bool has_plan_ = false;
  // Whether the model has no errors at any size.
  bool is_consistent_ = true;
  // Of the evaluation that is being written: what is bound, and what few evaluations have.
  BoundSymbols bound_;
  v1::Evaluation rest_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_EVALUATIONS_H_
