#include "server/observe/metrics.h"

#include <prometheus/counter.h>
#include <prometheus/gauge.h>
#include <prometheus/histogram.h>
#include <prometheus/registry.h>
#include <prometheus/text_serializer.h>

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/version/build_info.h"
#include "server/config/services.h"
#include "server/observe/door_metrics.h"
#include "server/observe/process_metrics.h"
#include "shapewright/version.h"

namespace shapewright::server {
namespace {

using prometheus::Counter;
using prometheus::Family;
using prometheus::Gauge;
using prometheus::Histogram;
using prometheus::Labels;
using prometheus::Registry;

// From the time of a cache hit to that of a large model under load.
const Histogram::BucketBoundaries& TimeBuckets() {
  static const auto* const kBuckets =
      new Histogram::BucketBoundaries{50e-6, 100e-6, 250e-6, 500e-6, 1e-3, 2.5e-3, 5e-3, 10e-3,
                                      25e-3, 50e-3,  0.1,    0.25,   0.5,  1,      2.5,  5};
  return *kBuckets;
}

const Histogram::BucketBoundaries& ByteBuckets() {
  static const auto* const kBuckets = new Histogram::BucketBoundaries{
      256,        1024,    4 * 1024,      16 * 1024,      64 * 1024,
      256 * 1024, 1 << 20, 4 * (1 << 20), 16 * (1 << 20), 64 * (1 << 20)};
  return *kBuckets;
}

struct MethodRow {
  const char* service;
  const char* name;
  const char* type;
};
// By Method. The types are named as in go-grpc-prometheus.
constexpr std::array<MethodRow, kMethods> kMethodRows = {{
    {kShapeService, "InferShapes", "unary"},
    {kShapeService, "StreamInferShapes", "server_stream"},
    {kShapeService, "EvaluateShapes", "unary"},
    {kShapeService, "ExplainShapes", "unary"},
    {kShapeService, "MergeShapes", "unary"},
    {kShapeService, "ComputeLayout", "unary"},
    {kShapeService, "InferChain", "unary"},
    {kPlanService, "PlanBuckets", "unary"},
    {kPlanService, "ChooseBuckets", "unary"},
    {kPlanService, "PlanProfiles", "unary"},
    {kPlanService, "FindLargestSizes", "unary"},
    {kPlanService, "FindSymbolsToBind", "unary"},
    {kPlanService, "CompileGuard", "unary"},
    {kPlanService, "EstimateCost", "unary"},
    {kPlanService, "RewriteModel", "unary"},
    {kModelService, "DescribeModel", "unary"},
    {kModelService, "GetCapabilities", "unary"},
    {kModelService, "UploadModel", "client_stream"},
    {kModelService, "ListModels", "unary"},
    {kModelService, "EvictModel", "unary"},
}};

// By code, spelled as in Go's gRPC: dashboards match these.
constexpr std::array<const char*, 17> kCodes = {
    "OK",       "Canceled",       "Unknown",          "InvalidArgument",   "DeadlineExceeded",
    "NotFound", "AlreadyExists",  "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
    "Aborted",  "OutOfRange",     "Unimplemented",    "Internal",          "Unavailable",
    "DataLoss", "Unauthenticated"};
constexpr size_t kUnknownCode = 2;

constexpr std::array<const char*, kPhases> kPhaseNames = {"queue", "read", "infer", "serialize"};
constexpr std::array<const char*, kCacheKinds> kCacheNames = {"answers", "models", "compiled"};
constexpr std::array<const char*, kRejections> kRejectionNames = {
    "queue_full", "calls_in_flight", "bytes_in_flight", "message_too_large",
    "draining",   "deadline_passed", "peer_share",      "caller_not_allowed"};

constexpr std::array<const char*, kRefusals> kRefusalNames = {"connections", "peer", "descriptors"};
constexpr std::array<const char*, kSpanResults> kSpanResultNames = {"sent", "queue_full",
                                                                    "not_taken"};

template <typename T>
size_t Index(T value) {
  return static_cast<size_t>(value);
}

double Seconds(Metrics::Duration time) { return std::chrono::duration<double>(time).count(); }

Family<Counter>& Counters(Registry& registry, const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

Family<Gauge>& Gauges(Registry& registry, const char* name, const char* help) {
  return prometheus::BuildGauge().Name(name).Help(help).Register(registry);
}

Family<Histogram>& Histograms(Registry& registry, const char* name, const char* help) {
  return prometheus::BuildHistogram().Name(name).Help(help).Register(registry);
}

}  // namespace

struct Metrics::MethodSeries {
  Counter* started;
  std::array<Counter*, kCodes.size()> handled;
  Counter* received;
  Counter* sent;
  Histogram* time;
  Histogram* request_bytes;
  Histogram* response_bytes;
};

struct Metrics::CacheSeries {
  Counter* hits;
  Counter* misses;
  Counter* evictions;
  Gauge* entries;
  Gauge* bytes;
};

struct Metrics::LevelSeries {
  Gauge* connections;
  Gauge* queued_calls;
  Gauge* calls_in_flight;
  Gauge* bytes_in_flight;
  Gauge* pool_threads;
  Gauge* busy_threads;
};

struct Metrics::LaneSeries {
  Gauge* queued;
  Histogram* wait;
  Counter* refused;
};

// Counters by a label whose values are not known in advance.
class Metrics::LabelledCounters {
 public:
  LabelledCounters(Family<Counter>& family, const char* label) : family_(family), label_(label) {}

  Counter& At(const std::string& value) {
    const std::lock_guard<std::mutex> lock(mutex_);
    Counter*& counter = counters_[value];
    if (counter == nullptr) counter = &family_.Add({{label_, value}});
    return *counter;
  }

 private:
  Family<Counter>& family_;
  const char* const label_;
  std::mutex mutex_;
  std::map<std::string, Counter*> counters_;
};

absl::string_view MethodName(Method method) { return kMethodRows[Index(method)].name; }

absl::string_view ServiceName(Method method) { return kMethodRows[Index(method)].service; }

absl::string_view RefusalName(Refusal refusal) { return kRefusalNames[Index(refusal)]; }

absl::string_view PhaseName(Phase phase) { return kPhaseNames[Index(phase)]; }

Metrics::Metrics()
    : registry_(std::make_unique<Registry>()),
      methods_(std::make_unique<std::array<MethodSeries, kMethods>>()),
      caches_(std::make_unique<std::array<CacheSeries, kCacheKinds>>()),
      levels_(std::make_unique<LevelSeries>()),
      lanes_(std::make_unique<std::array<LaneSeries, kLanes>>()),
      doors_(std::make_unique<DoorMetrics>(*registry_)) {
  AddMethods();
  AddCaches();
  AddLevels();
  AddWork();
  AddLanes();
  Gauges(*registry_, "shapewright_build_info", "Always 1; the labels tell the build.")
      .Add({{"version", std::string(Version())},
            {"commit", std::string(Commit())},
            {"answers_id", std::string(AnswersId())}},
           1);
}

Metrics::~Metrics() = default;

void Metrics::AddMethods() {
  auto& started = Counters(*registry_, "grpc_server_started_total", "Calls that came in.");
  auto& handled =
      Counters(*registry_, "grpc_server_handled_total", "Calls that were answered, by code.");
  auto& received = Counters(*registry_, "grpc_server_msg_received_total", "Messages that came in.");
  auto& sent = Counters(*registry_, "grpc_server_msg_sent_total", "Messages that were sent.");
  auto& time = Histograms(*registry_, "grpc_server_handling_seconds",
                          "Time from the arrival of a call until its answer.");
  auto& request_bytes =
      Histograms(*registry_, "shapewright_request_bytes", "Size of the messages that came in.");
  auto& response_bytes =
      Histograms(*registry_, "shapewright_response_bytes", "Size of the messages that were sent.");
  for (size_t i = 0; i < kMethods; ++i) {
    Labels labels = {{"grpc_type", kMethodRows[i].type},
                     {"grpc_service", kMethodRows[i].service},
                     {"grpc_method", kMethodRows[i].name}};
    MethodSeries& series = (*methods_)[i];
    series.started = &started.Add(labels);
    series.received = &received.Add(labels);
    series.sent = &sent.Add(labels);
    series.time = &time.Add(labels, TimeBuckets());
    series.request_bytes = &request_bytes.Add(labels, ByteBuckets());
    series.response_bytes = &response_bytes.Add(labels, ByteBuckets());
    for (size_t code = 0; code < kCodes.size(); ++code) {
      labels["grpc_code"] = kCodes[code];
      series.handled[code] = &handled.Add(labels);
    }
  }
}

void Metrics::AddCaches() {
  auto& hits = Counters(*registry_, "shapewright_cache_hits_total", "Found in a cache.");
  auto& misses = Counters(*registry_, "shapewright_cache_misses_total", "Not found in a cache.");
  auto& evictions = Counters(*registry_, "shapewright_cache_evictions_total",
                             "Entries that made room for others.");
  auto& entries = Gauges(*registry_, "shapewright_cache_entries", "Entries of a cache.");
  auto& bytes = Gauges(*registry_, "shapewright_cache_bytes", "What the entries weigh.");
  for (size_t i = 0; i < kCacheKinds; ++i) {
    const Labels labels = {{"cache", kCacheNames[i]}};
    (*caches_)[i] = {&hits.Add(labels), &misses.Add(labels), &evictions.Add(labels),
                     &entries.Add(labels), &bytes.Add(labels)};
  }
}

void Metrics::AddLevels() {
  const auto gauge = [this](const char* name, const char* help) {
    return &Gauges(*registry_, name, help).Add({});
  };
  levels_->connections = gauge("shapewright_connections", "Connections of clients that are open.");
  levels_->queued_calls = gauge("shapewright_queued_calls", "Calls that wait for a thread.");
  levels_->calls_in_flight =
      gauge("shapewright_calls_in_flight", "Calls that were accepted and not answered yet.");
  levels_->bytes_in_flight =
      gauge("shapewright_bytes_in_flight", "Request bytes of the calls in flight.");
  levels_->pool_threads = gauge("shapewright_pool_threads", "Threads that infer.");
  levels_->busy_threads =
      gauge("shapewright_pool_busy_threads", "Threads that are inferring right now.");
}

void Metrics::AddWork() {
  auto& phases = Histograms(*registry_, "shapewright_phase_seconds",
                            "Where the time of calls goes, by phase.");
  for (size_t i = 0; i < kPhases; ++i) {
    phases_[i] = &phases.Add({{"phase", kPhaseNames[i]}}, TimeBuckets());
  }
  auto& rejections = Counters(*registry_, "shapewright_rejections_total",
                              "Calls that were turned away before any work.");
  for (size_t i = 0; i < kRejections; ++i) {
    rejections_[i] = &rejections.Add({{"reason", kRejectionNames[i]}});
  }
  auto& refusals = Counters(*registry_, "shapewright_connections_refused_total",
                            "Connections that were closed as soon as they were accepted.");
  for (size_t i = 0; i < kRefusals; ++i) {
    refusals_[i] = &refusals.Add({{"reason", kRefusalNames[i]}});
  }
  auto& liveness = Counters(*registry_, "shapewright_liveness_calls_total",
                            "Calls of the server to itself, through its own listeners.");
  liveness_ = {&liveness.Add({{"result", "failed"}}), &liveness.Add({{"result", "ok"}})};
  const auto counter = [this](const char* name, const char* help) {
    return &Counters(*registry_, name, help).Add({});
  };
  unread_ = counter("shapewright_answers_unread_total",
                    "Calls that were cut as their answer was not read in --send-seconds.");
  cut_ = counter("shapewright_connections_cut_total",
                 "Connections that were cut as the transport took too much memory.");
  joins_ = counter("shapewright_single_flight_joins_total",
                   "Calls that took the answer of an equal one that was under way.");
  inferences_ = counter("shapewright_inferences_total", "Inferences that ran to their end.");
  nodes_ = counter("shapewright_nodes_inferred_total", "Nodes of these inferences.");
  work_ = counter("shapewright_work_total",
                  "Operations of all answers, those that are under way and those that failed too.");
  dropped_lines_ = counter("shapewright_log_lines_dropped_total",
                           "Lines about failed calls beyond --log-failures-per-second.");
  lost_lines_ = counter("shapewright_log_lines_lost_total", "Lines that stderr did not take.");
  auto& spans = Counters(*registry_, "shapewright_trace_spans_total",
                         "Spans of traced calls, by what has become of them.");
  for (size_t i = 0; i < kSpanResults; ++i) {
    spans_[i] = &spans.Add({{"result", kSpanResultNames[i]}});
  }
  json_ = std::make_unique<LabelledCounters>(
      Counters(*registry_, "shapewright_json_answers_total",
               "Answers of the JSON port, by the status of HTTP."),
      "status");
  errors_ = std::make_unique<LabelledCounters>(
      Counters(*registry_, "shapewright_call_errors_total",
               "Calls that failed, by the reason of docs/errors.md."),
      "reason");
  unknown_dims_ = std::make_unique<LabelledCounters>(
      Counters(*registry_, "shapewright_unknown_dims_total",
               "Dimensions that inference left unknown, by the operator that made them."),
      "op");
}

void Metrics::AddLanes() {
  auto& queued = Gauges(*registry_, "shapewright_lane_queued_calls",
                        "Calls that wait for a thread, by how heavy they look.");
  auto& wait =
      Histograms(*registry_, "shapewright_lane_wait_seconds", "How long calls wait for a thread.");
  auto& refused = Counters(*registry_, "shapewright_lane_refusals_total",
                           "Calls for which the queue of their lane was full.");
  for (const Lane lane : kAllLanes) {
    const Labels labels = {{"lane", absl::StrCat(LaneName(lane))}};
    (*lanes_)[Index(lane)] = {&queued.Add(labels), &wait.Add(labels, TimeBuckets()),
                              &refused.Add(labels)};
  }
}

void Metrics::CallStarted(Method method) { (*methods_)[Index(method)].started->Increment(); }

void Metrics::CallHandled(Method method, absl::StatusCode code, Duration time) {
  const MethodSeries& series = (*methods_)[Index(method)];
  const size_t index = Index(code) < kCodes.size() ? Index(code) : kUnknownCode;
  series.handled[index]->Increment();
  series.time->Observe(Seconds(time));
}

void Metrics::MessageReceived(Method method, size_t bytes) {
  const MethodSeries& series = (*methods_)[Index(method)];
  series.received->Increment();
  series.request_bytes->Observe(static_cast<double>(bytes));
}

void Metrics::MessageSent(Method method, size_t bytes) {
  const MethodSeries& series = (*methods_)[Index(method)];
  series.sent->Increment();
  series.response_bytes->Observe(static_cast<double>(bytes));
}

void Metrics::CallFailed(const std::string& reason) { errors_->At(reason).Increment(); }

void Metrics::PhaseDone(Phase phase, Duration time) {
  phases_[Index(phase)]->Observe(Seconds(time));
}

void Metrics::LivenessChecked(bool is_ok) { liveness_[is_ok ? 1 : 0]->Increment(); }

void Metrics::JsonAnswered(int http_status) { json_->At(absl::StrCat(http_status)).Increment(); }
void Metrics::AnswerUnread() { unread_->Increment(); }

void Metrics::ConnectionsCut(size_t count) { cut_->Increment(static_cast<double>(count)); }

void Metrics::ConnectionRefused(Refusal refusal) { refusals_[Index(refusal)]->Increment(); }

void Metrics::Rejected(Rejection rejection) { rejections_[Index(rejection)]->Increment(); }

void Metrics::LaneRefused(Lane lane) { (*lanes_)[Index(lane)].refused->Increment(); }

void Metrics::LaneStarted(Lane lane, Duration waited) {
  (*lanes_)[Index(lane)].wait->Observe(Seconds(waited));
}

void Metrics::CacheLookedUp(CacheKind cache, bool is_hit) {
  const CacheSeries& series = (*caches_)[Index(cache)];
  (is_hit ? series.hits : series.misses)->Increment();
}

void Metrics::CacheEvicted(CacheKind cache, size_t entries) {
  (*caches_)[Index(cache)].evictions->Increment(static_cast<double>(entries));
}

void Metrics::SingleFlightJoined() { joins_->Increment(); }

void Metrics::Worked(uint64_t operations) { work_->Increment(static_cast<double>(operations)); }

void Metrics::Inferred(size_t nodes) {
  inferences_->Increment();
  nodes_->Increment(static_cast<double>(nodes));
}

void Metrics::UnknownDims(absl::string_view op, size_t dims) {
  unknown_dims_->At(absl::StrCat(op)).Increment(static_cast<double>(dims));
}

void Metrics::LogLinesDropped(size_t lines) {
  dropped_lines_->Increment(static_cast<double>(lines));
}

void Metrics::SetSampler(std::function<Levels()> sample) {
  const std::lock_guard<std::mutex> lock(sampler_mutex_);
  sample_ = std::move(sample);
}

void Metrics::ReadLevels() {
  const std::lock_guard<std::mutex> lock(sampler_mutex_);
  const Levels levels = sample_ == nullptr ? Levels() : sample_();
  const auto set = [](Gauge* gauge, size_t value) { gauge->Set(static_cast<double>(value)); };
  const auto raise = [](Counter* counter, uint64_t total) {
    counter->Increment(static_cast<double>(total) - counter->Value());
  };
  raise(lost_lines_, levels.lost_lines);
  for (size_t i = 0; i < kSpanResults; ++i) raise(spans_[i], levels.spans[i]);
  set(levels_->connections, levels.connections);
  set(levels_->queued_calls, levels.queued_calls);
  for (size_t i = 0; i < kLanes; ++i) set((*lanes_)[i].queued, levels.queued_by_lane[i]);
  set(levels_->calls_in_flight, levels.calls_in_flight);
  set(levels_->bytes_in_flight, levels.bytes_in_flight);
  set(levels_->pool_threads, levels.pool_threads);
  set(levels_->busy_threads, levels.busy_threads);
  for (size_t i = 0; i < kCacheKinds; ++i) {
    set((*caches_)[i].entries, levels.caches[i].entries);
    set((*caches_)[i].bytes, levels.caches[i].bytes);
  }
}

std::string Metrics::Render() {
  ReadLevels();
  std::vector<prometheus::MetricFamily> families = registry_->Collect();
  for (prometheus::MetricFamily& family : ProcessMetrics()) families.push_back(std::move(family));
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace shapewright::server
