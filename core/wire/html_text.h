#ifndef SHAPEWRIGHT_CORE_WIRE_HTML_TEXT_H_
#define SHAPEWRIGHT_CORE_WIRE_HTML_TEXT_H_

#include <string>

#include "absl/strings/string_view.h"

namespace shapewright {

// Text as HTML, for elements and for attributes in quotation marks. Names in a model are untrusted:
// what would be markup is escaped, and so is what cannot be seen (printable.h).
std::string HtmlText(absl::string_view text);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_HTML_TEXT_H_
