#include "server/compute_layout.h"

#include "core/query/compute_layout.h"
#include "server/query_limits.h"

namespace shapewright::server {

absl::StatusOr<v1::ComputeLayoutResponse> AnswerComputeLayout(
    const v1::ComputeLayoutRequest& request, const Options& options, const Interrupt& interrupt) {
  v1::ComputeLayoutResponse response;
  absl::Status status = query::ComputeLayout(request, QueryLimits(options, interrupt), &response);
  if (!status.ok()) return status;
  return response;
}

UnaryMethod ComputeLayoutMethod() {
  return {Method::kComputeLayout, &v1::ComputeLayoutRequest::default_instance(),
          &v1::ComputeLayoutResponse::default_instance(),
          [](const google::protobuf::Message& request, const Options& options,
             const Interrupt& interrupt, google::protobuf::Message* response) {
            return query::ComputeLayout(static_cast<const v1::ComputeLayoutRequest&>(request),
                                        QueryLimits(options, interrupt),
                                        static_cast<v1::ComputeLayoutResponse*>(response));
          }};
}

}  // namespace shapewright::server
