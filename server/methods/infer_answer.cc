#include "server/methods/infer_answer.h"

#include <new>
#include <utility>

#include "core/inference/infer.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

constexpr size_t kSmallAnswerBytes = 512;

absl::StatusOr<std::string> Infer(const v1::InferShapesRequest& request, ModelFinder& finder,
                                  const InferHooks& hooks, ModelAnswer& answer) {
  if (finder.is_unkept()) {
    if (hooks.on_read) hooks.on_read();
    return inference::InferRequest(request, finder.engine_options());
  }
  const auto model = finder.Find(answer.model_id);
  if (!model.ok()) return model.status();
  if (hooks.on_read) hooks.on_read();
  answer.nodes = (*model)->model().node_count;
  return inference::InferRequest(request, (*model)->model(), finder.engine_options());
}

absl::StatusOr<ModelAnswer> Answer(v1::InferShapesRequest& request, ModelParts parts,
                                   const Options& options, ModelStore& models,
                                   const InferHooks& hooks) {
  ModelFinder finder(*request.mutable_model(), std::move(parts), options, models, hooks);
  ModelAnswer answer;
  absl::StatusOr<std::string> rest = Infer(request, finder, hooks, answer);
  if (!rest.ok()) {
    absl::Status error = rest.status();
    if (absl::IsInvalidArgument(error)) SetField(error, finder.source_field());
    return error;
  }
  answer.rest = *std::move(rest);
  // The id of the model belongs to the answer too.
  const size_t limit =
      AnswerLimit(finder.engine_options().max_answer_bytes, request.limits().answer_bytes());
  const size_t size = AnswerHead(answer.model_id).size() + answer.rest.size();
  if (absl::Status fits = AnswerBudget(limit).CheckSize(size); !fits.ok()) return fits;
  return answer;
}

}  // namespace

inference::WireWriter AnswerHead(absl::string_view model_id) {
  inference::WireWriter head;
  head.Reserve(kSmallAnswerBytes);
  head.NonEmpty(v1::InferShapesResponse::kModelIdFieldNumber, model_id);
  return head;
}

absl::StatusOr<ModelAnswer> AnswerInferShapes(v1::InferShapesRequest request, ModelParts parts,
                                              const Options& options, ModelStore& models,
                                              const InferHooks& hooks) {
  try {
    return Answer(request, std::move(parts), options, models, hooks);
  } catch (const std::bad_alloc&) {
    return MemoryError();
  }
}

}  // namespace shapewright::server
