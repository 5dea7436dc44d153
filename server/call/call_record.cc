#include "server/call/call_record.h"

#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "server/errors/call_errors.h"
#include "server/trace/tracer.h"
#include "shapewright/version.h"

namespace shapewright::server {
namespace {

double Milliseconds(CallRecord::Clock::duration time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

}  // namespace

CallRecord::CallRecord(CallEnvironment& environment, Method method,
                       grpc::CallbackServerContext* context)
    : environment_(environment), context_(context), summary_{.method = method} {
  environment_.metrics.CallStarted(method);
}

void CallRecord::Received(size_t bytes) {
  environment_.metrics.MessageReceived(summary_.method, bytes);
  summary_.request_bytes += bytes;
}

void CallRecord::CacheLookedUp(CacheKind cache, CacheResult result) {
  if (cache == CacheKind::kAnswers) summary_.cache = result;
  if (result != CacheResult::kNone) {
    environment_.metrics.CacheLookedUp(cache, result == CacheResult::kHit);
  }
  if (result == CacheResult::kJoined) environment_.metrics.SingleFlightJoined();
}

void CallRecord::PhaseDone(Phase phase, Clock::duration time) {
  environment_.metrics.PhaseDone(phase, time);
  summary_.phases[static_cast<size_t>(phase)] = time;
}

void CallRecord::Sent(size_t bytes) {
  environment_.metrics.MessageSent(summary_.method, bytes);
  summary_.response_bytes += bytes;
}

grpc::Status CallRecord::Succeed(size_t response_bytes) {
  Sent(response_bytes);
  return Succeed();
}

grpc::Status CallRecord::Succeed() {
  const bool is_at_once =
      summary_.cache == CacheResult::kHit || summary_.cache == CacheResult::kDerived;
  if (!is_at_once) AddTimingTrailer();
  Finish(absl::OkStatus());
  return grpc::Status::OK;
}

grpc::Status CallRecord::Fail(const absl::Status& error) {
  const WireError* const wire = PreparedError(error);
  return wire != nullptr ? Report(error, *wire) : Report(error, WireError(error));
}

grpc::Status CallRecord::Report(const absl::Status& error, const WireError& wire) {
  if (!wire.retry_pushback.empty()) {
    context_->AddTrailingMetadata("grpc-retry-pushback-ms", wire.retry_pushback);
  }
  environment_.metrics.CallFailed(wire.reason);
  Finish(error);
  return wire.status;
}

void CallRecord::Finish(const absl::Status& status) {
  context_->AddTrailingMetadata("shapewright-answers-id", std::string(AnswersId()));
  summary_.time = Clock::now() - start_;
  environment_.metrics.CallHandled(summary_.method, status.code(), summary_.time);
  const bool is_logged = environment_.access_log.CallDone(summary_, status);
  // gRPC makes the map of the metadata when it is first asked for.
  if (!is_logged && environment_.tracer == nullptr) return;
  const auto& metadata = context_->client_metadata();
  const CallerIds caller = ReadCallerIds(metadata);
  SpanIds span;
  if (environment_.tracer != nullptr) {
    span = environment_.tracer->CallDone(metadata, caller, summary_, status);
  }
  if (is_logged) environment_.access_log.Write(*context_, caller, summary_, status, span);
}

void CallRecord::AddTimingTrailer() {
  std::string timing;
  if (summary_.cache != CacheResult::kNone) {
    timing = absl::StrCat("cache;desc=", CacheResultName(summary_.cache));
  }
  for (size_t i = 0; i < kPhases; ++i) {
    const auto& time = summary_.phases[i];
    if (!time.has_value()) continue;
    absl::StrAppend(&timing, timing.empty() ? "" : ", ", PhaseName(static_cast<Phase>(i)),
                    absl::StrFormat(";dur=%.3f", Milliseconds(*time)));
  }
  if (!timing.empty()) context_->AddTrailingMetadata("server-timing", timing);
}

}  // namespace shapewright::server
