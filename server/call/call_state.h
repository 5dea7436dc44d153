#ifndef SHAPEWRIGHT_SERVER_CALL_CALL_STATE_H_
#define SHAPEWRIGHT_SERVER_CALL_CALL_STATE_H_

#include <memory>

#include "core/base/heap.h"
#include "server/admission/admission.h"
#include "server/cache/answer_flight.h"
#include "server/cache/compiled_store.h"
#include "server/cache/model_store.h"
#include "server/config/options.h"
#include "server/files/model_root.h"

namespace shapewright::server {

// The state that calls share. Thread-safe. It outlives every call, and the pool.
struct CallState {
  explicit CallState(const Options& options)
      : admission(static_cast<size_t>(options.max_calls_in_flight),
                  static_cast<size_t>(options.max_bytes_in_flight)),
        work_memory(static_cast<size_t>(options.work_memory_bytes)),
        answers(static_cast<size_t>(options.result_cache_bytes)),
        models(static_cast<size_t>(options.model_cache_bytes)),
        compiled(static_cast<size_t>(options.compiled_cache_bytes)) {}

  Admission admission;
  // For all work on the pool.
  WorkMemory work_memory;
  AnswerCache answers;
  ModelStore models;
  CompiledStore compiled;
  AnswerFlights flights;
  // Null if the server serves no files.
  std::unique_ptr<const ModelRoot> model_root;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_CALL_STATE_H_
