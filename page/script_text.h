#ifndef SHAPEWRIGHT_PAGE_SCRIPT_TEXT_H_
#define SHAPEWRIGHT_PAGE_SCRIPT_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace shapewright {

// JSON that means the same and can stand in a script element: no `<`, `>` or `&` is in it.
std::string ScriptJson(absl::string_view json);

// The bytes compressed (gzip), as base64.
std::string CompressedText(absl::string_view bytes);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_PAGE_SCRIPT_TEXT_H_
