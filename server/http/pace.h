#ifndef SHAPEWRIGHT_SERVER_HTTP_PACE_H_
#define SHAPEWRIGHT_SERVER_HTTP_PACE_H_

#include <atomic>
#include <chrono>
#include <cstddef>

namespace shapewright::server {

// How fast the other end takes what is sent, or sends what is read. One thread moves the bytes; any
// thread may ask.
class Pace {
 public:
  using Clock = std::chrono::steady_clock;

  // Whoever takes longer than this for so many bytes is slow: it may be cut where others need what
  // it has.
  static constexpr size_t kBytes = 64 << 10;
  static constexpr std::chrono::seconds kTime{5};

  void Begin() { Restart(); }
  void Move(size_t bytes) {
    moved_ += bytes;
    if (moved_ >= kBytes) Restart();
  }
  void End() { since_.store(0, std::memory_order_relaxed); }

  bool is_slow() const {
    const Clock::rep since = since_.load(std::memory_order_relaxed);
    return since != 0 && Clock::now().time_since_epoch() - Clock::duration(since) > kTime;
  }

 private:
  void Restart() {
    moved_ = 0;
    since_.store(Clock::now().time_since_epoch().count(), std::memory_order_relaxed);
  }

  size_t moved_ = 0;
  // When it began with the bytes that are on their way; 0: there are none.
  std::atomic<Clock::rep> since_{0};
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_HTTP_PACE_H_
