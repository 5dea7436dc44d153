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

// All of its RPCs are about a model, so that none needs a line here.
PlanService::PlanService(CallEnvironment& environment) : RawService(environment) {
  for (size_t i = 0; i < kMethods; ++i) {
    const auto method = static_cast<Method>(i);
    if (ServiceName(method) == v1::PlanService::service_full_name()) Serve<ModelMethod>(method);
  }
}

}  // namespace shapewright::server
