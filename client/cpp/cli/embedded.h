#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_EMBEDDED_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_EMBEDDED_H_

#include "absl/status/statusor.h"
#include "absl/time/time.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright::cli {

// Answers in this process as a server of the same version with default limits would, errors
// included.
absl::StatusOr<v1::InferShapesResponse> InferEmbedded(const v1::InferShapesRequest& request,
                                                      absl::Duration deadline);
absl::StatusOr<v1::MergeShapesResponse> MergeEmbedded(const v1::MergeShapesRequest& request,
                                                      absl::Duration deadline);
absl::StatusOr<v1::ComputeLayoutResponse> ComputeLayoutEmbedded(
    const v1::ComputeLayoutRequest& request, absl::Duration deadline);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_EMBEDDED_H_
