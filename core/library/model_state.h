#ifndef SHAPEWRIGHT_CORE_LIBRARY_MODEL_STATE_H_
#define SHAPEWRIGHT_CORE_LIBRARY_MODEL_STATE_H_

#include <memory>
#include <string>

#include "core/graph/model.h"
#include "shapewright/model.h"

namespace shapewright {

struct Model::State {
  // Without weights; the graph's views point into them.
  std::string bytes;
  std::unique_ptr<const graph::Model> graph;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_LIBRARY_MODEL_STATE_H_
