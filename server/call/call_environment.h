#ifndef SHAPEWRIGHT_SERVER_CALL_CALL_ENVIRONMENT_H_
#define SHAPEWRIGHT_SERVER_CALL_CALL_ENVIRONMENT_H_

#include <memory>

#include "core/base/heap.h"
#include "server/admission/admission.h"
#include "server/admission/call_gate.h"
#include "server/admission/thread_pool.h"
#include "server/cache/answer_flight.h"
#include "server/cache/inference_store.h"
#include "server/cache/model_store.h"
#include "server/callers/access_control.h"
#include "server/config/options.h"
#include "server/files/model_root.h"
#include "server/observe/access_log.h"
#include "server/observe/log.h"
#include "server/observe/metrics.h"
#include "server/process/stall_watch.h"
#include "server/trace/tracer.h"

namespace shapewright::server {

// What calls share. Thread-safe. It outlives every call.
struct CallEnvironment {
  // Both outlive it.
  CallEnvironment(const Options& options, Log& log);

  const Options& options;
  Log& log;
  Metrics metrics;
  AccessLog access_log;
  // Null if calls are not traced.
  const std::unique_ptr<Tracer> tracer;
  AccessControl access;
  CallGate gate;
  Admission admission;
  // For all work on the pool.
  WorkMemory work_memory;
  AnswerCache answers;
  ModelStore models;
  InferenceStore inferences;
  AnswerFlights flights;
  // Null if the server serves no files.
  std::unique_ptr<const ModelRoot> model_root;
  // Answers that are being sent, and uploads that wait for their next piece.
  StallWatch sending;
  StallWatch uploads;
  // Its threads use all of the above.
  const size_t threads;
  ThreadPool pool;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_CALL_ENVIRONMENT_H_
