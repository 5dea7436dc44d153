#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_TIMING_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_TIMING_H_

#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::cli {

// A server's `server-timing` for people: `2.5 ms reading, 0.5 ms inferring`; what took less than
// 0.05 ms is left out. An answer that was kept: `kept from an earlier call`. Empty where nothing is
// to be said.
std::string TimingText(absl::string_view server_timing);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_TIMING_H_
