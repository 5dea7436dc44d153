#ifndef SHAPEWRIGHT_CORE_LIBRARY_LIBRARY_ACCESS_H_
#define SHAPEWRIGHT_CORE_LIBRARY_LIBRARY_ACCESS_H_

#include <memory>
#include <utility>

#include "shapewright/infer.h"
#include "shapewright/model.h"

namespace shapewright {

// Makes the public handles and looks into them, for this room alone.
struct LibraryAccess {
  using ModelState = Model::State;
  using InferenceState = Inference::State;

  template <typename Handle>
  static Handle Make(std::shared_ptr<const typename Handle::State> state) {
    return Handle(std::move(state));
  }
  template <typename Handle>
  static const auto& Get(const Handle& handle) {
    return handle.state_;
  }
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_LIBRARY_LIBRARY_ACCESS_H_
