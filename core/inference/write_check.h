#ifndef SHAPEWRIGHT_CORE_INFERENCE_WRITE_CHECK_H_
#define SHAPEWRIGHT_CORE_INFERENCE_WRITE_CHECK_H_

#include <cstddef>
#include <functional>

#include "absl/status/status.h"

namespace shapewright::inference {

// Whether an answer is still wanted while it is written. Once it is not, it stays so.
class WriteCheck {
 public:
  // `check` may be null and outlives it: asked now and then, an error ends the writing.
  explicit WriteCheck(const std::function<absl::Status()>& check) : check_(check) {}

  // Before each value or fact that is written: whether to write no more.
  bool ShouldStop() {
    if (++steps_ % kInterval == 0 && status_.ok() && check_) status_ = check_();
    return !status_.ok();
  }

  const absl::Status& status() const { return status_; }

 private:
  static constexpr size_t kInterval = 256;

  const std::function<absl::Status()>& check_;
  size_t steps_ = 0;
  absl::Status status_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_WRITE_CHECK_H_
