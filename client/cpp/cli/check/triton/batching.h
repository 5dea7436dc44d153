#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_BATCHING_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_BATCHING_H_

#include "client/cpp/cli/check/base/check_context.h"
#include "client/cpp/cli/check/triton/triton_config.h"

namespace shapewright::cli {

// What is wrong with batches and instances whatever the model is.
void CheckBatchFields(const TritonConfig& config, Findings& findings);
// Whether the model takes the batches that the configuration allows. Of a configuration whose
// inputs and outputs are those of the model.
void CheckBatches(const TritonConfig& config, const CheckedModel& model, Findings& findings);
// Whether requests can be batched at all: the first axis of inputs and outputs is open.
void CheckBatchAxes(const TritonConfig& config, const CheckedModel& model, Findings& findings);
// Whether the model runs with the requests of model_warmup. The model may be null.
void CheckWarmup(const TritonConfig& config, const CheckedModel* model, Findings& findings);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_CHECK_TRITON_BATCHING_H_
