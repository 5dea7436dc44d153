#ifndef SHAPEWRIGHT_CORE_BASE_SUSPENDED_LIMIT_H_
#define SHAPEWRIGHT_CORE_BASE_SUSPENDED_LIMIT_H_

#include <optional>

#include "core/base/heap.h"

namespace shapewright {

// While it exists no allocation of this thread throws: for long work of libraries that cannot
// handle bad_alloc, such as protobuf. Our code that runs between their steps asks whether there is
// still memory. Must stay on its thread, and be the innermost one.
class SuspendedLimit {
 public:
  // Charges what was taken so far. False: that is too much, and the work has to stop.
  bool Charge() {
    pause_.reset();
    const bool is_good = !HeapGuard::is_exceeded();
    pause_.emplace();
    return is_good;
  }

 private:
  std::optional<HeapGuard::Pause> pause_{std::in_place};
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_SUSPENDED_LIMIT_H_
