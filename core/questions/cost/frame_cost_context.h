#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_FRAME_COST_CONTEXT_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_FRAME_COST_CONTEXT_H_

#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/base/hash_map.h"
#include "core/inference/engine/engine.h"
#include "core/rules/cost/cost_context.h"

namespace shapewright::questions {

// A graph that is being counted: the main graph, or one call frame of a body or function.
struct CostFrame {
  graph::GraphId graph = 0;
  uint32_t call_frame = inference::CallFrame::kMain;
  const CostFrame* outer = nullptr;
  // Of the function call that it is in.
  absl::Span<const graph::Attribute> attributes = {};
};

// The nodes of a frame, with the types that inference found there in the end.
class FrameCostContext final : public rules::CostContext {
 public:
  // The engine has run, and outlives this.
  explicit FrameCostContext(inference::Engine& engine)
      : CostContext(engine.workspace().exprs(), engine.workspace().types()), engine_(engine) {}

  // Moves to a node of a frame, which stays where it is.
  void EnterNode(const CostFrame& frame, uint32_t node);

  // Of a tensor, or of all elements of a sequence.
  symbolic::Expr BytesOf(const shape::Type& type);
  // Bytes of the operands, each once; of the results. Unknown where sizes are.
  symbolic::Expr BytesRead();
  symbolic::Expr BytesWritten();
  // Of the operands from this one on.
  std::vector<shape::TypeId> InputTypesFrom(size_t first);
  // The name of the element type that the node computes with; empty: it is not known.
  absl::string_view ComputedType();

 protected:
  shape::TypeId TypeOf(graph::ValueId value) override;
  absl::Span<const symbolic::Expr> IntsOf(graph::ValueId value) override;

 private:
  inference::Engine& engine_;
  const CostFrame* frame_ = nullptr;
  // The elements of small constants that inference had no need to read.
  HashMap<graph::ValueId, std::vector<symbolic::Expr>> constants_;
};

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_FRAME_COST_CONTEXT_H_
