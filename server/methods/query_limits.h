#ifndef SHAPEWRIGHT_SERVER_METHODS_QUERY_LIMITS_H_
#define SHAPEWRIGHT_SERVER_METHODS_QUERY_LIMITS_H_

#include <cstdint>

#include "core/query/query_options.h"
#include "server/call/answer_method.h"
#include "server/config/options.h"

namespace shapewright::server {

// The server's limits for MergeShapes and ComputeLayout.
inline query::QueryOptions QueryLimits(const Options& options, const WorkHooks& hooks) {
  query::QueryOptions limits;
  limits.max_cases = options.max_cases;
  limits.max_queries = options.max_queries;
  limits.max_places = options.max_places;
  limits.max_answer_bytes = static_cast<size_t>(options.max_answer_bytes);
  limits.max_rank = options.max_rank;
  limits.max_type_depth = options.max_type_depth;
  limits.max_expression_nodes = static_cast<uint32_t>(options.max_expression_nodes);
  limits.max_work = static_cast<uint64_t>(options.max_work);
  limits.check_interrupt = hooks.check;
  limits.progress = hooks.progress;
  return limits;
}

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_QUERY_LIMITS_H_
