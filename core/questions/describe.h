#ifndef SHAPEWRIGHT_CORE_QUESTIONS_DESCRIBE_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_DESCRIBE_H_

#include "core/inference/infer_run.h"
#include "core/shape/element_type.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::questions {

// As KServe's protocol names it, such as FP32; empty where it has no name.
const char* KserveDatatype(shape::ElementType element);

// The answer of DescribeModel, without model_id, from a run that has finished: the inputs and
// outputs and what a model server needs to know of them. Check the run's budget afterwards: once it
// is spent, the answer is incomplete.
v1::DescribeModelResponse Describe(inference::InferRun& run);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_DESCRIBE_H_
