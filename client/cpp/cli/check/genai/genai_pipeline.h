#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_GENAI_GENAI_PIPELINE_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_GENAI_GENAI_PIPELINE_H_

#include <vector>

#include "client/cpp/cli/check/base/check_context.h"
#include "client/cpp/cli/check/base/check_finding.h"
#include "client/cpp/cli/check/base/config_file.h"

namespace shapewright::cli {

// `model.decoder.pipeline` of onnxruntime-genai: models that run one after another, some of them
// for the prompt or for later tokens only. Each one's inputs are those of the decoder, or outputs
// of models before it. The models of all stages; nothing if one of them cannot be read.
std::vector<const CheckedModel*> CheckGenaiPipeline(const ConfigFile& file, const TreeNode& decoder,
                                                    const CheckContext& context,
                                                    Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_GENAI_GENAI_PIPELINE_H_
