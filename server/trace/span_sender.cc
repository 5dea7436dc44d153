#include "server/trace/span_sender.h"

#include <pthread.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "absl/types/span.h"

namespace shapewright::server {
namespace {

using Clock = std::chrono::steady_clock;

// Spans are sent when so many calls wait, or after so long; so many of them in a message.
constexpr size_t kBatchCalls = 256;
constexpr std::chrono::seconds kPause{1};
constexpr size_t kMessageCalls = 128;
// How long the collector may take, and how long to wait before each further try.
constexpr std::chrono::seconds kPostTime{5};
constexpr std::array<std::chrono::seconds, 2> kRetryPauses = {std::chrono::seconds(1),
                                                              std::chrono::seconds(2)};
constexpr std::chrono::seconds kStopTime{2};

uint64_t CountSpans(absl::Span<const CallSpan> calls) {
  uint64_t count = 0;
  for (const CallSpan& call : calls) count += call.spans();
  return count;
}

}  // namespace

struct SpanSender::State {
  State(CollectorAddress address, TraceResource process, Log& process_log)
      : collector(std::move(address)), resource(std::move(process)), log(process_log) {
    waiting.reserve(kMaxCalls);
  }

  void Run();
  void SendAll(absl::Span<const CallSpan> calls);
  absl::Status Post(const std::string& message);
  // Logs when sending begins to fail, and when it works again.
  void Tell(const absl::Status& sent);
  void Count(SpanResult result, uint64_t spans) { counts[static_cast<size_t>(result)] += spans; }
  // Waits; false if the sender stops.
  bool Rest(Clock::duration time);
  Clock::time_point Due();

  const CollectorAddress collector;
  const TraceResource resource;
  Log& log;
  std::array<std::atomic<uint64_t>, kSpanResults> counts{};
  bool is_failing = false;  // used by the thread
  std::mutex mutex;
  // Guarded by mutex, as is all below.
  std::condition_variable changed;
  std::vector<CallSpan> waiting;
  bool is_stopping = false;
  Clock::time_point stop_due;
  bool is_over = false;
};

void SpanSender::State::Run() {
  std::vector<CallSpan> batch;
  batch.reserve(kMaxCalls);
  std::unique_lock<std::mutex> lock(mutex);
  while (!is_stopping || !waiting.empty()) {
    changed.wait_for(lock, kPause, [this] { return is_stopping || waiting.size() >= kBatchCalls; });
    batch.swap(waiting);
    lock.unlock();
    SendAll(batch);
    batch.clear();
    lock.lock();
  }
  is_over = true;
  changed.notify_all();
}

void SpanSender::State::SendAll(absl::Span<const CallSpan> calls) {
  while (!calls.empty()) {
    const absl::Span<const CallSpan> some = calls.subspan(0, kMessageCalls);
    calls.remove_prefix(some.size());
    const absl::Status sent = Post(EncodeSpans(resource, some));
    Count(sent.ok() ? SpanResult::kSent : SpanResult::kNotTaken, CountSpans(some));
    Tell(sent);
  }
}

absl::Status SpanSender::State::Post(const std::string& message) {
  absl::Status sent = PostSpans(collector, message, Due());
  for (const std::chrono::seconds pause : kRetryPauses) {
    if (!absl::IsUnavailable(sent) || !Rest(pause)) break;
    sent = PostSpans(collector, message, Due());
  }
  return sent;
}

void SpanSender::State::Tell(const absl::Status& sent) {
  if (sent.ok() != is_failing) return;
  is_failing = !is_failing;
  if (is_failing) {
    log.Write(LogLevel::kWarning, "spans_not_taken", {{"message", sent.message()}});
  } else {
    log.Write(LogLevel::kInfo, "spans_taken_again");
  }
}

bool SpanSender::State::Rest(Clock::duration time) {
  std::unique_lock<std::mutex> lock(mutex);
  return !changed.wait_for(lock, time, [this] { return is_stopping; });
}

Clock::time_point SpanSender::State::Due() {
  const Clock::time_point due = Clock::now() + kPostTime;
  const std::lock_guard<std::mutex> lock(mutex);
  return is_stopping ? std::min(due, stop_due) : due;
}

SpanSender::SpanSender(CollectorAddress collector, TraceResource resource, Log& log)
    : state_(std::make_shared<State>(std::move(collector), std::move(resource), log)) {
  thread_ = std::thread([state = state_] {
    pthread_setname_np(pthread_self(), "traces");
    state->Run();
  });
}

SpanSender::~SpanSender() { Stop(); }

void SpanSender::Push(CallSpan&& call) {
  const std::lock_guard<std::mutex> lock(state_->mutex);
  if (state_->is_stopping || state_->waiting.size() == kMaxCalls) {
    return state_->Count(SpanResult::kQueueFull, call.spans());
  }
  state_->waiting.push_back(std::move(call));
  if (state_->waiting.size() == kBatchCalls) state_->changed.notify_all();
}

void SpanSender::Stop() {
  if (!thread_.joinable()) return;
  std::unique_lock<std::mutex> lock(state_->mutex);
  state_->is_stopping = true;
  state_->stop_due = Clock::now() + kStopTime;
  state_->changed.notify_all();
  const bool is_over =
      state_->changed.wait_until(lock, state_->stop_due, [this] { return state_->is_over; });
  lock.unlock();
  if (is_over) {
    thread_.join();
  } else {
    thread_.detach();  // it ends by itself, or with the process
  }
}

std::array<uint64_t, kSpanResults> SpanSender::spans() const {
  std::array<uint64_t, kSpanResults> spans{};
  for (size_t i = 0; i < kSpanResults; ++i) spans[i] = state_->counts[i];
  return spans;
}

}  // namespace shapewright::server
