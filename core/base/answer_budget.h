#ifndef SHAPEWRIGHT_CORE_BASE_ANSWER_BUDGET_H_
#define SHAPEWRIGHT_CORE_BASE_ANSWER_BUDGET_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"

namespace shapewright {

// The default limit of an answer's size.
inline constexpr size_t kDefaultMaxAnswerBytes = size_t{64} << 20;
// `requested` is the caller's own limit, 0 for none; it can only lower `max_bytes`.
size_t AnswerLimit(size_t max_bytes, uint64_t requested);

// Counts the bytes of one answer while writers serialize its parts, and stops them at most kSlack
// bytes after the limit. CheckSize() decides to the byte whether a complete answer is within the
// limit. Not thread-safe.
class AnswerBudget {
 public:
  // Writers may reserve pieces of this size and leave some of it unused.
  static constexpr size_t kPiece = size_t{16} << 10;
  static constexpr size_t kSlack = 16 * kPiece;

  explicit AnswerBudget(size_t limit = kDefaultMaxAnswerBytes) : limit_(limit) {}
  AnswerBudget(const AnswerBudget&) = delete;
  AnswerBudget& operator=(const AnswerBudget&) = delete;

  // Adds to the count. False: the limit is reached, write no more; later calls return false too.
  bool Take(size_t bytes) {
    taken_ += bytes;
    return taken_ <= limit_ + kSlack;
  }
  bool is_spent() const { return taken_ > limit_ + kSlack; }

  // OK while the limit is not reached.
  absl::Status status() const { return is_spent() ? Error() : absl::OkStatus(); }
  absl::Status CheckSize(size_t bytes) const { return bytes > limit_ ? Error() : status(); }

  size_t limit() const { return limit_; }

 private:
  // RESOURCE_EXHAUSTED with the reason ANSWER_TOO_LARGE, the limit, and what to do about it.
  absl::Status Error() const;

  const size_t limit_;
  size_t taken_ = 0;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_ANSWER_BUDGET_H_
