#ifndef SHAPEWRIGHT_CORE_BASE_WORK_H_
#define SHAPEWRIGHT_CORE_BASE_WORK_H_

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"

namespace shapewright {

// The limit of a request's operations, from the server's and the caller's limits and the request's
// size (S66). The most expensive models of the corpus need less than a twentieth of it;
// docs/reliability.md has the figures.
inline constexpr uint64_t kDefaultMaxWork = 1'000'000'000;
// `requested` is the caller's own limit, 0 for none; `bytes` is the size of model and request.
uint64_t WorkLimit(uint64_t max_work, uint64_t requested, uint64_t bytes);

// So many bytes that are written or compared count as one operation.
inline constexpr uint64_t kBytesPerCount = 16;

// Counts the operations of one request, and stops it at its limit or when the answer is not wanted
// any more (S65). Unlike time, operations depend on the request alone: the same request meets the
// limit on any machine and at any load (S67).
//
// Every loop whose length a request decides counts here, and ends once Count() is false, as it then
// stays; partial results are discarded. Not thread-safe, except that any thread may read
// `progress`.
class Work {
 public:
  using Check = std::function<absl::Status()>;
  static constexpr uint64_t kNoLimit = std::numeric_limits<uint64_t>::max() / 4;
  // At most so many operations lie between two calls of `check`, and between two writes of
  // `progress`, but for the last single count.
  static constexpr uint64_t kPollInterval = uint64_t{1} << 16;

  // Without a limit, never interrupted.
  Work() : Work(kNoLimit) {}
  // `check` says whether the answer is still wanted; it may be null, as may be `progress`, which
  // outlives this and to which the operations are added now and then, before each check, and at
  // the end.
  explicit Work(uint64_t limit, Check check = nullptr, std::atomic<uint64_t>* progress = nullptr);
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;
  ~Work();

  // Counts operations. False: stop.
  bool Count(uint64_t operations = 1) {
    count_ += std::min(operations, kNoLimit);
    if (count_ >= next_) Pause();
    return !is_stopped_;
  }
  // Counts what was done before and is kept, as if it were done now (S67); `progress` leaves it
  // out.
  bool CountKept(uint64_t operations) {
    kept_ += std::min(operations, kNoLimit);
    return Count(operations);
  }
  bool is_stopped() const { return is_stopped_; }

  uint64_t count() const { return count_; }
  uint64_t limit() const { return limit_; }
  // How many operations are left.
  uint64_t FindLeft() {
    FindLimit();
    return limit_ - std::min(limit_, count_);
  }
  // Raises the limit to what `find` returns. It is called once, when the present limit is reached,
  // because computing it may take longer than most requests do.
  void RaiseLimitLater(std::function<uint64_t()> find) { find_limit_ = std::move(find); }

  // The phase that an error names: a literal.
  void set_phase(absl::string_view phase) { phase_ = phase; }
  // Where in the model or request the work has stopped; only the first is kept.
  void SetSite(std::string site) {
    if (site_.empty()) site_ = std::move(site);
  }

  // Calls `check` now. Returns status().
  absl::Status Poll();
  // OK while the work may go on. Then what `check` said, or RESOURCE_EXHAUSTED with the reason
  // WORK_LIMIT and the facts `limit`, `phase` and `site`.
  absl::Status status() const;

  // For results that outlive their request: removes the limit and the check.
  void Release();

  // A limit for an optional part of the work. Beyond it the part is stopped; when the Share is
  // destroyed the work goes on (S66). Shares do not nest.
  class Share {
   public:
    Share(Work& work, uint64_t operations);
    Share(const Share&) = delete;
    Share& operator=(const Share&) = delete;
    ~Share();

    // Whether the part was stopped: its result is incomplete then.
    bool is_exhausted() const { return work_.is_stopped_; }

   private:
    Work& work_;
  };

 private:
  void Pause();
  void SetNext();
  void FindLimit();

  void ReportProgress() {
    if (progress_ == nullptr) return;
    progress_->fetch_add(count_ - kept_ - reported_, std::memory_order_relaxed);
    reported_ = count_ - kept_;
  }

  uint64_t count_ = 0;
  uint64_t kept_ = 0;
  uint64_t reported_ = 0;
  // The count at which the limits and `check` are next looked at.
  uint64_t next_ = 0;
  bool is_stopped_ = false;
  uint64_t limit_;
  // The limit, or the end of a share.
  uint64_t end_;
  uint64_t polled_at_ = 0;
  Check check_;
  std::function<uint64_t()> find_limit_;
  std::atomic<uint64_t>* progress_;
  absl::Status interrupt_;
  absl::string_view phase_;
  std::string site_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_BASE_WORK_H_
