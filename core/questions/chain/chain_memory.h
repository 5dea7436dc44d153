#ifndef SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_CHAIN_MEMORY_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_CHAIN_MEMORY_H_

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/base/hash_map.h"
#include "core/graph/chain/chain.h"
#include "core/inference/infer_run.h"
#include "core/questions/chain/read_chain.h"
#include "core/questions/chain/state_capacity.h"
#include "core/questions/evaluation/evaluations.h"
#include "shapewright/v1/chain.pb.h"

namespace shapewright::questions {

// Evaluates a chain for bindings: the whole by its finished inference, and, where memory is asked
// for, each stage by an inference of its model alone, at the sizes that the whole has for its
// inputs. Not thread-safe.
class ChainEvaluator {
 public:
  // All outlive it. `whole` is a finished run of `composed`, whose model spec is `spec`; its work
  // counts what this takes.
  ChainEvaluator(const v1::InferChainRequest& request, const ChainPlan& plan,
                 const graph::ComposedModel& composed, const v1::ModelSpec& spec,
                 inference::InferRun& whole);
  ~ChainEvaluator();

  // Has evaluations tell which capacities of states are exceeded, and when. They outlive this.
  void HoldAgainst(absl::Span<const StateCapacity> capacities, symbolic::SymbolId steps) {
    capacities_ = capacities;
    steps_ = steps;
  }
  // Before the first binding.
  absl::Status Prepare();
  absl::Status Evaluate(const v1::Binding& binding, v1::ChainEvaluation* evaluation);

 private:
  struct StageRun;
  // A value that stages take or make, with its place among the values that are evaluated.
  struct Buffer {
    int place = -1;
    // From this stage on, until the end of that one, it lies between stages.
    size_t first_stage = 0;
    size_t last_stage = 0;
    bool is_between = false;
  };

  void SelectValues();
  Buffer& BufferOf(const graph::StageValueId& id);
  // The values behind links that stages pass on, each with the value whose buffer it is.
  HashMap<graph::ValueId, graph::ValueId> PassedOn() const;
  absl::Status InferStages();
  absl::StatusOr<std::unique_ptr<StageRun>> InferStage(size_t stage);
  using GivenInputs = HashMap<absl::string_view, const v1::InputSizes*>;
  // The inputs of a stage with the sizes that they have in `sizes`.
  v1::Binding BindingOf(size_t stage, const GivenInputs& given, const v1::Evaluation& sizes) const;
  absl::Status EvaluateMemory(const v1::Binding& binding, const v1::Evaluation& sizes,
                              v1::ChainMemory* memory);
  void AddExcesses(v1::ChainEvaluation* evaluation);
  void AddUp(const v1::Evaluation& sizes, v1::ChainMemory* memory) const;

  const v1::InferChainRequest& request_;
  const ChainPlan& plan_;
  const graph::ComposedModel& composed_;
  const v1::ModelSpec& spec_;
  inference::InferRun& whole_;
  inference::AnswerNumbering numbering_;
  UnsettledValues unsettled_;
  v1::EvaluateShapesRequest question_;
  std::unique_ptr<Evaluations> evaluations_;
  // By value of the composed model.
  BtreeMap<graph::ValueId, Buffer> buffers_;
  std::vector<std::unique_ptr<StageRun>> stages_;
  absl::Span<const StateCapacity> capacities_;
  symbolic::SymbolId steps_ = 0;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_CHAIN_CHAIN_MEMORY_H_
