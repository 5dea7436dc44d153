#include "server/admission.h"

namespace shapewright::server {

size_t Admission::calls() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return calls_;
}

size_t Admission::bytes() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return bytes_;
}

Admitted AdmissionTicket::TryTake(size_t bytes) {
  const std::lock_guard<std::mutex> lock(admission_.mutex_);
  const size_t others = admission_.calls_ - (is_inside_ ? 1 : 0);
  if (!is_inside_ && others >= admission_.max_calls_) return Admitted::kTooManyCalls;
  if (others > 0 &&
      (bytes > admission_.max_bytes_ || admission_.bytes_ > admission_.max_bytes_ - bytes)) {
    return Admitted::kTooManyBytes;
  }
  if (!is_inside_) ++admission_.calls_;
  is_inside_ = true;
  admission_.bytes_ += bytes;
  bytes_ += bytes;
  return Admitted::kYes;
}

void AdmissionTicket::Add(size_t bytes) {
  if (!is_inside_) return;
  const std::lock_guard<std::mutex> lock(admission_.mutex_);
  admission_.bytes_ += bytes;
  bytes_ += bytes;
}

void AdmissionTicket::Release() {
  if (!is_inside_) return;
  const std::lock_guard<std::mutex> lock(admission_.mutex_);
  --admission_.calls_;
  admission_.bytes_ -= bytes_;
  is_inside_ = false;
  bytes_ = 0;
}

}  // namespace shapewright::server
