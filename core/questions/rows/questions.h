#ifndef SHAPEWRIGHT_CORE_QUESTIONS_ROWS_QUESTIONS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_ROWS_QUESTIONS_H_

#include "core/questions/rows/row.h"

namespace shapewright::questions {

// The rows of the table of core/questions/model_rpc.h. Each is defined in the source that answers
// the question.
ModelRpc ChooseBucketsRow();
ModelRpc CompileGuardRow();
ModelRpc DescribeModelRow();
ModelRpc EstimateCostRow();
ModelRpc EvaluateShapesRow();
ModelRpc ExplainShapesRow();
ModelRpc FindLargestSizesRow();
ModelRpc FindSymbolsToBindRow();
ModelRpc InferShapesRow();
ModelRpc PlanBucketsRow();
ModelRpc PlanProfilesRow();
ModelRpc RewriteModelRow();

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_ROWS_QUESTIONS_H_
