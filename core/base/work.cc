#include "core/base/work.h"

#include <algorithm>
#include <utility>

#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "core/base/error_payload.h"

namespace shapewright {
namespace {

constexpr uint64_t kLeastLimit = 50'000'000;
constexpr uint64_t kWorkPerByte = 500;

}  // namespace

uint64_t WorkLimit(uint64_t max_work, uint64_t requested, uint64_t bytes) {
  const uint64_t by_size =
      kLeastLimit + std::min(bytes, Work::kNoLimit / kWorkPerByte) * kWorkPerByte;
  const uint64_t limit = std::min(max_work, by_size);
  return requested == 0 ? limit : std::min(limit, requested);
}

Work::Work(uint64_t limit, Check check, std::atomic<uint64_t>* progress)
    : limit_(std::min(limit, kNoLimit)),
      end_(limit_),
      check_(std::move(check)),
      progress_(progress) {
  SetNext();
}

Work::~Work() { ReportProgress(); }

void Work::SetNext() {
  const uint64_t poll = polled_at_ + kPollInterval;
  next_ = is_stopped_ ? poll : std::min(poll, end_ + 1);
}

void Work::FindLimit() {
  if (!find_limit_) return;
  limit_ = end_ = std::clamp(std::exchange(find_limit_, nullptr)(), limit_, kNoLimit);
}

void Work::Pause() {
  count_ = std::min(count_, kNoLimit);
  if (count_ > limit_) FindLimit();
  kept_ = std::min(kept_, count_);
  if (count_ >= polled_at_ + kPollInterval) {
    polled_at_ = count_;
    ReportProgress();
    if (interrupt_.ok() && check_) interrupt_ = check_();
  }
  is_stopped_ = is_stopped_ || count_ > end_ || !interrupt_.ok();
  SetNext();
}

absl::Status Work::Poll() {
  ReportProgress();
  if (interrupt_.ok() && check_) interrupt_ = check_();
  is_stopped_ = is_stopped_ || !interrupt_.ok();
  return status();
}

absl::Status Work::status() const {
  if (!interrupt_.ok()) return interrupt_;
  if (!is_stopped_) return absl::OkStatus();
  absl::Status error = absl::ResourceExhaustedError(absl::StrCat(
      "the answer takes more than ", limit_, " operations, which is the limit of this request"));
  error.SetPayload(kReasonPayload, absl::Cord("WORK_LIMIT"));
  SetErrorFact(error, "limit", absl::StrCat(limit_));
  SetErrorFact(error, "phase", phase_);
  SetErrorFact(error, "site", site_);
  return error;
}

void Work::Release() {
  ReportProgress();
  progress_ = nullptr;
  check_ = nullptr;
  find_limit_ = nullptr;
  limit_ = end_ = kNoLimit;
  SetNext();
}

Work::Share::Share(Work& work, uint64_t operations) : work_(work) {
  work_.FindLimit();
  work_.end_ = std::min(work_.limit_, work_.count_ + operations);
  work_.SetNext();
}

Work::Share::~Share() {
  work_.end_ = work_.limit_;
  work_.is_stopped_ = !work_.interrupt_.ok() || work_.count_ > work_.limit_;
  work_.SetNext();
}

}  // namespace shapewright
