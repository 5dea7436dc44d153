#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_OLIVE_CHECK_OLIVE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_OLIVE_CHECK_OLIVE_H_

#include <string>

#include "client/cpp/cli/check/base/check_context.h"

namespace shapewright::cli {

// A workflow of Olive with the pass DynamicToFixedShape.
bool IsOlive(const ConfigFile& file);
void CheckOlive(const ConfigFile& file, const CheckContext& context, Findings& findings);
std::string WriteOlive(const CheckedModel& model);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_OLIVE_CHECK_OLIVE_H_
