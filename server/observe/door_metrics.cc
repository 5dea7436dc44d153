#include "server/observe/door_metrics.h"

#include <prometheus/counter.h>
#include <prometheus/registry.h>

namespace shapewright::server {
namespace {

prometheus::Family<prometheus::Counter>& DoorFamily(prometheus::Registry& registry,
                                                    const char* name, const char* help) {
  return prometheus::BuildCounter().Name(name).Help(help).Register(registry);
}

}  // namespace

DoorMetrics::DoorMetrics(prometheus::Registry& registry)
    : requests_{DoorFamily(registry, "shapewright_door_requests_total",
                           "Requests, by what the guard says of them."),
                "verdict"},
      failures_{
          DoorFamily(registry, "shapewright_door_failures_total", "Requests that fail a check."),
          "check"},
      refused_{
          DoorFamily(registry, "shapewright_door_refused_total", "Requests that were refused."),
          nullptr},
      unchecked_{DoorFamily(registry, "shapewright_door_unchecked_total",
                            "Requests that were let through without a check, by the reason."),
                 "reason"} {}

void DoorMetrics::Count(Counters& counters, const std::string& model, const std::string& value) {
  prometheus::Counter*& counter = counters.series[{model, value}];
  if (counter == nullptr) {
    prometheus::Labels labels = {{"model", model}};
    if (counters.label != nullptr) labels[counters.label] = value;
    counter = &counters.family.Add(labels);
  }
  counter->Increment();
}

void DoorMetrics::Checked(const std::string& model, absl::string_view verdict) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Count(requests_, model, std::string(verdict));
}

void DoorMetrics::Failed(const std::string& model, const std::string& check) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const bool has_room = failures_.series.size() < kMaxFailureSeries ||
                        failures_.series.find({model, check}) != failures_.series.end();
  Count(failures_, model, has_room ? check : kOther);
}

void DoorMetrics::Refused(const std::string& model) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Count(refused_, model, "");
}

void DoorMetrics::Unchecked(const std::string& model, absl::string_view reason) {
  const std::lock_guard<std::mutex> lock(mutex_);
  Count(unchecked_, model, std::string(reason));
}

}  // namespace shapewright::server
