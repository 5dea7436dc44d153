#ifndef SHAPEWRIGHT_VERSION_H_
#define SHAPEWRIGHT_VERSION_H_

#include "absl/strings/string_view.h"

// Both are made by the build (core/version/CMakeLists.txt).
namespace shapewright {

// The release, from the file VERSION: `0.1.0`.
absl::string_view Version();

// 16 hexadecimal digits of a hash of the engine's sources (core and proto): builds with equal ones
// give byte by byte equal answers to equal requests.
absl::string_view AnswersId();

}  // namespace shapewright

#endif  // SHAPEWRIGHT_VERSION_H_
