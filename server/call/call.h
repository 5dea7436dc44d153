#ifndef SHAPEWRIGHT_SERVER_CALL_CALL_H_
#define SHAPEWRIGHT_SERVER_CALL_CALL_H_

#include "server/admission/call_gate.h"
#include "server/admission/thread_pool.h"
#include "server/config/options.h"
#include "server/observe/access_log.h"
#include "server/observe/log.h"
#include "server/observe/metrics.h"
#include "server/process/stall_watch.h"

namespace shapewright::server {

class CallerGuard;
class Tracer;
struct CallState;

// What calls share. All of it outlives every call.
struct CallEnvironment {
  const Options* options;
  ThreadPool* pool;
  CallGate* gate;
  Log* log;
  Metrics* metrics;
  AccessLog* access_log;
  CallState* state;
  // Answers that are being sent, and uploads that wait for their next piece.
  StallWatch* answers;
  StallWatch* uploads;
  const CallerGuard* guard;
  // Null if calls are not traced.
  Tracer* tracer;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_CALL_H_
