#ifndef SHAPEWRIGHT_CORE_QUERY_QUERY_OPTIONS_H_
#define SHAPEWRIGHT_CORE_QUERY_QUERY_OPTIONS_H_

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>

#include "absl/status/status.h"
#include "core/base/answer_budget.h"
#include "core/base/work.h"

namespace shapewright::query {

// The limits of a request.
struct QueryOptions {
  int64_t max_cases = 10'000;
  int64_t max_rank = 64;
  int64_t max_type_depth = 16;
  uint32_t max_expression_nodes = 1 << 22;
  // Changes and questions of all cases of a request together; one of a tuple counts for the tuple
  // and each of its elements.
  int64_t max_queries = 100'000;
  // Places and elements that answers list, of all cases too.
  int64_t max_places = 1'000'000;
  // Of the serialized answer; a request may lower it.
  size_t max_answer_bytes = kDefaultMaxAnswerBytes;
  // Places in a piece of memory.
  int64_t max_memory_places = 65'536;
  // The limit of a request's operations (S66), as core/base/work.h counts them.
  uint64_t max_work = kDefaultMaxWork;
  // Called now and then; an error ends the request. Empty: never.
  std::function<absl::Status()> check_interrupt;
  // Receives the operations so far; may be null.
  std::atomic<uint64_t>* progress = nullptr;
  // The counter of the request that is being answered. Null: nothing is counted.
  Work* work = nullptr;

  // False: do no more.
  bool CountWork(uint64_t operations) const { return work == nullptr || work->Count(operations); }
};

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_QUERY_OPTIONS_H_
