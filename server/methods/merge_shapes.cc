#include "server/methods/merge_shapes.h"

#include <string>

#include "core/query/merge/merge_shapes.h"
#include "server/methods/query_limits.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::server {

MessageRpc MergeShapesRpc() {
  return {Method::kMergeShapes, KeyKind::kMergeShapes, KeyKind::kMergeShapesLarge,
          &v1::MergeShapesRequest::default_instance(),
          [](const google::protobuf::Message& request, const Options& options,
             const WorkHooks& hooks, std::string* response) {
            return query::MergeShapes(static_cast<const v1::MergeShapesRequest&>(request),
                                      QueryLimits(options, hooks), response);
          }};
}

}  // namespace shapewright::server
