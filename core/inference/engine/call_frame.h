#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_CALL_FRAME_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_CALL_FRAME_H_

#include <cstdint>
#include <vector>

#include "core/graph/model.h"
#include "core/shape/type.h"

namespace shapewright::inference {

// One inference of a subgraph or of a function's body, with the types of its values. A body that is
// reached twice has two call frames; the rounds of a fixed point have none.
struct CallFrame {
  static constexpr uint32_t kMain = ~uint32_t{0};

  graph::GraphId graph = 0;
  // The node that has the body, and the call frame of that node: its index in
  // Engine::call_frames(), or kMain.
  uint32_t parent = kMain;
  uint32_t node = 0;
  // A subgraph runs only where all of these are positive; and certainly runs.
  std::vector<symbolic::Expr> runs_if = {};
  bool is_proved = false;
  // By ValueId, from the graph's first_value on; unknown for values of nested graphs.
  std::vector<shape::TypeId> types = {};
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_CALL_FRAME_H_
