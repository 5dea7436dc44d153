#include "server/merge_shapes.h"

#include "core/query/merge_shapes.h"
#include "server/query_limits.h"

namespace shapewright::server {

absl::StatusOr<v1::MergeShapesResponse> AnswerMergeShapes(const v1::MergeShapesRequest& request,
                                                          const Options& options,
                                                          const Interrupt& interrupt) {
  v1::MergeShapesResponse response;
  absl::Status status = query::MergeShapes(request, QueryLimits(options, interrupt), &response);
  if (!status.ok()) return status;
  return response;
}

UnaryMethod MergeShapesMethod() {
  return {Method::kMergeShapes, &v1::MergeShapesRequest::default_instance(),
          &v1::MergeShapesResponse::default_instance(),
          [](const google::protobuf::Message& request, const Options& options,
             const Interrupt& interrupt, google::protobuf::Message* response) {
            return query::MergeShapes(static_cast<const v1::MergeShapesRequest&>(request),
                                      QueryLimits(options, interrupt),
                                      static_cast<v1::MergeShapesResponse*>(response));
          }};
}

}  // namespace shapewright::server
