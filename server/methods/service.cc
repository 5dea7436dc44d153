#include "server/methods/service.h"

#include "server/methods/compute_layout.h"
#include "server/methods/evaluate_shapes.h"
#include "server/methods/infer_chain.h"
#include "server/methods/merge_shapes.h"
#include "server/methods/message_method.h"
#include "server/methods/model_method.h"
#include "server/methods/stream_infer_shapes.h"

namespace shapewright::server {

ShapeService::ShapeService(CallEnvironment& environment) : RawService(environment) {
  Serve<ModelMethod>(Method::kInferShapes);
  ServeStream<ModelMethod>(StreamInferShapesRpc(), Method::kStreamInferShapes);
  Serve<EvaluateShapesMethod>();
  Serve<ModelMethod>(Method::kExplainShapes);
  Serve<InferChainMethod>();
  Serve<MessageMethod>(MergeShapesRpc());
  Serve<MessageMethod>(ComputeLayoutRpc());
}

PlanService::PlanService(CallEnvironment& environment) : RawService(environment) {
  Serve<ModelMethod>(Method::kPlanBuckets);
  Serve<ModelMethod>(Method::kChooseBuckets);
  Serve<ModelMethod>(Method::kPlanProfiles);
  Serve<ModelMethod>(Method::kFindLargestSizes);
  Serve<ModelMethod>(Method::kFindSymbolsToBind);
  Serve<ModelMethod>(Method::kCompileGuard);
  Serve<ModelMethod>(Method::kEstimateCost);
  Serve<ModelMethod>(Method::kRewriteModel);
}

}  // namespace shapewright::server
