#ifndef SHAPEWRIGHT_SERVER_ADMISSION_CALL_GATE_H_
#define SHAPEWRIGHT_SERVER_ADMISSION_CALL_GATE_H_

#include <cstddef>
#include <mutex>
#include <utility>

namespace shapewright::server {

// Counts the calls that are under way, until it is closed and lets no more in.
// Thread-safe.
class CallGate {
 public:
  // False if the gate is closed; nothing is counted then. After true, Leave() must follow.
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

// A call's pass of the gate; calls Leave() when it is destroyed.
class GatePass {
 public:
  GatePass() = default;
  explicit GatePass(CallGate& gate) : gate_(gate.TryEnter() ? &gate : nullptr) {}
  GatePass(GatePass&& other) noexcept : gate_(std::exchange(other.gate_, nullptr)) {}
  GatePass& operator=(GatePass&& other) noexcept {
    std::swap(gate_, other.gate_);
    return *this;
  }
  ~GatePass() {
    if (gate_ != nullptr) gate_->Leave();
  }

  bool is_inside() const { return gate_ != nullptr; }

 private:
  CallGate* gate_ = nullptr;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ADMISSION_CALL_GATE_H_
