#include "client/cpp/cli/embedded.h"

#include <string>

#include "absl/status/status.h"
#include "absl/strings/cord.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/error_text.h"
#include "core/graph/read_error.h"
#include "core/inference/infer.h"
#include "core/query/layout/compute_layout.h"
#include "core/query/merge/merge_shapes.h"
#include "core/wire/model_id.h"
#include "core/wire/printable.h"

namespace shapewright::cli {
namespace {

// An error of the engine as ToAbslStatus() would give it after its way through
// a server.
absl::Status AsServed(const absl::Status& error) {
  const std::string reason = ErrorReason(error);
  const absl::optional<absl::Cord> field = error.GetPayload(graph::kFieldPayload);
  std::string text = Printable(error.message());
  absl::StrAppend(&text,
                  "\n  reason: ", reason.empty() ? absl::StatusCodeToString(error.code()) : reason);
  if (field.has_value()) {
    absl::StrAppend(&text, "\n  field: ", Printable(std::string(*field)));
  } else if (absl::IsInvalidArgument(error)) {
    absl::StrAppend(&text, "\n  field: model.onnx");
  }
  return {error.code(), text};
}

query::QueryOptions QueryOptionsUntil(absl::Time end) {
  query::QueryOptions options;
  options.check_interrupt = [end] {
    return absl::Now() < end ? absl::OkStatus()
                             : absl::DeadlineExceededError("the deadline has passed");
  };
  return options;
}

}  // namespace

absl::StatusOr<v1::InferShapesResponse> InferEmbedded(const v1::InferShapesRequest& request,
                                                      absl::Duration deadline) {
  const absl::Time end = absl::Now() + deadline;
  inference::InferOptions options;
  options.reader.check_interrupt = [end] {
    return absl::Now() < end ? absl::OkStatus()
                             : absl::DeadlineExceededError("the deadline has passed");
  };
  const absl::StatusOr<std::string> answer = inference::InferRequest(request, options);
  if (!answer.ok()) return AsServed(answer.status());
  v1::InferShapesResponse response;
  if (!response.ParseFromString(*answer)) {
    return absl::InternalError("the engine's answer is malformed");
  }
  response.set_model_id(ModelId(request.model().onnx()));
  return response;
}

absl::StatusOr<v1::MergeShapesResponse> MergeEmbedded(const v1::MergeShapesRequest& request,
                                                      absl::Duration deadline) {
  v1::MergeShapesResponse response;
  const absl::Status status =
      query::MergeShapes(request, QueryOptionsUntil(absl::Now() + deadline), &response);
  if (!status.ok()) return AsServed(status);
  return response;
}

absl::StatusOr<v1::ComputeLayoutResponse> ComputeLayoutEmbedded(
    const v1::ComputeLayoutRequest& request, absl::Duration deadline) {
  v1::ComputeLayoutResponse response;
  const absl::Status status =
      query::ComputeLayout(request, QueryOptionsUntil(absl::Now() + deadline), &response);
  if (!status.ok()) return AsServed(status);
  return response;
}

}  // namespace shapewright::cli
