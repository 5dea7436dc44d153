#ifndef SHAPEWRIGHT_PAGE_PAGE_TEMPLATE_H_
#define SHAPEWRIGHT_PAGE_PAGE_TEMPLATE_H_

#include "absl/strings/string_view.h"

namespace shapewright {

// client/report/page.html, which the build puts into the program.
absl::string_view PageTemplate();

}  // namespace shapewright

#endif  // SHAPEWRIGHT_PAGE_PAGE_TEMPLATE_H_
