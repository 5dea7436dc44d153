#ifndef SHAPEWRIGHT_SERVER_TRACE_TRACE_IDS_H_
#define SHAPEWRIGHT_SERVER_TRACE_TRACE_IDS_H_

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>

namespace shapewright::server {

// The 16 bytes of a trace's id as two numbers, the first ones first.
using TraceId = std::array<uint64_t, 2>;

// The numbers of SplitMix64: each of them once in 2^64, in an order without a pattern. Not secret.
// Thread-safe.
class RandomNumbers {
 public:
  explicit RandomNumbers(uint64_t seed) : state_(seed) {}

  uint64_t Next() { return Mix(state_.fetch_add(kStep, std::memory_order_relaxed)); }
  // The number that belongs to another one.
  static uint64_t Mix(uint64_t number) {
    number = (number ^ (number >> 30)) * 0xbf58476d1ce4e5b9;
    number = (number ^ (number >> 27)) * 0x94d049bb133111eb;
    return number ^ (number >> 31);
  }

 private:
  static constexpr uint64_t kStep = 0x9e3779b97f4a7c15;

  std::atomic<uint64_t> state_;
};

// The number as bytes, the most significant one first.
inline std::string IdBytes(uint64_t id) {
  std::string bytes(sizeof(id), '\0');
  for (size_t i = bytes.size(); i-- > 0; id >>= 8) bytes[i] = static_cast<char>(id & 0xff);
  return bytes;
}

inline std::string IdBytes(const TraceId& id) { return IdBytes(id[0]) + IdBytes(id[1]); }

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TRACE_TRACE_IDS_H_
