#include "shapewright/call.h"

#include <google/protobuf/arena.h>

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "core/graph/message/parse_message.h"
#include "core/graph/read_error.h"
#include "core/inference/read_model.h"
#include "core/library/request.h"
#include "core/query/layout/compute_layout.h"
#include "core/query/merge/merge_shapes.h"
#include "core/questions/chain/infer_chain.h"
#include "core/questions/model_rpc.h"
#include "core/wire/printable.h"
#include "shapewright/v1/chain.pb.h"
#include "shapewright/v1/layout.pb.h"
#include "shapewright/v1/merge.pb.h"

namespace shapewright {
namespace {

using Interrupt = std::function<absl::Status()>;

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
  std::string response;
  absl::Status status = query::ComputeLayout(request, QueryOptionsOf(interrupt), &response);
  if (!status.ok()) return status;
  return response;
}

absl::StatusOr<std::string> Answer(const v1::InferChainRequest& request,
                                   const Interrupt& interrupt) {
  inference::InferOptions options;
  options.reader.check_interrupt = interrupt;
  return questions::InferChain(request, options);
}

template <typename Request>
absl::StatusOr<std::string> AnswerBytes(absl::string_view bytes, const Interrupt& interrupt) {
  google::protobuf::Arena arena;
  auto* request = google::protobuf::Arena::CreateMessage<Request>(&arena);
  absl::Status status = graph::ParseMessage(bytes, request);
  if (!status.ok()) return status;
  return Answer(*request, interrupt);
}

// The RPCs that are not about one model.
struct QueryMethod {
  absl::string_view name;
  absl::StatusOr<std::string> (*answer)(absl::string_view request, const Interrupt& interrupt);
};

constexpr QueryMethod kQueries[] = {
    {"ComputeLayout", AnswerBytes<v1::ComputeLayoutRequest>},
    {"InferChain", AnswerBytes<v1::InferChainRequest>},
    {"MergeShapes", AnswerBytes<v1::MergeShapesRequest>},
};

absl::StatusOr<std::string> AnswerAboutModel(const questions::ModelRpc& rpc,
                                             absl::string_view bytes, const Interrupt& interrupt) {
  google::protobuf::Arena arena;
  google::protobuf::Message* const request = rpc.request_prototype->New(&arena);
  absl::Status status = graph::ParseMessage(bytes, request);
  if (!status.ok()) return status;
  inference::InferOptions options;
  options.reader.check_interrupt = interrupt;
  absl::StatusOr<std::string> answer = questions::AnswerModelRpc(rpc, *request, options);
  if (answer.ok() || !graph::FieldOf(answer.status()).empty()) return answer;
  return graph::Within(inference::SourceField(questions::SpecOf(*request)), answer.status());
}

// By what `method` names; UNIMPLEMENTED for what there is not.
absl::StatusOr<std::string> AnswerMethod(absl::string_view method, absl::string_view request,
                                         const Interrupt& interrupt) {
  for (const QueryMethod& known : kQueries) {
    if (known.name == method) return known.answer(request, interrupt);
  }
  const questions::ModelRpc* const rpc = questions::FindModelRpc(method);
  if (rpc != nullptr) return AnswerAboutModel(*rpc, request, interrupt);
  return absl::UnimplementedError(
      absl::StrCat("no such method: ", method, "; there are ", absl::StrJoin(CallMethods(), ", ")));
}

}  // namespace

absl::StatusOr<std::string> AnswerCall(absl::string_view method, absl::string_view request,
                                       const CallOptions& options) {
  absl::StatusOr<std::string> answer =
      AnswerMethod(method, request, CheckUntil(options.deadline, options.check_interrupt));
  if (answer.ok()) return answer;
  return WithMessage(answer.status(), Printable(answer.status().message()));
}

std::vector<std::string> CallMethods() {
  std::vector<std::string> names;
  for (const QueryMethod& method : kQueries) names.emplace_back(method.name);
  for (const questions::ModelRpc& rpc : questions::ModelRpcs()) names.emplace_back(rpc.name);
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace shapewright
