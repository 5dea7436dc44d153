#include "server/trace/tracer.h"

#include <unistd.h>

#include <chrono>
#include <cstddef>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "absl/strings/numbers.h"
#include "server/errors/status.h"
#include "shapewright/version.h"

namespace shapewright::server {
namespace {

uint64_t RandomSeed() {
  std::random_device device;
  return uint64_t{device()} << 32 | device();
}

std::string HostName() {
  std::array<char, 256> name{};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "";
}

uint64_t IdOf(absl::string_view hex) {
  uint64_t id = 0;
  return absl::SimpleHexAtoi(hex, &id) ? id : 0;
}

std::string Hex(const std::string& bytes) { return absl::BytesToHexString(bytes); }

}  // namespace

Tracer::Tracer(const Options& options, Log& log)
    : options_(options), log_(log), numbers_(RandomSeed()) {}

absl::Status Tracer::Start() {
  absl::StatusOr<CollectorAddress> collector = ParseCollectorUrl(options_.otlp_endpoint);
  if (!collector.ok()) return collector.status();
  TraceResource process = {std::string(Version()), Hex(IdBytes(numbers_.Next())), HostName(),
                           int64_t{getpid()}};
  sender_ = std::make_unique<SpanSender>(*std::move(collector), std::move(process), log_);
  return absl::OkStatus();
}

void Tracer::Stop() {
  if (sender_ != nullptr) sender_->Stop();
}

SpanIds Tracer::CallDone(const Metadata& metadata, const CallerIds& caller, const CallSummary& call,
                         const absl::Status& status) {
  constexpr uint64_t kMillion = 1'000'000;
  const std::optional<TraceContext>& parent = caller.trace;
  const bool is_traced = parent.has_value() ? parent->is_sampled
                                            : numbers_.Next() % kMillion <
                                                  static_cast<uint64_t>(options_.trace_sample);
  if (!is_traced) return {};
  CallSpan span;
  if (parent.has_value()) {
    constexpr size_t kHalf = 16;
    span.trace_id = {IdOf(parent->trace_id.substr(0, kHalf)), IdOf(parent->trace_id.substr(kHalf))};
    span.parent_id = IdOf(parent->parent_id);
    span.trace_state = ReadTraceState(metadata);
  } else {
    span.trace_id = {numbers_.Next(), numbers_.Next()};
  }
  span.span_id = numbers_.Next();
  span.start = std::chrono::system_clock::now() -
               std::chrono::duration_cast<std::chrono::system_clock::duration>(call.time);
  span.call = call;
  span.code = status.code();
  if (!status.ok()) span.reason = ReasonOf(status);
  SpanIds ids = {Hex(IdBytes(span.trace_id)), Hex(IdBytes(span.span_id))};
  sender_->Push(std::move(span));
  return ids;
}

std::array<uint64_t, kSpanResults> Tracer::spans() const {
  return sender_ == nullptr ? std::array<uint64_t, kSpanResults>{} : sender_->spans();
}

}  // namespace shapewright::server
