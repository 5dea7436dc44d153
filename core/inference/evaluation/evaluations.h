#ifndef SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_EVALUATIONS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_EVALUATIONS_H_

#include <optional>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/inference/binding/symbol_binder.h"
#include "core/inference/binding/value_sizes.h"
#include "core/inference/binding/violations.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"
#include "core/inference/memory/memory_use.h"
#include "core/wire/wire_writer.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::inference {

// Answers a request's bindings and buckets from a finished inference: concrete
// sizes and bytes of the selected values, memory, and what fails.
class Evaluations {
 public:
  // The engine has run. It, the report and the numbering outlive this. Of the request only
  // selection and memory count; making it adds expressions to the engine.
  Evaluations(Engine& engine, const FactReport& report, const AnswerNumbering& numbering,
              const v1::InferShapesRequest& request);

  // Whether a request has bindings, buckets or histograms.
  static bool IsRequested(const v1::InferShapesRequest& request);

  // Fills in evaluated_values and evaluated_ranks, which stand apart in an answer.
  void Describe(v1::InferShapesResponse* values, v1::InferShapesResponse* ranks) const;
  // Writes evaluations and bucket_evaluations, as fields of the answer, for the bindings of any
  // request; may be called repeatedly, and only reads the engine. INVALID_ARGUMENT, with the path
  // of the field in the request, for what does not fit the model; errors of the work, and of the
  // budget of `out`.
  absl::Status Write(const v1::InferShapesRequest& request, Work& work, WireWriter* out);
  // Fills in the advice that a request asks for, and counts it.
  absl::Status Advise(const v1::InferShapesRequest& request, Work& work, AnswerBudget& budget,
                      v1::InferShapesResponse* answer) const;
  // Evaluates one binding. Only reads the engine. INVALID_ARGUMENT, with the path of the field in
  // the binding, for what does not suit the model; errors of the work, and of the memory's options.
  absl::Status Evaluate(const v1::Binding& binding, Work& work);
  // What the last evaluation came to: of each evaluated value its number and sizes, then memory,
  // violations and symbols without a value; and whether a fact stayed undecided.
  absl::Span<const uint32_t> numbers() const { return numbers_; }
  const ValueSizes& sizes() const { return sizes_; }
  const v1::Evaluation& rest() const { return rest_; }
  bool is_undecided() const { return violations_.is_undecided(); }
  // Frees the memory of the last evaluation if it may be large, before this is kept for reuse.
  void ForgetLast() {
    if (has_arena_) rest_ = v1::Evaluation();
  }
  // About how many operations one evaluation takes, memory left aside.
  size_t steps() const {
    return binder_.steps() + violations_.steps() + sizes_.steps() + values_.size();
  }
  // Writes one evaluation more of the same values, with the symbols that the binding gives, as a
  // field of the answer.
  absl::Status WriteAt(const v1::Binding& binding, uint32_t field, Work& work, WireWriter* out);

 private:
  // What the request says beside the bindings.
  absl::Status Check(const v1::InferShapesRequest& request) const;
  absl::Status WriteBuckets(const v1::InferShapesRequest& request, Work& work, WireWriter* out);
  // Of what was evaluated: from the label to the bytes, then all else, in the order of the fields.
  void WriteSizes(absl::string_view label, WireWriter* out) const;
  void AddRest(Work& work);
  // For an evaluation of so many bytes, memory left aside. False: no more.
  bool Charge(size_t bytes, Work& work) const;
  void WriteRest(WireWriter* out);
  // The bucket that the binding falls into, and what that costs.
  void ChooseBucket(const v1::InferShapesRequest& request);
  // Of all inputs together; nothing where a size is not known.
  std::optional<double> CountInputElements(symbolic::Bindings bindings);

  Engine& engine_;
  // The evaluated values.
  std::vector<uint32_t> numbers_;
  std::vector<graph::ValueId> values_;
  SymbolBinder binder_;
  ViolationFinder violations_;
  ValueSizes sizes_;
  // With buckets.
  std::optional<ValueSizes> inputs_;
  // The symbols of inputs that the sizes depend on.
  std::vector<symbolic::SymbolId> needed_;
  std::optional<MemoryUse> memory_;
  bool has_arena_ = false;
  absl::Status memory_error_;
  // Of the evaluation that is being written: what is bound, and what few evaluations have.
  BoundSymbols bound_;
  v1::Evaluation rest_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_EVALUATION_EVALUATIONS_H_
