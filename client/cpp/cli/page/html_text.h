#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_HTML_TEXT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_HTML_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace shapewright::cli {

// Text as HTML, for elements and for attributes in quotation marks. Names in a model are untrusted:
// what would be markup is escaped, and so is what cannot be seen (core/wire/printable.h).
std::string HtmlText(absl::string_view text);

// JSON that means the same and can stand in a script element: no `<`, `>` or `&` is in it.
std::string ScriptJson(absl::string_view json);

// The bytes compressed (gzip), as base64.
std::string CompressedText(absl::string_view bytes);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_HTML_TEXT_H_
