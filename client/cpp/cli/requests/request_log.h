#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REQUESTS_REQUEST_LOG_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REQUESTS_REQUEST_LOG_H_

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::cli {

// Requests of a log that are alike.
struct LoggedRequest {
  // Its inputs, by name.
  v1::Binding inputs;
  uint64_t count = 0;
  // The first of them, from 1 on.
  size_t line = 0;
};

// More different ones are an error: a log of them says little of the model.
inline constexpr size_t kMaxLoggedRequests = 100'000;

// Reads a log of requests, the most common ones first. It has one of two forms:
//
//   JSON lines: {"inputs": {"ids": [8, 128], "mask": [8, 128]}, "count": 3}, where `count` is
//   optional. An input may be {"shape": [2], "data": [8, 3]} too, and `inputs` may be the list of a
//   request of the Open Inference Protocol: [{"name": "ids", "shape": [8, 128]}].
//
//   Comma-separated values: the first line names the inputs, and optionally a last column `count`.
//   A cell is 8x128; that of a scalar is `scalar`, and it is empty where the request leaves the
//   input out.
//
// INVALID_ARGUMENT with the number of the line.
absl::StatusOr<std::vector<LoggedRequest>> ParseRequestLog(absl::string_view text);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REQUESTS_REQUEST_LOG_H_
