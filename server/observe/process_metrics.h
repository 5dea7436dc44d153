#ifndef SHAPEWRIGHT_SERVER_OBSERVE_PROCESS_METRICS_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_PROCESS_METRICS_H_

#include <prometheus/metric_family.h>

#include <vector>

namespace shapewright::server {

// CPU time, memory, open files and threads of this process, under the names of Prometheus' own
// clients. Values that cannot be read are left out.
std::vector<prometheus::MetricFamily> ProcessMetrics();

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_PROCESS_METRICS_H_
