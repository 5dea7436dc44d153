#include "server/trace/span_encoder.h"

#include <array>
#include <bit>
#include <chrono>
#include <cstring>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/wire/wire_writer.h"
#include "server/admission/lane.h"
#include "server/observe/metrics.h"
#include "server/trace/trace_ids.h"

namespace shapewright::server {
namespace {

using Nanoseconds = std::chrono::nanoseconds;

// Span.SpanKind and Status.StatusCode.
constexpr uint64_t kInternal = 1;
constexpr uint64_t kServer = 2;
constexpr uint64_t kStatusError = 2;
// Span.flags: sampled; it is known whether the parent is in another process; it is.
constexpr uint32_t kFlags = 0x101;
constexpr uint32_t kRemoteParent = 0x200;

// The bytes of a number of fixed length, the least significant one first.
template <typename T>
void Fixed(WireWriter& out, uint32_t field, T value) {
  static_assert(std::endian::native == std::endian::little);
  constexpr uint32_t kWireType = sizeof(T) == 8 ? 1 : 5;
  const uint32_t tag = field << 3 | kWireType;
  std::array<char, 2> head = {static_cast<char>((tag & 0x7f) | (tag > 0x7f ? 0x80 : 0)),
                              static_cast<char>(tag >> 7)};
  out.AppendBytes({head.data(), tag > 0x7f ? size_t{2} : size_t{1}});
  std::array<char, sizeof(T)> bytes;
  std::memcpy(bytes.data(), &value, sizeof(T));
  out.AppendBytes({bytes.data(), bytes.size()});
}

// KeyValue in `field`.
void Text(WireWriter& out, uint32_t field, absl::string_view key, absl::string_view value) {
  const size_t pair = out.Begin(field);
  out.Text(1, key);
  const size_t any = out.Begin(2);
  out.Text(1, value);
  out.End(any);
  out.End(pair);
}

void Number(WireWriter& out, uint32_t field, absl::string_view key, uint64_t value) {
  const size_t pair = out.Begin(field);
  out.Text(1, key);
  const size_t any = out.Begin(2);
  out.Varint(3, value);
  out.End(any);
  out.End(pair);
}

// The conventions for RPC: these are faults of a server, others are of its caller.
bool IsServerError(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kUnknown:
    case absl::StatusCode::kDeadlineExceeded:
    case absl::StatusCode::kUnimplemented:
    case absl::StatusCode::kInternal:
    case absl::StatusCode::kUnavailable:
    case absl::StatusCode::kDataLoss:
      return true;
    default:
      return false;
  }
}

uint64_t NanosecondsOf(std::chrono::system_clock::time_point time) {
  return static_cast<uint64_t>(
      std::chrono::duration_cast<Nanoseconds>(time.time_since_epoch()).count());
}

// The fields that a call and its phases have in common, up to the end.
struct Timing {
  absl::string_view name;
  uint64_t kind;
  uint64_t start;
  uint64_t end;
};

void WriteTiming(WireWriter& out, const Timing& timing) {
  out.Text(5, timing.name);
  out.Varint(6, timing.kind);
  Fixed(out, 7, timing.start);
  Fixed(out, 8, timing.end);
}

void WriteAttributes(WireWriter& out, const CallSpan& span) {
  constexpr uint32_t kAttributes = 9;
  const CallSummary& call = span.call;
  Text(out, kAttributes, "rpc.system", "grpc");
  Text(out, kAttributes, "rpc.service", ServiceName(call.method));
  Text(out, kAttributes, "rpc.method", MethodName(call.method));
  Number(out, kAttributes, "rpc.grpc.status_code", static_cast<uint64_t>(span.code));
  if (!span.reason.empty()) Text(out, kAttributes, "error.type", span.reason);
  if (call.cache != CacheResult::kNone) {
    Text(out, kAttributes, "shapewright.cache", CacheResultName(call.cache));
  }
  if (call.lane.has_value()) Text(out, kAttributes, "shapewright.lane", LaneName(*call.lane));
  if (call.nodes > 0) Number(out, kAttributes, "shapewright.nodes", call.nodes);
  Number(out, kAttributes, "shapewright.request_bytes", call.request_bytes);
  Number(out, kAttributes, "shapewright.response_bytes", call.response_bytes);
}

void WriteCall(WireWriter& out, const CallSpan& span) {
  const uint64_t start = NanosecondsOf(span.start);
  const auto time = std::chrono::duration_cast<Nanoseconds>(span.call.time).count();
  const std::string name =
      absl::StrCat(ServiceName(span.call.method), "/", MethodName(span.call.method));
  out.Bytes(1, IdBytes(span.trace_id));
  out.Bytes(2, IdBytes(span.span_id));
  out.NonEmpty(3, span.trace_state);
  if (span.parent_id != 0) out.Bytes(4, IdBytes(span.parent_id));
  WriteTiming(out, {name, kServer, start, start + static_cast<uint64_t>(time)});
  WriteAttributes(out, span);
  if (IsServerError(span.code)) {
    const size_t status = out.Begin(15);
    out.Varint(3, kStatusError);
    out.End(status);
  }
  Fixed(out, 16, span.parent_id != 0 ? kFlags | kRemoteParent : kFlags);
}

// The phases follow one another from the start of the call on.
void WritePhases(WireWriter& out, uint32_t field, const CallSpan& span) {
  uint64_t start = NanosecondsOf(span.start);
  for (size_t i = 0; i < kPhases; ++i) {
    if (!span.call.phases[i].has_value()) continue;
    const auto time = std::chrono::duration_cast<Nanoseconds>(*span.call.phases[i]).count();
    const uint64_t end = start + static_cast<uint64_t>(time);
    const size_t phase = out.Begin(field);
    out.Bytes(1, IdBytes(span.trace_id));
    out.Bytes(2, IdBytes(RandomNumbers::Mix(span.span_id + i + 1)));
    out.NonEmpty(3, span.trace_state);
    out.Bytes(4, IdBytes(span.span_id));
    WriteTiming(out, {PhaseName(static_cast<Phase>(i)), kInternal, start, end});
    Fixed(out, 16, kFlags);
    out.End(phase);
    start = end;
  }
}

void WriteResource(WireWriter& out, uint32_t field, const TraceResource& resource) {
  constexpr uint32_t kAttributes = 1;
  const size_t begin = out.Begin(field);
  Text(out, kAttributes, "service.name", "shapewright");
  Text(out, kAttributes, "service.version", resource.version);
  Text(out, kAttributes, "service.instance.id", resource.instance);
  Text(out, kAttributes, "host.name", resource.host);
  Number(out, kAttributes, "process.pid", static_cast<uint64_t>(resource.process));
  out.End(begin);
}

}  // namespace

std::string EncodeSpans(const TraceResource& resource, absl::Span<const CallSpan> calls) {
  constexpr uint32_t kSpans = 2;
  WireWriter out;
  const size_t of_resource = out.Begin(1);
  WriteResource(out, 1, resource);
  const size_t of_scope = out.Begin(2);
  const size_t scope = out.Begin(1);
  out.Text(1, "shapewright");
  out.Text(2, resource.version);
  out.End(scope);
  for (const CallSpan& call : calls) {
    const size_t span = out.Begin(kSpans);
    WriteCall(out, call);
    out.End(span);
    WritePhases(out, kSpans, call);
  }
  out.End(of_scope);
  out.End(of_resource);
  return out.Take();
}

}  // namespace shapewright::server
