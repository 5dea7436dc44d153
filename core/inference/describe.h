#ifndef SHAPEWRIGHT_CORE_INFERENCE_DESCRIBE_H_
#define SHAPEWRIGHT_CORE_INFERENCE_DESCRIBE_H_

#include "core/inference/infer_run.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::inference {

// What a run of the model takes and gives, of a run that is finished; without model_id. Where the
// run's budget is spent, it is not whole.
v1::DescribeModelResponse Describe(InferRun& run);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_DESCRIBE_H_
