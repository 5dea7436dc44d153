#include "server/observe/caller_ids.h"

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"

namespace shapewright::server {
namespace {

constexpr size_t kMaxRequestIdBytes = 128;
constexpr size_t kMaxTraceStateBytes = 512;

// The value of a key that occurs exactly once.
absl::string_view OnlyValue(const Metadata& metadata, const char* key) {
  const auto [begin, end] = metadata.equal_range(key);
  if (begin == end || std::next(begin) != end) return "";
  return {begin->second.data(), begin->second.size()};
}

bool IsPrintable(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c >= ' ' && c <= '~'; });
}

}  // namespace

std::optional<TraceContext> FindTraceContext(const Metadata& metadata) {
  return ParseTraceparent(OnlyValue(metadata, "traceparent"));
}

std::string ReadTraceState(const Metadata& metadata) {
  std::string state;
  const auto [begin, end] = metadata.equal_range("tracestate");
  for (auto each = begin; each != end; ++each) {
    const absl::string_view value(each->second.data(), each->second.size());
    if (state.size() + value.size() + 1 > kMaxTraceStateBytes || !IsPrintable(value)) return "";
    absl::StrAppend(&state, state.empty() ? "" : ",", value);
  }
  return state;
}

CallerIds ReadCallerIds(const Metadata& metadata) {
  CallerIds ids;
  const absl::string_view request_id = OnlyValue(metadata, "x-request-id");
  if (request_id.size() <= kMaxRequestIdBytes && IsPrintable(request_id)) {
    ids.request_id = absl::StrCat(request_id);
  }
  const std::optional<TraceContext> trace = FindTraceContext(metadata);
  if (trace.has_value()) {
    ids.trace_id = absl::StrCat(trace->trace_id);
    ids.parent_id = absl::StrCat(trace->parent_id);
  }
  return ids;
}

}  // namespace shapewright::server
