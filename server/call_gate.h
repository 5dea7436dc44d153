#ifndef SHAPEWRIGHT_SERVER_CALL_GATE_H_
#define SHAPEWRIGHT_SERVER_CALL_GATE_H_

#include <cstddef>
#include <mutex>

namespace shapewright::server {

// Counts the calls that are under way, until it is closed and lets no more in.
// Thread-safe.
class CallGate {
 public:
  // False, and nothing counted, if the gate is closed. Else Leave() follows.
  [[nodiscard]] bool TryEnter() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (is_closed_) return false;
    ++inside_;
    return true;
  }

  void Leave() {
    const std::lock_guard<std::mutex> lock(mutex_);
    --inside_;
  }

  void Close() {
    const std::lock_guard<std::mutex> lock(mutex_);
    is_closed_ = true;
  }

  size_t inside() const {
    const std::lock_guard<std::mutex> lock(mutex_);
    return inside_;
  }

 private:
  mutable std::mutex mutex_;
  size_t inside_ = 0;
  bool is_closed_ = false;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_GATE_H_
