#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_ENGINE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_ENGINE_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/inference/engine/call_frame.h"
#include "core/inference/engine/choice_marks.h"
#include "core/inference/engine/declared_types.h"
#include "core/inference/engine/linked_inputs.h"
#include "core/inference/engine/options.h"
#include "core/inference/given/earlier_facts.h"
#include "core/inference/given/given.h"
#include "core/rules/registry/operand_types.h"
#include "core/rules/registry/registry.h"
#include "core/rules/rule_context.h"
#include "core/rules/state/subgraph_runner.h"
#include "core/rules/state/workspace.h"

namespace shapewright::inference {

// Infers a model in one pass: nodes in topological order, each by its operator's rule; bodies of
// control flow when their node is reached; bodies of functions at each call. An engine infers once:
// Run(), then the accessors. Not thread-safe.
class Engine : private rules::SubgraphRunner {
 public:
  // All of them must outlive the engine; `given` may be null. Counts on options.work, or without a
  // limit where that is null. `earlier` is what an engine of the same three found.
  Engine(const graph::Model& model, const InferOptions& options, const Given* given = nullptr,
         std::vector<EarlierFact> earlier = {});

  // Fills the workspace. Fails with the status of the work (S66), RESOURCE_EXHAUSTED beyond the
  // total of expressions (S20), and INVALID_ARGUMENT for parts of `given` that do not fit the
  // model. Problems of the model are diagnostics.
  absl::Status Run();

  rules::Workspace& workspace() { return workspace_; }
  // The counter of the run. Belongs to the request; invalid after ForgetWork().
  Work& work() { return *work_; }
  // Detaches the engine from the request's counter, for an engine that outlives its request.
  void ForgetWork();
  const DeclaredTypes& declared() const { return declared_; }
  const LinkedInputs& linked_inputs() const { return linked_inputs_; }
  // What the request states; may be null.
  const Given* given() const { return given_; }
  const std::vector<EarlierFact>& earlier_facts() const { return earlier_facts_; }
  // The final type of a value.
  shape::TypeId TypeOf(graph::ValueId value) const { return final_types_[value]; }
  // The elements of an integer or bool value; empty if unknown. For a value in a loop body, those
  // that hold in all iterations; for a value in a function, those that all calls agree on. Valid as
  // long as the engine.
  absl::Span<const symbolic::Expr> ElementsOf(graph::ValueId value) const;
  // Likewise the constant tensor of a value, or null.
  const graph::Tensor* ConstantOf(graph::ValueId value) const;
  // The bodies and function calls that were inferred, outer ones first.
  const std::vector<CallFrame>& call_frames() const { return call_frames_; }
  // The type that an input of the main graph was declared with (S4), by the
  // index of the input.
  shape::TypeId DeclaredInputType(size_t index) const { return input_types_[index]; }
  // Whether the answer rests on a condition that no fact tells (SubgraphRunner).
  bool has_open_condition() const { return has_open_condition_; }

 private:
  // The call of a function that is being inferred.
  struct FunctionCall {
    const graph::Function* function;
    std::vector<graph::Attribute> attributes;
  };

  std::vector<rules::ValueState> Run(graph::GraphId id, absl::Span<const rules::ValueState> inputs,
                                     symbolic::Guard guard) override;
  void SetDiscardFindings(bool quiet) override;
  bool ReserveRuns(graph::GraphId id, int64_t count, absl::string_view what) override;
  void NoteOpenCondition() override { has_open_condition_ = true; }
  size_t CountRuns() const override { return call_frames_.size(); }
  void ForgetRunsAfter(size_t count) override;

  absl::Status SetInputs();
  void SetConstants(const graph::Graph& graph);
  // What the request gives for a constant of the main graph; null if nothing.
  const graph::Tensor* GivenElements(const graph::Value& constant) const;
  void RunGraph(graph::GraphId id);
  void RunNode(rules::RuleContext& ctx, graph::GraphId graph, uint32_t index,
               const graph::Node& node);
  void ReportUnknownOperator(rules::RuleContext& ctx);
  void CallFunction(rules::RuleContext& ctx, const graph::Function& function) override;
  bool CanCall(rules::RuleContext& ctx, const graph::Function& function);
  std::vector<graph::Attribute> CallAttributes(const rules::RuleContext& ctx,
                                               const graph::Function& function) const;
  void RunRule(rules::RuleContext& ctx, const rules::ResolvedOperator& op);
  void FillInDeclared(rules::RuleContext& ctx, const graph::Node& node);
  // Records the final types of a graph's values before its scope is popped.
  void FinalizeValues(graph::GraphId id);
  // Keeps the known elements of a body's value, and marks the values whose elements differ in a
  // later call.
  void SettleElements(graph::ValueId value);
  // The state of a value for the answer; null if its elements are not known.
  const rules::ValueState* SettledState(graph::ValueId value) const;
  // Infers a body, and adds its call frame unless findings are discarded.
  void RunBody(graph::GraphId id);
  // False once a limit is reached or the request is cancelled: the run then ends.
  bool ShouldContinue() {
    return !work_->is_stopped() && !workspace_.exprs().exhausted() && status_.ok();
  }
  // Sets the status of the run, with the node at which it stopped.
  void RecordStop(graph::GraphId graph, uint32_t index);

  const graph::Model& model_;
  const InferOptions& options_;
  const Given* given_;
  std::vector<EarlierFact> earlier_facts_;
  Work own_work_;
  Work* work_;
  rules::Workspace workspace_;
  ChoiceMarks choice_marks_{model_, workspace_.facts()};
  bool has_open_condition_ = false;
  DeclaredTypes declared_;
  LinkedInputs linked_inputs_;
  std::vector<bool> was_reported_;
  std::vector<FunctionCall> function_calls_;
  std::vector<shape::TypeId> input_types_;
  std::vector<shape::TypeId> final_types_;
  // Values whose final type was recorded in a run of their graph.
  std::vector<bool> is_settled_;
  // States of body values with known elements, as of the first call; and the values for which a
  // later call has other elements.
  HashMap<graph::ValueId, rules::ValueState> settled_;
  HashSet<graph::ValueId> differs_by_call_;
  std::vector<CallFrame> call_frames_;
  // By graph.
  std::vector<uint32_t> call_frames_of_;
  uint32_t call_frame_ = CallFrame::kMain;
  // The current node of the current graph.
  uint32_t node_ = 0;
  int discard_depth_ = 0;
  int64_t reserved_nodes_ = 0;
  size_t kept_diagnostics_ = 0;
  rules::DiagnosticCounts kept_left_out_;
  size_t kept_unchecked_ = 0;
  symbolic::FactStore::Trial kept_facts_;
  absl::Status status_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_ENGINE_H_
