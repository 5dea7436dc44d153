#include "server/methods/model_method.h"

#include <grpc/support/log.h>

#include <algorithm>
#include <memory>
#include <utility>

#include "server/call/call_environment.h"
#include "server/methods/model_request.h"

namespace shapewright::server {
namespace {

const questions::ModelRpc& RpcOf(const ModelMethodRow& row) {
  const questions::ModelRpc* const rpc =
      questions::FindModelRpc(row.answered_as.empty() ? MethodName(row.method) : row.answered_as);
  GPR_ASSERT(rpc != nullptr && "core/questions has no row for this RPC");
  return *rpc;
}

// Those of the server, with the method's own limit of answers.
Options OptionsOf(const ModelMethodRow& row, const Options& options) {
  Options own = options;
  own.max_answer_bytes = options.*row.max_answer_bytes;
  return own;
}

}  // namespace

ModelMethod::ModelMethod(Method method, CallEnvironment& environment)
    : AnswerMethod(method, RowOf(method).key_kind, ": strip the weights from the model"),
      environment_(environment),
      row_(RowOf(method)),
      rpc_(RpcOf(row_)),
      options_(OptionsOf(row_, environment.options)) {}

bool ModelMethod::IsKeyedByRequest(absl::string_view request) const {
  return !NamesModelPath(request);
}

Lane ModelMethod::Weigh(absl::string_view request) const {
  const RequestedWork asked = ReadRequestedWork(request, row_.items);
  WorkSize size = {.bytes = asked.bytes, .items = asked.items};
  ModelStore& models = environment_.models;
  std::shared_ptr<const InferenceSpec> spec;
  if (!asked.inference_id.empty()) spec = models.FindSpec(asked.inference_id);
  const absl::string_view id = spec != nullptr ? spec->model_id() : asked.model_id;
  if (!id.empty()) {
    const auto model = models.Find(CacheKey(KeyKind::kModelId, id));
    if (model != nullptr) size.nodes = model->model().node_count;
  }
  const Lane lane = LaneOf(size);
  // The size of a file is not known yet.
  return NamesModelPath(request) ? std::max(lane, Lane::kNormal) : lane;
}

absl::StatusOr<std::unique_ptr<ParsedRequest>> ModelMethod::Read(
    const grpc::ByteBuffer& request) const {
  auto parsed = std::make_unique<ModelRequest>(environment_, options_, row_, rpc_, request);
  absl::Status read = parsed->Parse();
  if (!read.ok()) return read;
  return parsed;
}

}  // namespace shapewright::server
