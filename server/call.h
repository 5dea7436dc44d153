#ifndef SHAPEWRIGHT_SERVER_CALL_H_
#define SHAPEWRIGHT_SERVER_CALL_H_

#include "server/access_log.h"
#include "server/call_gate.h"
#include "server/log.h"
#include "server/metrics.h"
#include "server/options.h"
#include "server/stall_watch.h"
#include "server/thread_pool.h"

namespace shapewright::server {

class CallerGuard;
struct CallState;

// What every call works with. All of it outlives every call.
struct CallEnvironment {
  const Options* options;
  ThreadPool* pool;
  CallGate* gate;
  Log* log;
  Metrics* metrics;
  AccessLog* access_log;
  CallState* state;
  // Answers that are on their way to their callers, and uploads that wait for their next piece.
  StallWatch* answers;
  StallWatch* uploads;
  const CallerGuard* guard;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_H_
