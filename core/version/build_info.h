#ifndef SHAPEWRIGHT_CORE_VERSION_BUILD_INFO_H_
#define SHAPEWRIGHT_CORE_VERSION_BUILD_INFO_H_

#include <string>

#include "absl/strings/string_view.h"

// Made by the build (core/version/CMakeLists.txt), anew for each commit; so only programs link it.
namespace shapewright {

// The commit that was built, `3fa2c41b90d2`; empty where the sources were in no repository.
absl::string_view Commit();
// Whether files of the repository had been changed since.
bool IsModified();

// For people: `shapewright 0.1.0 (3fa2c41b90d2, modified), answers 9b1c0f2a77d3e456`.
std::string BuildText();

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_VERSION_BUILD_INFO_H_
