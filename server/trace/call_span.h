#ifndef SHAPEWRIGHT_SERVER_TRACE_CALL_SPAN_H_
#define SHAPEWRIGHT_SERVER_TRACE_CALL_SPAN_H_

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "server/observe/access_log.h"
#include "server/trace/trace_ids.h"

namespace shapewright::server {

// A traced call that is over: its span, and those of its phases within it.
struct CallSpan {
  size_t spans() const {
    return 1 +
           static_cast<size_t>(std::count_if(call.phases.begin(), call.phases.end(),
                                             [](const auto& phase) { return phase.has_value(); }));
  }

  TraceId trace_id{};
  uint64_t span_id = 0;
  uint64_t parent_id = 0;   // 0: it has no parent
  std::string trace_state;  // of the caller
  std::chrono::system_clock::time_point start;
  CallSummary call;
  absl::StatusCode code = absl::StatusCode::kOk;
  std::string reason;  // of a call that failed
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_TRACE_CALL_SPAN_H_
