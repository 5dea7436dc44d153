#include "shapewright/call.h"

#include <google/protobuf/arena.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/message/parse_message.h"
#include "core/graph/read_error.h"
#include "core/inference/infer.h"
#include "core/library/request.h"
#include "core/query/layout/compute_layout.h"
#include "core/query/merge/merge_shapes.h"
#include "core/wire/printable.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright {
namespace {

using Interrupt = std::function<absl::Status()>;

absl::StatusOr<std::string> Answer(const v1::InferShapesRequest& request,
                                   const Interrupt& interrupt) {
  inference::InferOptions options;
  options.reader.check_interrupt = interrupt;
  absl::StatusOr<std::string> answer = inference::InferRequest(request, options);
  if (answer.ok() || !graph::FieldOf(answer.status()).empty()) return answer;
  return graph::Within(request.model().has_onnx() ? "model.onnx" : "model.graph", answer.status());
}

absl::StatusOr<std::string> Answer(const v1::EvaluateShapesRequest& request,
                                   const Interrupt& interrupt) {
  inference::InferOptions options;
  options.reader.check_interrupt = interrupt;
  absl::StatusOr<std::string> answer = inference::EvaluateRequest(request, options);
  if (answer.ok() || !graph::FieldOf(answer.status()).empty()) return answer;
  return graph::Within(request.model().has_onnx() ? "model.onnx" : "model.graph", answer.status());
}

query::QueryOptions QueryOptionsOf(const Interrupt& interrupt) {
  query::QueryOptions options;
  options.check_interrupt = interrupt;
  return options;
}

absl::StatusOr<std::string> Answer(const v1::MergeShapesRequest& request,
                                   const Interrupt& interrupt) {
  std::string response;
  absl::Status status = query::MergeShapes(request, QueryOptionsOf(interrupt), &response);
  if (!status.ok()) return status;
  return response;
}

absl::StatusOr<std::string> Answer(const v1::ComputeLayoutRequest& request,
                                   const Interrupt& interrupt) {
  google::protobuf::Arena arena;
  auto* response = google::protobuf::Arena::CreateMessage<v1::ComputeLayoutResponse>(&arena);
  absl::Status status = query::ComputeLayout(request, QueryOptionsOf(interrupt), response);
  if (!status.ok()) return status;
  return response->SerializeAsString();
}

template <typename Request>
absl::StatusOr<std::string> AnswerBytes(absl::string_view bytes, const Interrupt& interrupt) {
  google::protobuf::Arena arena;
  auto* request = google::protobuf::Arena::CreateMessage<Request>(&arena);
  absl::Status status = graph::ParseMessage(bytes, request);
  if (!status.ok()) return status;
  return Answer(*request, interrupt);
}

struct CallMethod {
  absl::string_view name;
  absl::StatusOr<std::string> (*answer)(absl::string_view request, const Interrupt& interrupt);
};

constexpr CallMethod kMethods[] = {
    {"ComputeLayout", AnswerBytes<v1::ComputeLayoutRequest>},
    {"EvaluateShapes", AnswerBytes<v1::EvaluateShapesRequest>},
    {"InferShapes", AnswerBytes<v1::InferShapesRequest>},
    {"MergeShapes", AnswerBytes<v1::MergeShapesRequest>},
};

}  // namespace

absl::StatusOr<std::string> AnswerCall(absl::string_view method, absl::string_view request,
                                       const CallOptions& options) {
  for (const CallMethod& known : kMethods) {
    if (known.name != method) continue;
    absl::StatusOr<std::string> answer =
        known.answer(request, CheckUntil(options.deadline, options.check_interrupt));
    if (answer.ok()) return answer;
    return WithMessage(answer.status(), Printable(answer.status().message()));
  }
  return absl::UnimplementedError(
      absl::StrCat("no such method: ", Printable(method), "; there are ", CallMethods()));
}

std::string CallMethods() {
  return absl::StrJoin(kMethods, ", ", [](std::string* out, const CallMethod& method) {
    absl::StrAppend(out, method.name);
  });
}

}  // namespace shapewright
