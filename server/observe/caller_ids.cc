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

CallerIds ReadCallerIds(const Metadata& metadata) {
  CallerIds ids = {OnlyValue(metadata, "x-request-id"),
                   ParseTraceparent(OnlyValue(metadata, "traceparent"))};
  const bool is_good = ids.request_id.size() <= kMaxRequestIdBytes && IsPrintable(ids.request_id);
  if (!is_good) ids.request_id = "";
  return ids;
}

std::string ReadTraceState(const Metadata& metadata) {
  std::string state;
  const auto [begin, end] = metadata.equal_range("tracestate");
  for (auto each = begin; each != end; ++each) {
    const absl::string_view value(each->second.data(), each->second.size());
    const absl::string_view comma = state.empty() ? "" : ",";
    if (state.size() + comma.size() + value.size() > kMaxTraceStateBytes || !IsPrintable(value)) {
      return "";
    }
    absl::StrAppend(&state, comma, value);
  }
  return state;
}

}  // namespace shapewright::server
