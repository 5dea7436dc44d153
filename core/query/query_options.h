#ifndef SHAPEWRIGHT_CORE_QUERY_QUERY_OPTIONS_H_
#define SHAPEWRIGHT_CORE_QUERY_QUERY_OPTIONS_H_

#include <atomic>
#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "core/container/work.h"

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
  // What any request may cost at most (S66), in operations of container/work.h.
  uint64_t max_work = kDefaultMaxWork;
  // Asked now and then; an error ends the request. Empty: never.
  std::function<absl::Status()> check_interrupt;
  // Gets the work so far, for whoever looks on; may be null.
  std::atomic<uint64_t>* progress = nullptr;
  // Of the request that is being answered: set by whoever answers it. Null: nobody counts.
  Work* work = nullptr;

  // False: do no more.
  bool CountWork(uint64_t operations) const { return work == nullptr || work->Count(operations); }
};

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_QUERY_OPTIONS_H_
