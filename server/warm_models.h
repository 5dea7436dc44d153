#ifndef SHAPEWRIGHT_SERVER_WARM_MODELS_H_
#define SHAPEWRIGHT_SERVER_WARM_MODELS_H_

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "server/call/call_environment.h"
#include "server/json/relayed_calls.h"

namespace shapewright::server {

// The paths in a file of --warm: one a line; empty lines and those that begin with `#` are passed
// over. INVALID_ARGUMENT if the file cannot be read or is too large.
absl::StatusOr<std::vector<std::string>> ReadWarmList(const std::string& file);

// Has the server infer these models below its root, one after another, by calls to itself, so that
// their models, answers and inferences are in the caches. A model that fails is logged. Ends early
// when the cache of models is almost full, and when a signal to stop waits.
void WarmModels(CallEnvironment& environment, const RelayedCalls::Relay& relay,
                const std::vector<std::string>& paths);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_WARM_MODELS_H_
