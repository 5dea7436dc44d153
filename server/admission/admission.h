#ifndef SHAPEWRIGHT_SERVER_ADMISSION_ADMISSION_H_
#define SHAPEWRIGHT_SERVER_ADMISSION_ADMISSION_H_

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>
#include <utility>

#include "absl/strings/string_view.h"
#include "server/admission/peer_shares.h"

namespace shapewright::server {

// The result of AdmissionTicket::TryTake().
enum class Admitted : uint8_t {
  kYes,
  kTooManyCalls,
  kTooManyBytes,
  // Too many of either, and the caller's peer holds more than its share.
  kTooManyOfPeer,
};

// Bounds the calls in flight and the bytes that they hold, shared by their peers (PeerShares).
// Outlives its tickets. Thread-safe.
class Admission {
 public:
  Admission(size_t max_calls, size_t max_bytes) : calls_(max_calls), bytes_(max_bytes) {}
  Admission(const Admission&) = delete;
  Admission& operator=(const Admission&) = delete;

  size_t calls() const;
  size_t bytes() const;

 private:
  friend class AdmissionTicket;

  mutable std::mutex mutex_;
  // Guarded by mutex_, both.
  PeerShares calls_;
  PeerShares bytes_;
};

// The place of one call, released by the destructor. Not thread-safe.
class AdmissionTicket {
 public:
  explicit AdmissionTicket(Admission& admission) : admission_(admission) {}
  AdmissionTicket(AdmissionTicket&& other) noexcept
      : admission_(other.admission_),
        peer_(std::move(other.peer_)),
        is_inside_(std::exchange(other.is_inside_, false)),
        has_place_(std::exchange(other.has_place_, false)),
        bytes_(std::exchange(other.bytes_, 0)) {}
  AdmissionTicket(const AdmissionTicket&) = delete;
  AdmissionTicket& operator=(const AdmissionTicket&) = delete;
  ~AdmissionTicket() { Release(); }

  // Takes a place or, if it has one, further bytes. Who finds nobody inside is always admitted,
  // however large; other limits bound its size. `peer` must be the same in each call.
  [[nodiscard]] Admitted TryTake(size_t bytes, absl::string_view peer);

  // Counts bytes that exist already, such as an answer; never refused.
  void Add(size_t bytes);

  // The call has its answer, which is yet to be read: it needs its place no more, but the memory,
  // counted as `least` bytes at least.
  void GiveBackPlace(size_t least);

  void Release();

 private:
  Admission& admission_;
  std::string peer_;  // set while it is inside
  bool is_inside_ = false;
  bool has_place_ = false;
  size_t bytes_ = 0;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ADMISSION_ADMISSION_H_
