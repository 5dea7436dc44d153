#include "server/methods/evaluate_answer.h"

#include <google/protobuf/arena.h>

#include <memory>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/parse_message.h"
#include "core/questions/evaluation/compiled_inference.h"
#include "core/questions/model_rpc.h"
#include "server/cache/inference_spec.h"
#include "server/call/split_request.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

using InferencePointer = std::shared_ptr<const KeptInference>;

// Limits of the fast path: beyond them an answer takes longer than gRPC itself spends on a
// call.
constexpr size_t kAtOnceBytes = 1 << 10;
constexpr size_t kAtOnceSteps = 2000;
// Memory on the stack for parsing a request on the fast path, which mostly needs no more.
constexpr size_t kFirstBlockBytes = 4096;
constexpr size_t kSmallAnswerBytes = 512;

// The ModelSpec without its source, serialized. A source of ONNX bytes was taken out before; an id
// or path is put back afterwards.
std::string SpecBesideSource(v1::ModelSpec& spec) {
  const bool has_id = spec.has_model_id();
  const bool has_path = spec.has_path();
  std::string name;
  if (has_id) name = std::move(*spec.mutable_model_id());
  if (has_path) name = std::move(*spec.mutable_path());
  spec.clear_source();
  std::string bytes = spec.SerializeAsString();
  if (has_id) {
    spec.set_model_id(std::move(name));
  } else if (has_path) {
    spec.set_path(std::move(name));
  }
  return bytes;
}

// The request without its model and bindings, serialized. Leaves the request as it was.
std::string UnboundPart(v1::EvaluateShapesRequest& request) {
  v1::EvaluateShapesRequest rest;
  rest.mutable_bindings()->Swap(request.mutable_bindings());
  v1::ModelSpec* const model = request.release_model();
  std::string bytes = request.SerializeAsString();
  request.set_allocated_model(model);
  rest.mutable_bindings()->Swap(request.mutable_bindings());
  return bytes;
}

// The answer of one request.
class Answering {
 public:
  Answering(v1::EvaluateShapesRequest& request, ModelParts parts, const Options& options,
            ModelStore& models, InferenceStore& compiled, const WorkHooks& hooks)
      : request_(request),
        options_(options),
        finder_(*request.mutable_model(), std::move(parts), options, models, hooks),
        compiled_(compiled),
        hooks_(hooks) {}

  absl::StatusOr<ModelAnswer> Run() {
    absl::Status status =
        CheckLists(questions::FindModelRpc("EvaluateShapes")->lists, request_, options_);
    if (!status.ok()) return status;
    ModelAnswer answer;
    absl::StatusOr<std::string> rest = Evaluate(answer);
    if (!rest.ok()) return finder_.Blame(rest.status());
    answer.rest = *std::move(rest);
    return answer;
  }

 private:
  absl::StatusOr<std::string> Evaluate(ModelAnswer& answer) {
    if (absl::Status status = finder_.ResolveInference(); !status.ok()) return status;
    if (finder_.is_unkept()) {
      if (hooks_.on_read) hooks_.on_read();
      return questions::EvaluateRequest(request_, finder_.engine_options());
    }
    const auto model = finder_.Find(answer);
    if (!model.ok()) return model.status();
    if (hooks_.on_read) hooks_.on_read();
    answer.nodes = (*model)->model().node_count;
    const absl::StatusOr<InferencePointer> compiled = FindOrCompile(*model, answer);
    if (!compiled.ok()) return compiled.status();
    return (*compiled)->inference->Answer(request_, finder_.engine_options());
  }

  absl::StatusOr<InferencePointer> FindOrCompile(const ModelFinder::ModelPointer& model,
                                                 ModelAnswer& answer) {
    const std::string bytes =
        CompiledKeyBytes(finder_.file_identity(), answer.model_id,
                         SpecBesideSource(*request_.mutable_model()), UnboundPart(request_));
    const CacheKey key(KeyKind::kCompiled, bytes);
    std::optional<InferencePointer> found = compiled_.Find(key);
    hooks_.CountLookup(CacheKind::kCompiled, found.has_value());
    answer.is_inferred = !found.has_value();
    if (found.has_value()) return *std::move(found);
    auto inference =
        questions::CompiledInference::Compile(request_, model->model(), finder_.engine_options());
    if (!inference.ok()) return inference.status();
    auto compiled = std::make_shared<KeptInference>(KeptInference{model, *std::move(inference)});
    const std::optional<size_t> evicted = compiled_.Insert(key, compiled, compiled->weight());
    hooks_.CountEvicted(CacheKind::kCompiled, evicted.value_or(0));
    return compiled;
  }

  v1::EvaluateShapesRequest& request_;
  const Options& options_;
  ModelFinder finder_;
  InferenceStore& compiled_;
  const WorkHooks& hooks_;
};

// The kept inference that a small request asks, if there is one, and its model is kept too.
InferencePointer FindAsked(const BindingRequest& split, ModelStore& models,
                           InferenceStore& compiled) {
  std::shared_ptr<const InferenceSpec> spec;
  absl::string_view model_id = split.model_id;
  // Most requests by inference_id have bindings alone beside it, so that their key is there.
  std::string key;
  absl::string_view key_bytes;
  if (!split.inference_id.empty()) {
    spec = split.spec.empty() ? models.FindSpec(split.inference_id) : nullptr;
    if (spec == nullptr) return nullptr;
    model_id = spec->model_id();
    if (!split.unbound.empty()) key = absl::StrCat(spec->key(), split.unbound);
    key_bytes = split.unbound.empty() ? spec->key() : key;
  } else {
    // Fields in another order than protobuf writes them find nothing, and take the long way.
    key = CompiledKeyBytes("", model_id, split.spec, split.unbound);
    key_bytes = key;
  }
  InferencePointer found = compiled.Find(CacheKey(KeyKind::kCompiled, key_bytes)).value_or(nullptr);
  if (found == nullptr) return nullptr;
  return models.Find(CacheKey(KeyKind::kModelId, model_id)) == nullptr ? nullptr : found;
}

std::optional<std::string> DeriveAnswer(absl::string_view request, const Options& options,
                                        ModelStore& models, InferenceStore& compiled) {
  if (request.size() > kAtOnceBytes) return std::nullopt;
  const std::optional<BindingRequest> split = SplitBindingRequest(request);
  if (!split.has_value()) return std::nullopt;
  const InferencePointer found = FindAsked(*split, models, compiled);
  if (found == nullptr) return std::nullopt;
  char first_block[kFirstBlockBytes];
  google::protobuf::Arena arena(first_block, sizeof(first_block));
  auto& parsed = *google::protobuf::Arena::CreateMessage<v1::EvaluateShapesRequest>(&arena);
  const bool is_good = graph::ParseMessage(split->bindings, &parsed).ok() &&
                       parsed.bindings_size() <= options.max_bindings;
  if (!is_good) return std::nullopt;
  WireWriter answer;
  answer.Reserve(kSmallAnswerBytes);
  if (!found->inference->AnswerAtOnce(parsed.bindings(), kAtOnceSteps, &answer)) {
    return std::nullopt;
  }
  return answer.Take();
}

}  // namespace

absl::StatusOr<ModelAnswer> AnswerEvaluateShapes(v1::EvaluateShapesRequest request,
                                                 ModelParts parts, const Options& options,
                                                 ModelStore& models, InferenceStore& compiled,
                                                 const WorkHooks& hooks) {
  try {
    return Answering(request, std::move(parts), options, models, compiled, hooks).Run();
  } catch (const std::bad_alloc&) {
    return MemoryError();
  }
}

std::optional<std::string> AnswerFromKept(absl::string_view request, const Options& options,
                                          ModelStore& models, InferenceStore& compiled) {
  try {
    return DeriveAnswer(request, options, models, compiled);
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

}  // namespace shapewright::server
