#include "server/observe/access_log.h"

#include <grpcpp/security/auth_context.h>

#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "server/errors/status.h"
#include "server/net/peer.h"
#include "server/observe/call_history.h"

namespace shapewright::server {
namespace {

LogLevel LevelOf(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kDataLoss:
      return LogLevel::kError;
    case absl::StatusCode::kResourceExhausted:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kUnavailable:
      return LogLevel::kWarning;
    default:
      return LogLevel::kInfo;  // an error of the caller
  }
}

double Milliseconds(std::chrono::steady_clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

// The address of the caller, behind the JSON port too.
std::string PeerText(const grpc::CallbackServerContext& context) {
  const std::shared_ptr<const grpc::AuthContext> connection = context.auth_context();
  if (connection != nullptr) {
    const auto relayed = connection->FindPropertyValues(kRelayedPeerProperty);
    if (!relayed.empty()) return {relayed[0].data(), relayed[0].size()};
  }
  return context.peer();
}

using Fields = std::vector<Log::Field>;

void AddNonEmpty(absl::string_view key, absl::string_view value, Fields& fields) {
  if (!value.empty()) fields.push_back({key, value});
}

void AddNumbers(const CallSummary& call, Fields& fields) {
  constexpr std::array<absl::string_view, kPhases> kKeys = {"queue_ms", "read_ms", "infer_ms",
                                                            "serialize_ms"};
  fields.push_back({"ms", Milliseconds(call.time)});
  for (size_t i = 0; i < kPhases; ++i) {
    if (call.phases[i].has_value()) fields.push_back({kKeys[i], Milliseconds(*call.phases[i])});
  }
  fields.push_back({"request_bytes", static_cast<int64_t>(call.request_bytes)});
  fields.push_back({"response_bytes", static_cast<int64_t>(call.response_bytes)});
}

}  // namespace

bool TokenBucket::TryTake(Clock::time_point now) {
  const double seconds = std::chrono::duration<double>(now - last_).count();
  tokens_ = std::min(per_second_, tokens_ + seconds * per_second_);
  last_ = now;
  if (tokens_ < 1) return false;
  tokens_ -= 1;
  return true;
}

AccessLog::AccessLog(const Options& options, Log& log, Metrics& metrics)
    : log_(log),
      metrics_(metrics),
      every_(static_cast<uint64_t>(options.log_every)),
      next_id_(std::random_device()() * (uint64_t{1} << 32)),
      failures_(options.log_failures_per_second) {}

bool AccessLog::WantsSuccess() {
  return every_ > 0 && successes_.fetch_add(1, std::memory_order_relaxed) % every_ == 0;
}

bool AccessLog::WantsFailure() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (failures_.TryTake(TokenBucket::Clock::now())) return true;
  metrics_.LogLinesDropped(1);
  return false;
}

std::string AccessLog::MakeRequestId() {
  return absl::StrFormat("%016x", next_id_.fetch_add(1, std::memory_order_relaxed));
}

bool AccessLog::CallDone(const CallSummary& call, const absl::Status& status) {
  if (history_ != nullptr) history_->Add(call, status, CallHistory::Clock::now());
  return status.ok() ? WantsSuccess() : WantsFailure();
}

void AccessLog::Write(const grpc::CallbackServerContext& context, const CallerIds& caller,
                      const CallSummary& call, const absl::Status& status, const SpanIds& span) {
  const std::string request_id =
      caller.request_id.empty() ? MakeRequestId() : std::string(caller.request_id);
  const TraceContext trace = caller.trace.value_or(TraceContext());
  const std::string code = absl::StatusCodeToString(status.code());
  const std::string reason = status.ok() ? "" : ReasonOf(status);
  const std::string peer = PeerText(context);
  Fields fields = {{"method", MethodName(call.method)}, {"code", absl::string_view(code)}};
  AddNonEmpty("reason", reason, fields);
  fields.push_back({"request_id", absl::string_view(request_id)});
  AddNonEmpty("trace_id", span.trace_id.empty() ? trace.trace_id : span.trace_id, fields);
  AddNonEmpty("parent_id", trace.parent_id, fields);
  AddNonEmpty("span_id", span.span_id, fields);
  fields.push_back({"peer", absl::string_view(peer)});
  if (call.cache != CacheResult::kNone) {
    fields.push_back({"cache", CacheResultName(call.cache)});
  }
  AddNumbers(call, fields);
  log_.Write(status.ok() ? LogLevel::kInfo : LevelOf(status.code()), "call", fields);
}

}  // namespace shapewright::server
