#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_IN_ORDER_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_IN_ORDER_H_

#include <cstddef>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"

namespace shapewright::cli {

// What a command has to say of one model.
struct ModelAnswer {
  std::string text;  // for stdout
  absl::Status status;
};

// Answers items 0, 1, ... on so many threads, and takes the answers in this order on the caller's
// thread. No item is begun while `jobs` others are worked on or wait to be taken, so that memory
// is bounded. `progress(n)` is told on the caller's thread how many have been answered.
void AnswerInOrder(size_t count, size_t jobs, absl::FunctionRef<ModelAnswer(size_t)> answer,
                   absl::FunctionRef<void(size_t, const ModelAnswer&)> take,
                   absl::FunctionRef<void(size_t)> progress);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_RUN_IN_ORDER_H_
