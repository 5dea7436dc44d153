#ifndef SHAPEWRIGHT_SERVER_OBSERVE_METRICS_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_METRICS_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/admission/lane.h"
#include "server/net/refusal.h"

namespace prometheus {
class Counter;
class Gauge;
class Histogram;
class Registry;
}  // namespace prometheus

namespace shapewright::server {

enum class Method : uint8_t {
  kInferShapes,
  kMergeShapes,
  kComputeLayout,
  kGetCapabilities,
  kUploadModel,
};
inline constexpr size_t kMethods = 5;

// "InferShapes".
absl::string_view MethodName(Method method);

enum class CacheKind : uint8_t {
  kAnswers,   // L1: serialized answers
  kModels,    // L2: imported models
  kCompiled,  // L2: finished inferences
};
inline constexpr size_t kCacheKinds = 3;

// What a call spends its time on.
enum class Phase : uint8_t { kQueue, kRead, kInfer, kSerialize };
inline constexpr size_t kPhases = 4;

// "queue".
absl::string_view PhaseName(Phase phase);

// Why a call was turned away before any work.
enum class Rejection : uint8_t {
  kQueueFull,
  kCallsInFlight,
  kBytesInFlight,
  kMessageTooLarge,
  kDraining,
  kDeadlinePassed,
  kPeerShare,
  kCallerNotAllowed,
};
inline constexpr size_t kRejections = 8;

// "connections".
absl::string_view RefusalName(Refusal refusal);

struct CacheLevels {
  size_t entries = 0;
  size_t bytes = 0;
};

// Gauges: sampled when the metrics are read.
struct Levels {
  size_t connections = 0;
  size_t lost_lines = 0;  // from the start on
  size_t queued_calls = 0;
  std::array<size_t, kLanes> queued_by_lane{};
  size_t calls_in_flight = 0;
  size_t bytes_in_flight = 0;
  size_t pool_threads = 0;
  size_t busy_threads = 0;
  std::array<CacheLevels, kCacheKinds> caches;  // by CacheKind
};

// The metrics of a server; docs/operations.md lists them. All series of the hot
// path exist from the start and are kept as pointers, so that counting looks
// nothing up; those of errors and operators are made when they come up. Thread-safe.
class Metrics {
 public:
  using Duration = std::chrono::steady_clock::duration;

  Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;
  ~Metrics();

  // Of one RPC. CallRecord (call_record.h) calls these for every call.
  void CallStarted(Method method);
  void CallHandled(Method method, absl::StatusCode code, Duration time);
  void MessageReceived(Method method, size_t bytes);
  void MessageSent(Method method, size_t bytes);
  void CallFailed(const std::string& reason);
  void PhaseDone(Phase phase, Duration time);

  void ConnectionRefused(Refusal refusal);
  // A call of the server to itself (liveness.h).
  void LivenessChecked(bool is_ok);
  // An answer that its caller did not read in time.
  void AnswerUnread();
  // Connections that were cut as the transport took too much memory.
  void ConnectionsCut(size_t count);
  void Rejected(Rejection rejection);
  // A queue of the pool was full for it.
  void LaneRefused(Lane lane);
  // A thread of the pool has begun.
  void LaneStarted(Lane lane, Duration waited);
  void CacheLookedUp(CacheKind cache, bool is_hit);
  void CacheEvicted(CacheKind cache, size_t entries);
  // A call that waits for the inference of another, equal one.
  void SingleFlightJoined();
  // Operations, as core/base/work.h counts them.
  void Worked(uint64_t operations);
  // One inference that ran to its end.
  void Inferred(size_t nodes);
  // Dimensions that an operator of the registry left unknown.
  void UnknownDims(absl::string_view op, size_t dims);
  // Lines that the log left out because there were too many failures.
  void LogLinesDropped(size_t lines);

  // Levels come from `sample`; none do while it is null.
  void SetSampler(std::function<Levels()> sample);

  // The text format of Prometheus, version 0.0.4.
  std::string Render();

 private:
  struct MethodSeries;
  struct CacheSeries;
  struct LevelSeries;
  struct LaneSeries;
  class LabelledCounters;

  void AddMethods();
  void AddCaches();
  void AddLevels();
  void AddWork();
  void AddLanes();
  void ReadLevels();

  const std::unique_ptr<prometheus::Registry> registry_;
  const std::unique_ptr<std::array<MethodSeries, kMethods>> methods_;
  const std::unique_ptr<std::array<CacheSeries, kCacheKinds>> caches_;
  const std::unique_ptr<LevelSeries> levels_;
  const std::unique_ptr<std::array<LaneSeries, kLanes>> lanes_;
  std::array<prometheus::Histogram*, kPhases> phases_;
  std::array<prometheus::Counter*, kRejections> rejections_;
  std::array<prometheus::Counter*, kRefusals> refusals_;
  std::array<prometheus::Counter*, 2> liveness_;  // failed, ok
  prometheus::Counter* unread_ = nullptr;
  prometheus::Counter* cut_ = nullptr;
  prometheus::Counter* joins_ = nullptr;
  prometheus::Counter* inferences_ = nullptr;
  prometheus::Counter* nodes_ = nullptr;
  prometheus::Counter* work_ = nullptr;
  prometheus::Counter* dropped_lines_ = nullptr;
  prometheus::Counter* lost_lines_ = nullptr;
  std::unique_ptr<LabelledCounters> errors_;
  std::unique_ptr<LabelledCounters> unknown_dims_;

  std::mutex sampler_mutex_;
  std::function<Levels()> sample_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_METRICS_H_
