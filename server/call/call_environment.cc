#include "server/call/call_environment.h"

#include <chrono>
#include <mutex>
#include <string>

#include "absl/strings/string_view.h"
#include "server/process/cpu_quota.h"

namespace shapewright::server {
namespace {

// Counts the calls that credentials refuse, and logs some of them.
class RefusedCallers {
 public:
  RefusedCallers(const Options& options, Log& log, Metrics& metrics)
      : log_(log), metrics_(metrics), lines_(options.log_failures_per_second) {}

  void Add(absl::string_view service, const std::string& name) {
    constexpr size_t kMaxName = 256;
    metrics_.Rejected(Rejection::kCallerNotAllowed);
    {
      const std::lock_guard<std::mutex> lock(mutex_);
      if (!lines_.TryTake(TokenBucket::Clock::now())) return;
    }
    log_.Write(LogLevel::kWarning, "caller_refused",
               {{"service", service}, {"name", absl::string_view(name).substr(0, kMaxName)}});
  }

 private:
  Log& log_;
  Metrics& metrics_;
  std::mutex mutex_;
  TokenBucket lines_;  // guarded by mutex_
};

AccessControl::OnRefused TellRefused(const Options& options, Log& log, Metrics& metrics) {
  return [callers = std::make_shared<RefusedCallers>(options, log, metrics)](
             absl::string_view service, const std::string& name) { callers->Add(service, name); };
}

size_t ThreadCount(const Options& options) {
  return options.threads > 0 ? static_cast<size_t>(options.threads) : UsableCpus();
}

}  // namespace

CallEnvironment::CallEnvironment(const Options& given_options, Log& given_log)
    : options(given_options),
      log(given_log),
      access_log(options, log, metrics),
      tracer(options.otlp_endpoint.empty() ? nullptr : std::make_unique<Tracer>(options, log)),
      access(TellRefused(options, log, metrics)),
      admission(static_cast<size_t>(options.max_calls_in_flight),
                static_cast<size_t>(options.max_bytes_in_flight)),
      work_memory(static_cast<size_t>(options.work_memory_bytes)),
      answers(static_cast<size_t>(options.result_cache_bytes)),
      models(static_cast<size_t>(options.model_cache_bytes)),
      inferences(static_cast<size_t>(options.compiled_cache_bytes)),
      sending(std::chrono::seconds(options.send_seconds)),
      uploads(std::chrono::seconds(options.upload_idle_seconds)),
      threads(ThreadCount(options)),
      pool({.threads = threads,
            .max_queued = static_cast<size_t>(options.max_queued_calls),
            .observer = [this](Lane lane, ThreadPool::Clock::duration waited) {
              metrics.LaneStarted(lane, waited);
            }}) {}

}  // namespace shapewright::server
