#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_PAGE_TEMPLATE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_PAGE_TEMPLATE_H_

#include "absl/strings/string_view.h"

namespace shapewright::cli {

// client/report/page.html, which the build puts into the program.
absl::string_view PageTemplate();

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_PAGE_TEMPLATE_H_
