#include "client/cpp/retry.h"

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/string_view.h"
#include "client/cpp/error_text.h"

namespace shapewright {
namespace {

// Milliseconds; what is no number at least 0 forbids another attempt, as in gRPC's own retries.
constexpr char kPushbackPayload[] = "shapewright/pushback-ms";
constexpr char kPushbackTrailer[] = "grpc-retry-pushback-ms";

// What gRPC says of a stream that ended within an answer, as one does behind a proxy whose server
// was killed. The service itself never answers UNKNOWN.
constexpr char kBroken[] = "Stream removed";

bool IsUnanswered(const absl::Status& error) {
  return absl::IsUnavailable(error) || absl::IsCancelled(error) ||
         (absl::IsUnknown(error) && absl::StrContains(error.message(), kBroken));
}

// What the server asks for: a longer wait is as good, so that clients refused together come apart.
absl::Duration Spread(absl::Duration delay, double random) { return delay * (1 + random / 2); }

}  // namespace

std::optional<absl::Duration> RetryDelay(const RetryPolicy& policy, const absl::Status& error,
                                         int attempt, double random) {
  if (attempt >= policy.attempts) return std::nullopt;
  std::optional<absl::Duration> delay = ServerRetryDelay(error);
  if (!delay.has_value() && !IsUnanswered(error)) return std::nullopt;
  const absl::optional<absl::Cord> pushback = error.GetPayload(kPushbackPayload);
  if (pushback.has_value()) {
    int64_t milliseconds = 0;
    if (!absl::SimpleAtoi(std::string(*pushback), &milliseconds) || milliseconds < 0) {
      return std::nullopt;
    }
    delay = std::max(delay.value_or(absl::ZeroDuration()), absl::Milliseconds(milliseconds));
  }
  if (delay.has_value() && *delay > absl::ZeroDuration()) {
    if (*delay > policy.limit) return std::nullopt;
    return Spread(*delay, random);
  }
  absl::Duration wait = policy.backoff;
  for (int i = 1; i < attempt && wait < policy.limit; ++i) wait *= 2;
  return std::min(wait, policy.limit) * (1 + random) / 2;
}

void AddPushback(const grpc::ClientContext& context, absl::Status& error) {
  const auto& trailers = context.GetServerTrailingMetadata();
  const auto entry = trailers.find(kPushbackTrailer);
  if (entry == trailers.end()) return;
  error.SetPayload(kPushbackPayload,
                   absl::Cord(absl::string_view(entry->second.data(), entry->second.size())));
}

}  // namespace shapewright
