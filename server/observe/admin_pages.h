#ifndef SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_PAGES_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_PAGES_H_

#include <functional>

#include "server/config/options.h"
#include "server/observe/admin_http.h"
#include "server/observe/health.h"
#include "server/observe/metrics.h"
#include "server/observe/status_page.h"

namespace shapewright::server {

// The pages of the HTTP port: /metrics, /healthz, /readyz, and for people / and /statusz, which
// shows what `status` tells. All arguments but the last one outlive the pages.
HttpPages AdminPages(const Options& options, const Health& health, Metrics& metrics,
                     std::function<StatusFacts()> status);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_PAGES_H_
