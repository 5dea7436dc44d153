#ifndef SHAPEWRIGHT_CORE_INFERENCE_WRITE_CHECK_H_
#define SHAPEWRIGHT_CORE_INFERENCE_WRITE_CHECK_H_

#include <cstddef>

#include "absl/status/status.h"
#include "core/container/work.h"

namespace shapewright::inference {

// Charges an answer while it is written. Once there is to be no more of it, it stays so.
class WriteCheck {
 public:
  // The work outlives it.
  explicit WriteCheck(Work& work) : work_(work) {}

  // Before each value or fact that is written: whether to write no more.
  bool ShouldStop() { return !work_.Count(kCountPerItem); }
  // For what has been written.
  void Charge(size_t bytes) { work_.Count(bytes / kBytesPerCount); }

  absl::Status status() const { return work_.status(); }

 private:
  static constexpr uint64_t kCountPerItem = 4;
  static constexpr size_t kBytesPerCount = 16;

  Work& work_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_WRITE_CHECK_H_
