#include "server/compute_layout.h"

#include "core/query/compute_layout.h"
#include "server/query_limits.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::server {

MessageRpc ComputeLayoutRpc() {
  return {Method::kComputeLayout,
          KeyKind::kComputeLayout,
          KeyKind::kComputeLayoutLarge,
          &v1::ComputeLayoutRequest::default_instance(),
          &v1::ComputeLayoutResponse::default_instance(),
          [](const google::protobuf::Message& request, const Options& options,
             const WorkHooks& hooks, google::protobuf::Message* response) {
            return query::ComputeLayout(static_cast<const v1::ComputeLayoutRequest&>(request),
                                        QueryLimits(options, hooks),
                                        static_cast<v1::ComputeLayoutResponse*>(response));
          }};
}

}  // namespace shapewright::server
