#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_ENGINE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_ENGINE_H_

#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/base/work.h"
#include "core/graph/model.h"
#include "core/inference/engine/call_frame.h"
#include "core/inference/engine/declared_types.h"
#include "core/inference/engine/given.h"
#include "core/inference/engine/options.h"
#include "core/rules/registry/operand_types.h"
#include "core/rules/registry/registry.h"
#include "core/rules/rule_context.h"
#include "core/rules/state/subgraph_runner.h"
#include "core/rules/state/workspace.h"

namespace shapewright::inference {

// The one pass over a model: nodes in topological order, each by its operator's
// rule; bodies of control flow when their node is reached, bodies of functions
// at each call. One engine infers one model once. Not thread-safe.
class Engine : private ops::SubgraphRunner {
 public:
  // All of them must outlive the engine; `given` may be null. Counts on options.work, or without a
  // limit where that is null.
  Engine(const graph::Model& model, const InferOptions& options, const Given* given = nullptr);

  // Fills the workspace. Errors only as the work says (S66), RESOURCE_EXHAUSTED
  // beyond the total of expressions (S20), INVALID_ARGUMENT for what is given
  // and does not suit the model: all that is wrong with the model is in the
  // diagnostics.
  absl::Status Run();

  ops::Workspace& workspace() { return workspace_; }
  // What the run counted on. Belongs to the request, and is of no use after ForgetWork().
  Work& work() { return *work_; }
  // For an engine that is kept when its request is done: nobody counts any more.
  void ForgetWork();
  const DeclaredTypes& declared() const { return declared_; }
  // The final type of a value.
  shape::TypeId TypeOf(graph::ValueId value) const { return final_types_[value]; }
  // The elements of an integer or bool value where they are known: of a body's value as with its
  // final type, not as in some iteration; of a function's value where all calls agree on them.
  // Valid as long as the engine. Empty: not known, or there are none.
  absl::Span<const symbolic::Expr> ElementsOf(graph::ValueId value) const;
  // The constant that a value is, likewise; null if it is none, or nothing is kept of it.
  const graph::Tensor* ConstantOf(graph::ValueId value) const;
  // The bodies and function calls that were inferred, outer ones first.
  const std::vector<CallFrame>& call_frames() const { return call_frames_; }
  // The type that an input of the main graph was declared with (S4), by the
  // index of the input.
  shape::TypeId DeclaredInputType(size_t index) const { return input_types_[index]; }

 private:
  // The call of a function that is being inferred.
  struct FunctionCall {
    const graph::Function* function;
    std::vector<graph::Attribute> attributes;
  };

  std::vector<ops::ValueState> Run(graph::GraphId id, absl::Span<const ops::ValueState> inputs,
                                   symbolic::Guard guard) override;
  void SetDiscardFindings(bool quiet) override;
  bool ReserveRuns(graph::GraphId id, int64_t count) override;

  absl::Status SetInputs();
  void ResolveOperators();
  void SetConstants(const graph::Graph& graph);
  // What the request gives for a constant of the main graph; null if nothing.
  const graph::Tensor* GivenElements(const graph::Value& constant) const;
  void RunGraph(graph::GraphId id);
  void RunNode(ops::RuleContext& ctx, graph::GraphId graph, uint32_t index,
               const graph::Node& node);
  void ReportUnknownOperator(ops::RuleContext& ctx);
  void CallFunction(ops::RuleContext& ctx, const graph::Function& function);
  bool CanCall(ops::RuleContext& ctx, const graph::Function& function);
  std::vector<graph::Attribute> CallAttributes(const ops::RuleContext& ctx,
                                               const graph::Function& function) const;
  void RunRule(ops::RuleContext& ctx, const ops::ResolvedOperator& op, graph::OperatorIndex index);
  // Reports an input that the node must have and has not.
  bool HasRequiredInputs(ops::RuleContext& ctx, int required);
  void FinishNode(ops::RuleContext& ctx, const graph::Node& node);
  // Settles the types of a graph's values while what was learned in its scope
  // still holds.
  void FinalizeValues(graph::GraphId id);
  // Keeps what is known by value of a body's value beside its final type, and notes where that is
  // something else in a later call.
  void SettleElements(graph::ValueId value);
  // What an answer tells of a value; null if nothing is known by value.
  const ops::ValueState* SettledState(graph::ValueId value) const;
  // Runs the nodes of a body, and keeps the types of its values if it counts.
  void RunBody(graph::GraphId id);
  // False once a limit is met or nobody wants the answer: the run ends then.
  bool ShouldContinue() {
    return !work_->is_stopped() && !workspace_.exprs().exhausted() && status_.ok();
  }
  // Makes that the status of the run, with the node at which it ends.
  void RecordStop(graph::GraphId graph, uint32_t index);

  const graph::Model& model_;
  const InferOptions& options_;
  const Given* given_;
  Work own_work_;
  Work* work_;
  ops::Workspace workspace_;
  DeclaredTypes declared_;
  // By OperatorIndex; a model's function goes before an operator of its name.
  std::vector<ops::ResolvedOperator> operators_;
  std::vector<int> required_inputs_;
  std::vector<absl::Span<const ops::OperandTypes>> operand_types_;
  std::vector<const graph::Function*> functions_;
  std::vector<bool> was_reported_;
  std::vector<FunctionCall> function_calls_;
  std::vector<shape::TypeId> input_types_;
  std::vector<shape::TypeId> final_types_;
  // Values that were settled in one run of their graph already.
  std::vector<bool> is_settled_;
  // Values of bodies that are known by value: as the body was first settled, and those of which a
  // later call knows something else.
  HashMap<graph::ValueId, ops::ValueState> settled_;
  HashSet<graph::ValueId> differs_by_call_;
  std::vector<CallFrame> call_frames_;
  uint32_t call_frame_ = CallFrame::kMain;
  // The node at hand of the graph at hand.
  uint32_t node_ = 0;
  int discard_depth_ = 0;
  int64_t reserved_nodes_ = 0;
  size_t kept_diagnostics_ = 0;
  ops::DiagnosticCounts kept_left_out_;
  bool kept_notes_places_ = true;
  size_t kept_facts_ = 0;
  size_t kept_refuted_ = 0;
  absl::Status status_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_ENGINE_H_
