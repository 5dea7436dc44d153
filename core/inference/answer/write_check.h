#ifndef SHAPEWRIGHT_CORE_INFERENCE_ANSWER_WRITE_CHECK_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ANSWER_WRITE_CHECK_H_

#include <cstddef>

#include "absl/status/status.h"
#include "core/base/answer_budget.h"
#include "core/base/work.h"

namespace shapewright::inference {

// Counts the work and bytes of an answer while it is written. Once ShouldStop() is true it stays
// so.
class WriteCheck {
 public:
  // Both outlive it.
  WriteCheck(Work& work, const AnswerBudget& budget) : work_(work), budget_(budget) {}

  // Called before each value or fact.
  bool ShouldStop() { return !work_.Count(kCountPerItem) || budget_.is_spent(); }
  // For what has been written.
  void Charge(size_t bytes) { work_.Count(bytes / kBytesPerCount); }

  absl::Status status() const {
    absl::Status status = work_.status();
    return status.ok() ? budget_.status() : status;
  }

 private:
  static constexpr uint64_t kCountPerItem = 4;
  static constexpr size_t kBytesPerCount = 16;

  Work& work_;
  const AnswerBudget& budget_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_WRITE_CHECK_H_
