#include "server/methods/model_row.h"

#include <algorithm>
#include <iterator>

#include "shapewright/v1/evaluate.pb.h"
#include "shapewright/v1/explain.pb.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/plan.pb.h"
#include "shapewright/v1/registry.pb.h"

namespace shapewright::server {
namespace {

constexpr size_t kSmallAnswerBytes = 512;
// A size of a bucket, or an observation, has a few bytes.
constexpr size_t kItemBytes = 4;

constexpr ItemList kBindings[] = {{v1::EvaluateShapesRequest::kBindingsFieldNumber, 0}};
constexpr ItemList kQuestions[] = {{v1::ExplainShapesRequest::kQuestionsFieldNumber, 0}};
constexpr ItemList kBuckets[] = {{v1::PlanBucketsRequest::kAxesFieldNumber, kItemBytes},
                                 {v1::PlanBucketsRequest::kBindingsFieldNumber, 0}};
constexpr ItemList kObserved[] = {{v1::ChooseBucketsRequest::kObservedFieldNumber, kItemBytes}};

inference::WireWriter DescriptionHead(absl::string_view model_id) {
  inference::WireWriter head;
  head.NonEmpty(v1::DescribeModelResponse::kModelIdFieldNumber, model_id);
  return head;
}

constexpr ModelMethodRow kRows[] = {
    {Method::kInferShapes, KeyKind::kInferShapes, {}, AnswerHead},
    {Method::kEvaluateShapes, KeyKind::kEvaluateShapes, kBindings, nullptr},
    {Method::kExplainShapes, KeyKind::kExplainShapes, kQuestions, nullptr},
    {Method::kPlanBuckets, KeyKind::kPlanBuckets, kBuckets, nullptr},
    {Method::kChooseBuckets, KeyKind::kChooseBuckets, kObserved, nullptr},
    {Method::kPlanProfile, KeyKind::kPlanProfile, {}, nullptr},
    {Method::kDescribeModel, KeyKind::kDescribeModel, {}, DescriptionHead},
};

}  // namespace

const ModelMethodRow& RowOf(Method method) {
  return *std::find_if(std::begin(kRows), std::end(kRows),
                       [method](const ModelMethodRow& row) { return row.method == method; });
}

inference::WireWriter AnswerHead(absl::string_view model_id) {
  inference::WireWriter head;
  head.Reserve(kSmallAnswerBytes);
  head.NonEmpty(v1::InferShapesResponse::kModelIdFieldNumber, model_id);
  return head;
}

}  // namespace shapewright::server
