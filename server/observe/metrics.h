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

class DoorMetrics;

// The methods of the API; metrics, log and cache keys name calls by them.
enum class Method : uint8_t {
  kInferShapes,
  kStreamInferShapes,
  kEvaluateShapes,
  kExplainShapes,
  kMergeShapes,
  kComputeLayout,
  kInferChain,
  kPlanBuckets,
  kChooseBuckets,
  kPlanProfiles,
  kFindLargestSizes,
  kFindSymbolsToBind,
  kCompileGuard,
  kEstimateCost,
  kRewriteModel,
  kDescribeModel,
  kGetCapabilities,
  kUploadModel,
  kListModels,
  kEvictModel,
};
inline constexpr size_t kMethods = 20;

// "InferShapes".
absl::string_view MethodName(Method method);
// "shapewright.v1.ShapeService".
absl::string_view ServiceName(Method method);

// The caches of the server.
enum class CacheKind : uint8_t {
  kAnswers,   // serialized answers, by request
  kModels,    // imported models, by id or file
  kCompiled,  // finished inferences, by model and question
};
inline constexpr size_t kCacheKinds = 3;

// The phases of a call.
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

// What has become of the spans of traced calls.
enum class SpanResult : uint8_t {
  kSent,       // the collector has taken them
  kQueueFull,  // too many waited to be sent
  kNotTaken,   // the collector did not take them
};
inline constexpr size_t kSpanResults = 3;

struct CacheLevels {
  size_t entries = 0;
  size_t bytes = 0;
};

// Gauges, sampled when the metrics are rendered.
struct Levels {
  size_t connections = 0;
  size_t lost_lines = 0;                       // since the start
  std::array<uint64_t, kSpanResults> spans{};  // since the start, by SpanResult
  size_t queued_calls = 0;
  std::array<size_t, kLanes> queued_by_lane{};
  size_t calls_in_flight = 0;
  size_t bytes_in_flight = 0;
  size_t pool_threads = 0;
  size_t busy_threads = 0;
  std::array<CacheLevels, kCacheKinds> caches;  // by CacheKind
};

// The metrics of a server; docs/operations.md lists them. The series that calls update are made at
// the start and kept as pointers, so that counting needs no look-up; those of errors and operators
// are made when they first occur. Thread-safe.
class Metrics {
 public:
  using Duration = std::chrono::steady_clock::duration;

  Metrics();
  Metrics(const Metrics&) = delete;
  Metrics& operator=(const Metrics&) = delete;
  ~Metrics();

  // These are about one RPC; CallRecord (call_record.h) calls them for every call.
  void CallStarted(Method method);
  void CallHandled(Method method, absl::StatusCode code, Duration time);
  void MessageReceived(Method method, size_t bytes);
  void MessageSent(Method method, size_t bytes);
  void CallFailed(const std::string& reason);
  void PhaseDone(Phase phase, Duration time);

  void ConnectionRefused(Refusal refusal);
  // A call of the server to itself (liveness.h).
  void LivenessChecked(bool is_ok);
  // The JSON port has answered, with this status of HTTP.
  void JsonAnswered(int http_status);
  // A caller did not read its answer in time.
  void AnswerUnread();
  // Connections were cut because the transport took too much memory.
  void ConnectionsCut(size_t count);
  void Rejected(Rejection rejection);
  // A task was refused because its lane's queue was full.
  void LaneRefused(Lane lane);
  // A thread of the pool has started a task.
  void LaneStarted(Lane lane, Duration waited);
  void CacheLookedUp(CacheKind cache, bool is_hit);
  void CacheEvicted(CacheKind cache, size_t entries);
  // A call joined the inference of an equal one.
  void SingleFlightJoined();
  // Operations, as core/base/work.h counts them.
  void Worked(uint64_t operations);
  // An inference was completed.
  void Inferred(size_t nodes);
  // Dimensions that a known operator left unknown.
  void UnknownDims(absl::string_view op, size_t dims);
  // Lines that the access log left out because there were too many failures.
  void LogLinesDropped(size_t lines);

  // Of the doors of models.
  DoorMetrics& doors() { return *doors_; }

  // Sets the function that samples the gauges; there are none while it is null.
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
  std::array<prometheus::Counter*, kSpanResults> spans_;
  std::unique_ptr<LabelledCounters> errors_;
  std::unique_ptr<LabelledCounters> json_;
  std::unique_ptr<LabelledCounters> unknown_dims_;
  const std::unique_ptr<DoorMetrics> doors_;

  std::mutex sampler_mutex_;
  std::function<Levels()> sample_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_METRICS_H_
