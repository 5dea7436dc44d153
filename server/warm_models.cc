#include "server/warm_models.h"

#include <algorithm>
#include <array>
#include <csignal>
#include <fstream>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/call/call_environment.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::server {
namespace {

constexpr size_t kMaxFileBytes = 1 << 20;

bool IsStopWanted() {
  sigset_t pending;
  if (sigpending(&pending) != 0) return false;
  constexpr std::array<int, 3> kStops = {SIGTERM, SIGINT, SIGQUIT};
  return std::any_of(kStops.begin(), kStops.end(),
                     [&pending](int signal) { return sigismember(&pending, signal) == 1; });
}

bool IsAlmostFull(CallEnvironment& environment) {
  const auto limit = static_cast<size_t>(environment.options.model_cache_bytes);
  return environment.models.bytes() >= limit - limit / 8;
}

template <typename Request>
grpc::Status Ask(RelayedCalls& calls, const char* path, const std::string& model) {
  Request request;
  request.mutable_model()->set_path(model);
  const grpc::Slice bytes(request.SerializeAsString());
  return calls.Call({path, grpc::ByteBuffer(&bytes, 1), std::nullopt, {}}, -1).status;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ReadWarmList(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  std::string text(kMaxFileBytes + 1, 0);
  stream.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<size_t>(stream.gcount()));
  if (stream.bad() || !stream.eof()) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--warm: ", file, " cannot be read, or has more than ", kMaxFileBytes, " bytes"));
  }
  std::vector<std::string> paths;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty() && !absl::StartsWith(line, "#")) paths.emplace_back(line);
  }
  return paths;
}

void WarmModels(CallEnvironment& environment, const RelayedCalls::Relay& relay,
                const std::vector<std::string>& paths) {
  RelayedCalls calls(relay, "warm", "warm");
  int64_t warmed = 0;
  int64_t failed = 0;
  for (const std::string& path : paths) {
    if (IsStopWanted() || IsAlmostFull(environment)) break;
    grpc::Status status =
        Ask<v1::InferShapesRequest>(calls, "/shapewright.v1.ShapeService/InferShapes", path);
    if (status.ok()) {
      status = Ask<v1::EvaluateShapesRequest>(calls, "/shapewright.v1.ShapeService/EvaluateShapes",
                                              path);
    }
    ++(status.ok() ? warmed : failed);
    if (status.ok()) continue;
    environment.log.Write(LogLevel::kWarning, "warm_failed",
                          {{"path", absl::string_view(path)},
                           {"message", absl::string_view(status.error_message())}});
  }
  environment.log.Write(LogLevel::kInfo, "warmed",
                        {{"models", warmed},
                         {"failed", failed},
                         {"left_out", static_cast<int64_t>(paths.size()) - warmed - failed}});
}

}  // namespace shapewright::server
