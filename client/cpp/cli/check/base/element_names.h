#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_ELEMENT_NAMES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_ELEMENT_NAMES_H_

#include <string>

#include "absl/strings/string_view.h"
#include "shapewright/v1/shape.pb.h"

namespace shapewright::cli {

// Element types as KServe and Triton name them, `FP32`, `INT64`, `BYTES`; Triton's configuration
// says `TYPE_FP32`, and `TYPE_STRING` for BYTES. Empty: it has no name there.
std::string ServedName(v1::ElementType type);
// UNSPECIFIED: there is none of this name.
v1::ElementType TypeOfServedName(absl::string_view name);

// For people: `float32`.
std::string ElementName(v1::ElementType type);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_BASE_ELEMENT_NAMES_H_
