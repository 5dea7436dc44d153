#include "server/admission/admission.h"

namespace shapewright::server {

size_t Admission::calls() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return calls_.taken();
}

size_t Admission::bytes() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return bytes_.taken();
}

Admitted AdmissionTicket::TryTake(size_t bytes, absl::string_view peer) {
  const std::lock_guard<std::mutex> lock(admission_.mutex_);
  const bool has_others =
      admission_.calls_.taken() > (has_place_ ? 1U : 0U) || admission_.bytes_.taken() > bytes_;
  const auto refusal = [](QueueAnswer answer, Admitted full) {
    return answer == QueueAnswer::kShareTaken ? Admitted::kTooManyOfPeer : full;
  };
  if (!is_inside_) {
    const QueueAnswer place = admission_.calls_.Ask(peer, 1);
    if (place != QueueAnswer::kFree) return refusal(place, Admitted::kTooManyCalls);
  }
  if (has_others) {
    const QueueAnswer place = admission_.bytes_.Ask(peer, bytes);
    if (place != QueueAnswer::kFree) return refusal(place, Admitted::kTooManyBytes);
  }
  if (!is_inside_) {
    peer_ = std::string(peer);
    admission_.calls_.Take(peer_, 1);
  }
  has_place_ = has_place_ || !is_inside_;
  is_inside_ = true;
  admission_.bytes_.Take(peer_, bytes);
  bytes_ += bytes;
  return Admitted::kYes;
}

void AdmissionTicket::Add(size_t bytes) {
  if (!is_inside_) return;
  const std::lock_guard<std::mutex> lock(admission_.mutex_);
  admission_.bytes_.Take(peer_, bytes);
  bytes_ += bytes;
}

void AdmissionTicket::GiveBackPlace(size_t least) {
  if (!has_place_) return;
  const std::lock_guard<std::mutex> lock(admission_.mutex_);
  admission_.calls_.GiveBack(peer_, 1);
  has_place_ = false;
  if (bytes_ >= least) return;
  admission_.bytes_.Take(peer_, least - bytes_);
  bytes_ = least;
}

void AdmissionTicket::Release() {
  if (!is_inside_) return;
  const std::lock_guard<std::mutex> lock(admission_.mutex_);
  if (has_place_) admission_.calls_.GiveBack(peer_, 1);
  admission_.bytes_.GiveBack(peer_, bytes_);
  is_inside_ = has_place_ = false;
  bytes_ = 0;
}

}  // namespace shapewright::server
