#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_KEPT_MODELS_REPORT_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_KEPT_MODELS_REPORT_H_

#include <string>

#include "client/cpp/cli/report/report.h"
#include "shapewright/v1/kept.pb.h"

namespace shapewright::cli {

// The models that a server keeps, for people. Ids are never shortened, as they are to be copied.
std::string ReportKeptModels(const v1::ListModelsResponse& response, const ReportOptions& options);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_REPORT_KEPT_MODELS_REPORT_H_
