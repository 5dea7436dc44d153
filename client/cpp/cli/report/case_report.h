#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_CASE_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_CASE_REPORT_H_

#include <string>

#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::cli {

// Answers for people, in lines.
std::string MergeReport(const v1::MergeResult& result);
// Of a case that makes sense.
std::string LayoutReport(const v1::LayoutCase& message, const v1::LayoutResult& result);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_CASE_REPORT_H_
