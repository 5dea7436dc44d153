#ifndef SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_PAGES_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_PAGES_H_

#include "server/config/options.h"
#include "server/observe/admin_http.h"
#include "server/observe/health.h"
#include "server/observe/metrics.h"

namespace shapewright::server {

// The pages of the HTTP port: /metrics, /healthz, /readyz, and / for people.
// All arguments outlive the pages.
HttpPages AdminPages(const Options& options, const Health& health, Metrics& metrics);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_ADMIN_PAGES_H_
