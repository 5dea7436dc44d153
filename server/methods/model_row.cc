#include "server/methods/model_row.h"

#include <grpc/support/log.h>

#include <algorithm>
#include <iterator>

#include "shapewright/v1/cost.pb.h"
#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/guard.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::server {
namespace {

// A size or an observation in a packed list takes a few bytes.
constexpr size_t kItemBytes = 4;

constexpr ItemList kBindings[] = {{v1::EvaluateShapesRequest::kBindingsFieldNumber, 0}};
constexpr ItemList kQuestions[] = {{v1::ExplainShapesRequest::kQuestionsFieldNumber, 0}};
constexpr ItemList kBuckets[] = {{v1::PlanBucketsRequest::kAxesFieldNumber, kItemBytes},
                                 {v1::PlanBucketsRequest::kBindingsFieldNumber, 0}};
constexpr ItemList kObserved[] = {{v1::ChooseBucketsRequest::kObservedFieldNumber, kItemBytes}};
constexpr ItemList kBound[] = {{v1::EstimateCostRequest::kBindingsFieldNumber, 0}};
constexpr ItemList kProfiled[] = {{v1::PlanProfilesRequest::kObservedFieldNumber, kItemBytes}};

constexpr ModelMethodRow kRows[] = {
    {.method = Method::kInferShapes,
     .key_kind = KeyKind::kInferShapes,
     .model_id_field = v1::InferShapesResponse::kModelIdFieldNumber,
     .inference_id_field = v1::InferShapesResponse::kInferenceIdFieldNumber,
     .streamed_by = "StreamInferShapes"},
    {.method = Method::kStreamInferShapes,
     .key_kind = KeyKind::kStreamInferShapes,
     .model_id_field = v1::InferShapesResponse::kModelIdFieldNumber,
     .inference_id_field = v1::InferShapesResponse::kInferenceIdFieldNumber,
     .answered_as = "InferShapes",
     .max_answer_bytes = &Options::max_streamed_answer_bytes},
    {Method::kEvaluateShapes, KeyKind::kEvaluateShapes, kBindings},
    {Method::kExplainShapes, KeyKind::kExplainShapes, kQuestions},
    {Method::kPlanBuckets, KeyKind::kPlanBuckets, kBuckets},
    {Method::kChooseBuckets, KeyKind::kChooseBuckets, kObserved},
    {Method::kPlanProfiles, KeyKind::kPlanProfiles, kProfiled},
    {Method::kFindLargestSizes, KeyKind::kFindLargestSizes, {}},
    {Method::kFindSymbolsToBind, KeyKind::kFindSymbolsToBind, {}},
    {.method = Method::kCompileGuard,
     .key_kind = KeyKind::kCompileGuard,
     .model_id_field = v1::GuardProgram::kModelIdFieldNumber,
     .inference_id_field = v1::GuardProgram::kInferenceIdFieldNumber,
     .ids_within_field = v1::CompileGuardResponse::kProgramFieldNumber},
    {Method::kEstimateCost, KeyKind::kEstimateCost, kBound},
    {Method::kRewriteModel, KeyKind::kRewriteModel, {}},
    {Method::kDescribeModel,
     KeyKind::kDescribeModel,
     {},
     v1::DescribeModelResponse::kModelIdFieldNumber},
};

}  // namespace

const ModelMethodRow& RowOf(Method method) {
  const ModelMethodRow* const row =
      std::find_if(std::begin(kRows), std::end(kRows),
                   [method](const ModelMethodRow& known) { return known.method == method; });
  GPR_ASSERT(row != std::end(kRows) && "the RPC is not about a model");
  return *row;
}

}  // namespace shapewright::server
