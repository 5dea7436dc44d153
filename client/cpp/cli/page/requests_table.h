#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_REQUESTS_TABLE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_REQUESTS_TABLE_H_

#include <string>

#include "client/cpp/cli/requests/request_study.h"

namespace shapewright::cli {

// What a log of requests means for the model of a page, as HTML.
std::string RequestsTable(const RequestStudy& study);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_PAGE_REQUESTS_TABLE_H_
