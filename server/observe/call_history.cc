#include "server/observe/call_history.h"

#include <algorithm>
#include <utility>

#include "server/errors/status.h"

namespace shapewright::server {
namespace {

constexpr std::chrono::hours kHour{1};

bool IsSlower(const FinishedCall& a, const FinishedCall& b) {
  return a.summary.time > b.summary.time;
}

}  // namespace

void CallHistory::Add(const CallSummary& summary, const absl::Status& status,
                      Clock::time_point now) {
  FinishedCall call = {now, summary, status.code(), status.ok() ? "" : ReasonOf(status)};
  const std::lock_guard<std::mutex> lock(mutex_);
  if (now - current_.begin >= kHour) {
    before_ = now - current_.begin < 2 * kHour ? std::move(current_) : Hour();
    current_ = {now, {}};
  }
  std::vector<FinishedCall>& slowest = current_.calls;
  const auto fastest = std::max_element(slowest.begin(), slowest.end(), IsSlower);
  if (slowest.size() < kSlowest) {
    slowest.push_back(call);
  } else if (IsSlower(call, *fastest)) {
    *fastest = call;
  }
  last_.push_front(std::move(call));
  if (last_.size() > kLast) last_.pop_back();
}

std::vector<FinishedCall> CallHistory::Last() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  return {last_.begin(), last_.end()};
}

std::vector<FinishedCall> CallHistory::Slowest() const {
  std::vector<FinishedCall> calls;
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    calls = current_.calls;
    calls.insert(calls.end(), before_.calls.begin(), before_.calls.end());
  }
  std::stable_sort(calls.begin(), calls.end(), IsSlower);
  if (calls.size() > kSlowest) calls.resize(kSlowest);
  return calls;
}

}  // namespace shapewright::server
