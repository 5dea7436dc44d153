#include "server/methods/compute_layout.h"

#include <string>

#include "core/query/layout/compute_layout.h"
#include "server/methods/query_limits.h"
#include "shapewright/v1/layout.pb.h"

namespace shapewright::server {

MessageRpc ComputeLayoutRpc() {
  return {Method::kComputeLayout, KeyKind::kComputeLayout, KeyKind::kComputeLayoutLarge,
          &v1::ComputeLayoutRequest::default_instance(),
          [](const google::protobuf::Message& request, const Options& options,
             const WorkHooks& hooks, std::string* response) {
            return query::ComputeLayout(static_cast<const v1::ComputeLayoutRequest&>(request),
                                        QueryLimits(options, hooks), response);
          }};
}

}  // namespace shapewright::server
