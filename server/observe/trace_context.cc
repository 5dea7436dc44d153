#include "server/observe/trace_context.h"

#include <algorithm>
#include <cstddef>

#include "absl/strings/match.h"

namespace shapewright::server {
namespace {

// The header is: version "-" trace-id "-" parent-id "-" trace-flags
constexpr size_t kTraceAt = 3;
constexpr size_t kTraceDigits = 32;
constexpr size_t kParentAt = kTraceAt + kTraceDigits + 1;
constexpr size_t kParentDigits = 16;
constexpr size_t kFlagsAt = kParentAt + kParentDigits + 1;
constexpr size_t kSize = kFlagsAt + 2;

bool IsHex(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char digit) {
    return (digit >= '0' && digit <= '9') || (digit >= 'a' && digit <= 'f');
  });
}

bool IsId(absl::string_view text) {
  return IsHex(text) && text.find_first_not_of('0') != absl::string_view::npos;
}

// Later versions may append fields after a dash.
bool HasVersionsSize(absl::string_view header) {
  const absl::string_view version = header.substr(0, 2);
  if (!IsHex(version) || version == "ff") return false;
  return header.size() == kSize || (version != "00" && header[kSize] == '-');
}

}  // namespace

std::optional<TraceContext> ParseTraceparent(absl::string_view header) {
  if (header.size() < kSize || !HasVersionsSize(header)) return std::nullopt;
  if (header[kTraceAt - 1] != '-' || header[kParentAt - 1] != '-' || header[kFlagsAt - 1] != '-') {
    return std::nullopt;
  }
  TraceContext context = {header.substr(kTraceAt, kTraceDigits),
                          header.substr(kParentAt, kParentDigits)};
  if (!IsId(context.trace_id) || !IsId(context.parent_id) || !IsHex(header.substr(kFlagsAt, 2))) {
    return std::nullopt;
  }
  // The lowest bit of the flags: of the last digit.
  context.is_sampled = absl::StrContains("13579bdf", header[kSize - 1]);
  return context;
}

}  // namespace shapewright::server
