#include "server/methods/infer_answer.h"

#include <google/protobuf/arena.h>

#include <memory>
#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/parse_message.h"
#include "core/inference/infer.h"
#include "core/wire/model_id.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"
#include "server/methods/split_request.h"

namespace shapewright::server {
namespace {

using ModelPointer = std::shared_ptr<const StoredModel>;
using CompiledPointer = std::shared_ptr<const CompiledModel>;

// Beyond, an answer is no longer one that takes next to no work: about as long as gRPC itself
// spends on a call.
constexpr size_t kAtOnceBytes = 1 << 10;
constexpr size_t kAtOnceSteps = 2000;
// For a request that is answered at once: it takes no other memory, mostly.
constexpr size_t kFirstBlockBytes = 4096;
constexpr size_t kSmallAnswerBytes = 512;

// All that a ModelSpec says but for its source, of which bytes of a model were taken out before. A
// name stays in the spec.
std::string SpecBesideSource(v1::ModelSpec& spec) {
  const bool has_id = spec.has_model_id();
  const bool has_path = spec.has_path();
  std::string name;
  if (has_id) name = std::move(*spec.mutable_model_id());
  if (has_path) name = std::move(*spec.mutable_path());
  spec.clear_source();
  std::string bytes = spec.SerializeAsString();
  if (has_id) spec.set_model_id(std::move(name));
  if (has_path) spec.set_path(std::move(name));
  return bytes;
}

// All that a request says but for its model and what it binds. The request is the same afterwards.
std::string UnboundPart(v1::InferShapesRequest& request) {
  v1::InferShapesRequest rest;
  const auto exchange = [&] {
    rest.mutable_bindings()->Swap(request.mutable_bindings());
    rest.mutable_buckets()->Swap(request.mutable_buckets());
    rest.mutable_histograms()->Swap(request.mutable_histograms());
  };
  exchange();
  v1::ModelSpec* const model = request.release_model();
  std::string bytes = request.SerializeAsString();
  request.set_allocated_model(model);
  exchange();
  return bytes;
}

// Of a finished inference: the identity of the file, or the id, of its model, all else that its
// ModelSpec says, and all that its requests say beside it but for what they bind. Neither of the
// first two has a line break in it.
std::string CompiledKeyBytes(absl::string_view file, absl::string_view model_id,
                             absl::string_view spec, absl::string_view unbound) {
  return absl::StrCat(file, "\n", model_id, "\n", spec.size(), "\n", spec, unbound);
}

// The answer of one question.
class Answering {
 public:
  Answering(InferQuestion question, const Options& options, ModelStore& models,
            CompiledStore& compiled, const InferHooks& hooks)
      : question_(std::move(question)),
        options_(options),
        models_(models),
        compiled_(compiled),
        hooks_(hooks) {
    engine_.reader = ImportOptions(options, hooks.check);
    engine_.exprs.total_nodes = static_cast<uint32_t>(options.max_expression_nodes);
    engine_.max_answer_bytes = static_cast<size_t>(options.max_answer_bytes);
    engine_.max_function_depth = static_cast<int>(options.max_function_depth);
    engine_.max_work = static_cast<uint64_t>(options.max_work);
    engine_.progress = hooks.progress;
    engine_.unknown_dims = hooks.unknown_dims;
    engine_.on_inferred = hooks.on_inferred;
  }

  absl::StatusOr<InferAnswer> Run() {
    if (absl::Status status = CheckLimits(); !status.ok()) return status;
    InferAnswer answer;
    absl::StatusOr<std::string> rest = Infer(answer);
    if (!rest.ok()) {
      absl::Status error = rest.status();
      if (absl::IsInvalidArgument(error)) SetField(error, SourceField());
      return error;
    }
    answer.rest = *std::move(rest);
    // The id of the model belongs to the answer too.
    const size_t limit =
        AnswerLimit(engine_.max_answer_bytes, question_.request.limits().answer_bytes());
    const size_t size = AnswerHead(answer.model_id).size() + answer.rest.size();
    if (absl::Status fits = AnswerBudget(limit).CheckSize(size); !fits.ok()) return fits;
    return answer;
  }

 private:
  absl::Status CheckLimits() const {
    const int bindings = question_.request.bindings_size();
    if (bindings <= options_.max_bindings) return absl::OkStatus();
    return LimitError(reason::kTooManyBindings, "bindings", static_cast<size_t>(bindings),
                      static_cast<size_t>(options_.max_bindings));
  }

  const char* SourceField() const {
    if (question_.onnx.has_value()) return "model.onnx";
    switch (question_.request.model().source_case()) {
      case v1::ModelSpec::kModelId:
        return "model.model_id";
      case v1::ModelSpec::kPath:
        return "model.path";
      case v1::ModelSpec::kOnnx:
        return "model.onnx";
      default:
        return "model.graph";
    }
  }

  absl::StatusOr<std::string> Infer(InferAnswer& answer) {
    const v1::ModelSpec& source = question_.request.model();
    if (!question_.onnx.has_value() && source.has_onnx()) {
      question_.onnx = std::move(*question_.request.mutable_model()->mutable_onnx());
    }
    if (!question_.onnx.has_value() && !question_.file.has_value() && !source.has_model_id()) {
      if (hooks_.on_read) hooks_.on_read();
      return inference::InferRequest(question_.request, engine_);
    }
    absl::StatusOr<ModelPointer> model = FindModel(answer.model_id);
    if (!model.ok()) return model.status();
    if (hooks_.on_read) hooks_.on_read();
    answer.nodes = (*model)->model().node_count;
    if (!inference::CompiledInference::IsReusableFor(question_.request)) {
      return inference::InferRequest(question_.request, (*model)->model(), engine_);
    }
    const absl::StatusOr<CompiledPointer> compiled = FindOrCompile(*model, answer);
    if (!compiled.ok()) return compiled.status();
    return (*compiled)->inference->Answer(question_.request, engine_);
  }

  absl::StatusOr<CompiledPointer> FindOrCompile(const ModelPointer& model, InferAnswer& answer) {
    const std::string bytes = CompiledKeyBytes(
        question_.file ? question_.file->identity() : "", answer.model_id,
        SpecBesideSource(*question_.request.mutable_model()), UnboundPart(question_.request));
    const CacheKey key(KeyKind::kCompiled, bytes);
    std::optional<CompiledPointer> found = compiled_.Find(key);
    if (found.has_value() && !(*found)->inference->Serves(question_.request)) found.reset();
    if (hooks_.on_compiled_lookup) hooks_.on_compiled_lookup(found.has_value());
    answer.is_inferred = !found.has_value();
    if (found.has_value()) return *std::move(found);
    auto inference =
        inference::CompiledInference::Compile(question_.request, model->model(), engine_);
    if (!inference.ok()) return inference.status();
    auto compiled = std::make_shared<CompiledModel>(CompiledModel{model, *std::move(inference)});
    if (!compiled->inference->Serves(question_.request)) return compiled;
    const std::optional<size_t> evicted = compiled_.Insert(key, compiled, compiled->weight());
    if (hooks_.on_compiled_evicted) hooks_.on_compiled_evicted(evicted.value_or(0));
    return compiled;
  }

  absl::StatusOr<ModelPointer> FindModel(std::string& model_id) {
    if (question_.file.has_value()) {
      return FindOrImport(CacheKey(KeyKind::kModelFile, question_.file->identity()), [this] {
        return question_.file->ReadWithoutWeights(static_cast<size_t>(options_.max_upload_bytes));
      });
    }
    if (question_.onnx.has_value()) {
      model_id =
          question_.model_id.empty() ? ModelId(*question_.onnx) : std::move(question_.model_id);
      return FindOrImport(CacheKey(KeyKind::kModelId, model_id),
                          [this] { return *std::move(question_.onnx); });
    }
    model_id = question_.request.model().model_id();
    ModelPointer found = models_.Find(CacheKey(KeyKind::kModelId, model_id));
    if (hooks_.on_model_lookup) hooks_.on_model_lookup(found != nullptr);
    if (found != nullptr) return found;
    absl::Status error = CallError(absl::StatusCode::kNotFound, reason::kModelNotCached,
                                   "the server does not keep this model; send it");
    SetField(error, "model.model_id");
    return error;
  }

  template <typename Read>
  absl::StatusOr<ModelPointer> FindOrImport(const CacheKey& key, Read read) {
    ModelPointer found = models_.Find(key);
    if (hooks_.on_model_lookup) hooks_.on_model_lookup(found != nullptr);
    if (found != nullptr) return found;
    absl::StatusOr<std::string> bytes = read();
    if (!bytes.ok()) return bytes.status();
    absl::StatusOr<ModelPointer> model = StoredModel::Import(*std::move(bytes), engine_.reader);
    if (!model.ok()) return model;
    const std::optional<size_t> evicted = models_.Insert(key, *model);
    if (hooks_.on_evicted) hooks_.on_evicted(evicted.value_or(0));
    return model;
  }

  InferQuestion question_;
  const Options& options_;
  ModelStore& models_;
  CompiledStore& compiled_;
  const InferHooks& hooks_;
  inference::InferOptions engine_;
};

std::optional<std::string> DeriveAnswer(absl::string_view request, const Options& options,
                                        ModelStore& models, CompiledStore& compiled) {
  if (request.size() > kAtOnceBytes) return std::nullopt;
  const std::optional<BindingRequest> split = SplitBindingRequest(request);
  if (!split.has_value()) return std::nullopt;
  // Fields in another order than protobuf writes them find nothing, and take the long way.
  const std::string key = CompiledKeyBytes("", split->model_id, split->spec, split->unbound);
  const std::optional<CompiledPointer> found = compiled.Find(CacheKey(KeyKind::kCompiled, key));
  if (!found.has_value()) return std::nullopt;
  if (models.Find(CacheKey(KeyKind::kModelId, split->model_id)) == nullptr) return std::nullopt;
  char first_block[kFirstBlockBytes];
  google::protobuf::Arena arena(first_block, sizeof(first_block));
  auto& parsed = *google::protobuf::Arena::CreateMessage<v1::InferShapesRequest>(&arena);
  const bool is_good = graph::ParseMessage(split->bindings, &parsed).ok() &&
                       parsed.bindings_size() <= options.max_bindings;
  if (!is_good) return std::nullopt;
  inference::WireWriter answer = AnswerHead(split->model_id);
  if (!(*found)->inference->AnswerAtOnce(parsed, kAtOnceSteps, &answer)) return std::nullopt;
  return answer.Take();
}

}  // namespace

inference::WireWriter AnswerHead(absl::string_view model_id) {
  inference::WireWriter head;
  head.Reserve(kSmallAnswerBytes);
  head.NonEmpty(v1::InferShapesResponse::kModelIdFieldNumber, model_id);
  return head;
}

graph::ReaderOptions ImportOptions(const Options& options, std::function<absl::Status()> check) {
  graph::ReaderOptions reader;
  reader.limits.max_nodes = options.max_nodes;
  reader.limits.max_subgraph_depth = static_cast<int>(options.max_subgraph_depth);
  reader.limits.max_rank = static_cast<int>(options.max_rank);
  reader.limits.max_type_depth = static_cast<int>(options.max_type_depth);
  reader.max_work = static_cast<uint64_t>(options.max_work);
  reader.check_interrupt = std::move(check);
  return reader;
}

absl::StatusOr<InferAnswer> AnswerInferShapes(InferQuestion question, const Options& options,
                                              ModelStore& models, CompiledStore& compiled,
                                              const InferHooks& hooks) {
  try {
    return Answering(std::move(question), options, models, compiled, hooks).Run();
  } catch (const std::bad_alloc&) {
    return MemoryError();
  }
}

std::optional<std::string> AnswerFromCompiled(absl::string_view request, const Options& options,
                                              ModelStore& models, CompiledStore& compiled) {
  try {
    return DeriveAnswer(request, options, models, compiled);
  } catch (const std::bad_alloc&) {
    return std::nullopt;
  }
}

}  // namespace shapewright::server
