#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_CHANGES_TABLE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_CHANGES_TABLE_H_

#include <string>
#include <vector>

#include "client/cpp/cli/diff/change.h"

namespace shapewright::cli {

// How the second model of a page differs from the first one, as HTML.
std::string ChangesTable(const std::vector<Change>& changes);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_CHANGES_TABLE_H_
