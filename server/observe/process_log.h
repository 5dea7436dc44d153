#ifndef SHAPEWRIGHT_SERVER_OBSERVE_PROCESS_LOG_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_PROCESS_LOG_H_

#include "server/observe/log.h"

namespace shapewright::server {

// Sends to the log what would otherwise be written to stderr: the lines of
// libraries (events `grpc` and `protobuf`; at most 100 a second), and why the process ends if
// it does so by itself (`crashed`, with the signal; `terminated`, with
// the exception). A process that crashes first waits for unwritten lines,
// half a second at most. Called once, from main; `log` is never
// destroyed.
void LogProcess(Log& log);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_PROCESS_LOG_H_
