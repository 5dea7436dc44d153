#ifndef SHAPEWRIGHT_CORE_INFERENCE_ANSWER_WRITE_CHECK_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ANSWER_WRITE_CHECK_H_

#include <cstddef>

#include "absl/status/status.h"
#include "core/base/answer_budget.h"
#include "core/base/work.h"

namespace shapewright::inference {

// The bound on the cost of writing an answer: counts its operations, and asks the budget of its
// bytes. ShouldStop() stays true once it was.
class WriteCheck {
 public:
  // Both outlive it.
  WriteCheck(Work& work, const AnswerBudget& budget) : work_(work), budget_(budget) {}

  // Call before each value or fact; if true, write nothing more.
  bool ShouldStop() { return !work_.Count(kCountPerItem) || budget_.is_spent(); }
  // Charges operations for bytes that were written.
  void Charge(size_t bytes) { work_.Count(bytes / kBytesPerCount); }

  absl::Status status() const {
    absl::Status status = work_.status();
    return status.ok() ? budget_.status() : status;
  }

 private:
  static constexpr uint64_t kCountPerItem = 4;

  Work& work_;
  const AnswerBudget& budget_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ANSWER_WRITE_CHECK_H_
