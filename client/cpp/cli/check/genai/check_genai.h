#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_GENAI_CHECK_GENAI_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_GENAI_CHECK_GENAI_H_

#include "client/cpp/cli/check/base/check_context.h"

namespace shapewright::cli {

// genai_config.json of onnxruntime-genai: the decoder's names, its cache, and lengths.
bool IsGenai(const ConfigFile& file);
void CheckGenai(const ConfigFile& file, const CheckContext& context, Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_GENAI_CHECK_GENAI_H_
