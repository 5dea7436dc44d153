#ifndef SHAPEWRIGHT_CORE_BASE_ANSWER_BUDGET_H_
#define SHAPEWRIGHT_CORE_BASE_ANSWER_BUDGET_H_

#include <cstddef>
#include <cstdint>

#include "absl/status/status.h"

namespace shapewright {

// What the operator allows by default, and what a caller gets who asks for less.
inline constexpr size_t kDefaultMaxAnswerBytes = size_t{64} << 20;
// `asked` is the caller's own limit, 0 for none: it may only lower the operator's.
size_t AnswerLimit(size_t max_bytes, uint64_t requested);

// Counts the bytes of one answer while its parts are written, by any number of writers, and ends
// the writing soon after the limit: what is made in vain is no more than kSlack. Whether an answer
// that is whole keeps the limit is decided by CheckSize(), to the byte. One thread at a time.
class AnswerBudget {
 public:
  // Writers may take their bytes in pieces of such a size, and need not use them up.
  static constexpr size_t kPiece = size_t{16} << 10;
  static constexpr size_t kSlack = 16 * kPiece;

  explicit AnswerBudget(size_t limit = kDefaultMaxAnswerBytes) : limit_(limit) {}
  AnswerBudget(const AnswerBudget&) = delete;
  AnswerBudget& operator=(const AnswerBudget&) = delete;

  // Counts so many bytes more. False: write no more. It then stays so.
  bool Take(size_t bytes) {
    taken_ += bytes;
    return taken_ <= limit_ + kSlack;
  }
  bool is_spent() const { return taken_ > limit_ + kSlack; }

  // OK while it is not spent.
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
