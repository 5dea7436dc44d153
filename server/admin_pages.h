#ifndef SHAPEWRIGHT_SERVER_ADMIN_PAGES_H_
#define SHAPEWRIGHT_SERVER_ADMIN_PAGES_H_

#include "server/admin_http.h"
#include "server/health.h"
#include "server/metrics.h"
#include "server/options.h"

namespace shapewright::server {

// The pages of the HTTP port: /metrics, /healthz, /readyz, and / for people.
// All arguments outlive the pages.
HttpPages AdminPages(const Options& options, const Health& health, Metrics& metrics);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ADMIN_PAGES_H_
