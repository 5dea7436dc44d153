#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_GUARD_GUARD_QUESTION_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_GUARD_GUARD_QUESTION_H_

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/guard.pb.h"

namespace shapewright::cli {

// What `guard` asks for.
struct GuardQuestion {
  v1::CompileGuardRequest request;
  // Where the guard is written; empty: nowhere.
  std::string out;
  // Requests to check, and how the command line writes them.
  std::vector<v1::Binding> checks;
  std::vector<std::string> texts;
};

// Turns elements, which the command line gives as symbols (`k[0]=5`), into elements of inputs.
// INVALID_ARGUMENT for symbols that are none: a request has inputs alone.
absl::Status TakeElements(v1::Binding* request);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_GUARD_GUARD_QUESTION_H_
