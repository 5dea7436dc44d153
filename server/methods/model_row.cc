#include "server/methods/model_row.h"

#include <grpc/support/log.h>

#include <algorithm>
#include <iterator>

#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::server {
namespace {

// Of a response that does not tell the model's id.
constexpr uint32_t kNoField = 0;
// A size or an observation in a packed list takes a few bytes.
constexpr size_t kItemBytes = 4;

constexpr ItemList kBindings[] = {{v1::EvaluateShapesRequest::kBindingsFieldNumber, 0}};
constexpr ItemList kQuestions[] = {{v1::ExplainShapesRequest::kQuestionsFieldNumber, 0}};
constexpr ItemList kBuckets[] = {{v1::PlanBucketsRequest::kAxesFieldNumber, kItemBytes},
                                 {v1::PlanBucketsRequest::kBindingsFieldNumber, 0}};
constexpr ItemList kObserved[] = {{v1::ChooseBucketsRequest::kObservedFieldNumber, kItemBytes}};

constexpr ModelMethodRow kRows[] = {
    {Method::kInferShapes, KeyKind::kInferShapes, {}, v1::InferShapesResponse::kModelIdFieldNumber},
    {Method::kEvaluateShapes, KeyKind::kEvaluateShapes, kBindings, kNoField},
    {Method::kExplainShapes, KeyKind::kExplainShapes, kQuestions, kNoField},
    {Method::kPlanBuckets, KeyKind::kPlanBuckets, kBuckets, kNoField},
    {Method::kChooseBuckets, KeyKind::kChooseBuckets, kObserved, kNoField},
    {Method::kPlanProfile, KeyKind::kPlanProfile, {}, kNoField},
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
