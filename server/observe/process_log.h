#ifndef SHAPEWRIGHT_SERVER_OBSERVE_PROCESS_LOG_H_
#define SHAPEWRIGHT_SERVER_OBSERVE_PROCESS_LOG_H_

#include "server/observe/log.h"

namespace shapewright::server {

// From now on what others would write to stderr goes into the log: gRPC's own lines (event `grpc`;
// at most 100 a second, the others are left out), and why the process ends where it does so by
// itself
// (`crashed`, with the signal; `terminated`, with the exception). A process that crashes first
// waits for the lines that are not written yet, half a second at most. Called once, from main;
// `log` is never destroyed.
void LogProcess(Log& log);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_OBSERVE_PROCESS_LOG_H_
