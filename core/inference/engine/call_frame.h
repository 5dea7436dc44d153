#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_CALL_FRAME_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_CALL_FRAME_H_

#include <cstdint>
#include <vector>

#include "core/graph/model.h"
#include "core/shape/type.h"

namespace shapewright::inference {

// One inference of a body or of a function's body that counted (not one that
// only sought a fixed point): a body that is reached twice has two.
struct CallFrame {
  static constexpr uint32_t kMain = ~uint32_t{0};

  graph::GraphId graph = 0;
  // The node that it belongs to, and the call_frame that node is in: its place in
  // the list, or kMain.
  uint32_t parent = kMain;
  uint32_t node = 0;
  // By value, from the graph's first one on; unknown for those of graphs within.
  std::vector<shape::TypeId> types = {};
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_CALL_FRAME_H_
