#ifndef SHAPEWRIGHT_SERVER_ADMISSION_H_
#define SHAPEWRIGHT_SERVER_ADMISSION_H_

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <utility>

namespace shapewright::server {

enum class Admitted : uint8_t {
  kYes,
  kTooManyCalls,
  kTooManyBytes,
};

// Bounds the calls that are in the house and the bytes that they hold. Outlives its tickets.
// Thread-safe.
class Admission {
 public:
  Admission(size_t max_calls, size_t max_bytes) : max_calls_(max_calls), max_bytes_(max_bytes) {}
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  size_t calls() const;
  size_t bytes() const;

 private:
  friend class AdmissionTicket;

  const size_t max_calls_;
  const size_t max_bytes_;
  mutable std::mutex mutex_;
  // Guarded by mutex_, as is all below.
  size_t calls_ = 0;
  size_t bytes_ = 0;
};

// The place of one call; given back when it is destroyed. Not thread-safe.
class AdmissionTicket {
 public:
  explicit AdmissionTicket(Admission& admission) : admission_(admission) {}
  AdmissionTicket(AdmissionTicket&& other) noexcept
      : admission_(other.admission_),
        is_inside_(std::exchange(other.is_inside_, false)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  AdmissionTicket(const AdmissionTicket&) = delete;
  AdmissionTicket& operator=(const AdmissionTicket&) = delete;
  ~AdmissionTicket() { Release(); }

  // Takes a place, or, if it has one, further bytes. A call that would be the only one is always
  // let in, however large: its own limits are others' business.
  [[nodiscard]] Admitted TryTake(size_t bytes);

  // Bytes that are there already, such as an answer: counted, never refused.
  void Add(size_t bytes);

  void Release();

 private:
  Admission& admission_;
  bool is_inside_ = false;
  size_t bytes_ = 0;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ADMISSION_H_
