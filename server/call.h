#ifndef SHAPEWRIGHT_SERVER_CALL_H_
#define SHAPEWRIGHT_SERVER_CALL_H_

#include <grpcpp/server_context.h>
#include <grpcpp/support/status.h>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "server/call_gate.h"
#include "server/log.h"
#include "server/options.h"
#include "server/thread_pool.h"

namespace shapewright::server {

// What every call works with. All of it outlives every call.
struct CallEnvironment {
  const Options* options;
  ThreadPool* pool;
  CallGate* gate;
  Log* log;
};

// Logs a failed call and makes the status that its caller gets. A retry delay
// also goes into the trailer that gRPC's retry policy obeys.
grpc::Status FailCall(const CallEnvironment& environment, grpc::CallbackServerContext* context,
                      absl::string_view method, absl::Status error);

// UNIMPLEMENTED for an RPC, or a part of one, that this server does not have.
absl::Status NotImplemented(absl::string_view what);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CALL_H_
