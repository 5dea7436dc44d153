#ifndef SHAPEWRIGHT_CORE_QUERY_QUERY_OPTIONS_H_
#define SHAPEWRIGHT_CORE_QUERY_QUERY_OPTIONS_H_

#include <cstdint>
#include <functional>

#include "absl/status/status.h"

namespace shapewright::query {

// What a request may ask for, and who may stop it.
struct QueryOptions {
  int64_t max_cases = 10'000;
  int64_t max_rank = 64;
  int64_t max_type_depth = 16;
  uint32_t max_expression_nodes = 1 << 22;
  int64_t max_bindings = 10'000;
  // Places in an image of memory, of a case.
  int64_t max_memory_places = 65'536;
  // Asked between cases; an error ends the request. Empty: never.
  std::function<absl::Status()> check_interrupt;
};

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_QUERY_OPTIONS_H_
