#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_QUESTION_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_QUESTION_H_

#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::cli {

// The formats that --write has, with spaces between them.
inline constexpr absl::string_view kWrittenFormats = "triton ovms trtexec ort olive";

// What `check` asks for, beside what `lint` has too.
struct CheckQuestion {
  std::string model;  // empty: the one beside a configuration
  std::string write;  // a format; empty: configurations are checked
  std::string out;    // of what is written; empty: stdout
  bool sarif = false;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_CHECK_QUESTION_H_
