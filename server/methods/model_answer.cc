#include "server/methods/model_answer.h"

#include <new>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/parse_message.h"
#include "core/graph/read_error.h"
#include "core/inference/read_model.h"
#include "core/wire/inference_id.h"
#include "core/wire/model_id.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"

namespace shapewright::server {
namespace {

// The limit of a kind of list.
struct ListBound {
  int64_t Options::*limit;
  const char* reason;
  // What is counted, where it is not the entries of the field.
  const char* what = "";
};

ListBound BoundOf(questions::ListKind kind) {
  using questions::ListKind;
  switch (kind) {
    case ListKind::kBindings:
      return {&Options::max_bindings, reason::kTooManyBindings};
    case ListKind::kBuckets:
      return {&Options::max_buckets, reason::kTooManyBuckets, "buckets"};
    case ListKind::kLinks:
      return {&Options::max_links, reason::kTooManyLinks};
    case ListKind::kObservations:
      return {&Options::max_observations, reason::kTooManyObservations};
    case ListKind::kQuestions:
      return {&Options::max_questions, reason::kTooManyQuestions};
    case ListKind::kScenarios:
      return {&Options::max_scenarios, reason::kTooManyScenarios};
    case ListKind::kStages:
      break;
  }
  return {&Options::max_stages, reason::kTooManyStages};
}

constexpr char kInferenceField[] = "model.inference_id";

absl::Status MalformedIdError(const char* field, absl::string_view form) {
  absl::Status error =
      CallError(absl::StatusCode::kInvalidArgument, graph::reason::kMalformedRequest,
                absl::StrCat("an id is `", form, "` and 64 hexadecimal digits in lower case"));
  SetField(error, field);
  return error;
}

absl::Status InferenceNotCachedError() {
  absl::Status error = CallError(absl::StatusCode::kNotFound, reason::kInferenceNotCached,
                                 "the server does not keep what this id stands for; send the "
                                 "model, and all that is said of it");
  SetField(error, kInferenceField);
  return error;
}

}  // namespace

void TakeModelBytes(v1::ModelSpec& spec, ModelParts& parts) {
  if (parts.bytes.has_value()) return;
  if (spec.has_onnx()) {
    parts.bytes.emplace(std::move(*spec.mutable_onnx()));
  } else if (spec.has_file()) {
    v1::ModelFile& file = *spec.mutable_file();
    parts.bytes.emplace(std::move(*file.mutable_content()));
    parts.bytes->weights = std::move(*file.mutable_weights());
    parts.bytes->format = static_cast<ModelFormat>(file.format());
    file.clear_content();
    file.clear_weights();
    parts.bytes_field = "model.file";
  }
}

ModelFinder::ModelFinder(v1::ModelSpec& spec, ModelParts parts, const Options& options,
                         ModelStore& models, const WorkHooks& hooks)
    : spec_(spec), parts_(std::move(parts)), options_(options), models_(models), hooks_(hooks) {
  engine_.reader = ImportOptions(options, hooks.check);
  engine_.exprs.total_nodes = static_cast<uint32_t>(options.max_expression_nodes);
  engine_.max_answer_bytes = static_cast<size_t>(options.max_answer_bytes);
  engine_.max_function_depth = static_cast<int>(options.max_function_depth);
  engine_.max_work = static_cast<uint64_t>(options.max_work);
  engine_.progress = hooks.progress;
  engine_.unknown_dims = hooks.unknown_dims;
  engine_.on_inferred = hooks.on_inferred;
  TakeModelBytes(spec_, parts_);
}

absl::Status ModelFinder::ResolveInference() {
  if (!spec_.has_inference_id()) return absl::OkStatus();
  if (!IsId(spec_.inference_id(), "inference:")) {
    return MalformedIdError(kInferenceField, "inference:");
  }
  inference_id_ = std::move(*spec_.mutable_inference_id());
  spec_.clear_source();
  if (spec_.ByteSizeLong() > 0) {
    absl::Status error =
        CallError(absl::StatusCode::kInvalidArgument, graph::reason::kMalformedRequest,
                  "it stands for all that the model's other fields say: leave these empty");
    SetField(error, kInferenceField);
    return error;
  }
  const auto kept = models_.FindSpec(inference_id_);
  if (kept == nullptr) return InferenceNotCachedError();
  absl::Status parsed = graph::ParseMessage(kept->spec(), &spec_);
  spec_.set_model_id(std::string(kept->model_id()));
  return parsed;
}

bool ModelFinder::is_unkept() const {
  return !parts_.bytes.has_value() && !parts_.file.has_value() && !spec_.has_model_id();
}

const char* ModelFinder::source_field() const {
  if (!inference_id_.empty() || spec_.has_inference_id()) return kInferenceField;
  return parts_.bytes.has_value() ? parts_.bytes_field : inference::SourceField(spec_);
}

absl::Status ModelFinder::Blame(absl::Status error) const {
  if (absl::IsInvalidArgument(error)) SetField(error, source_field());
  return error;
}

absl::StatusOr<ModelFinder::ModelPointer> ModelFinder::Find(ModelAnswer& answer) {
  absl::StatusOr<ModelPointer> found = FindModel(answer.model_id);
  if (!found.ok() || answer.model_id.empty()) return found;
  if (!inference_id_.empty()) {
    answer.inference_id = inference_id_;
    return found;
  }
  const std::string spec = CanonicalSpec(spec_);
  answer.inference_id = InferenceId(answer.model_id, spec);
  models_.InsertSpec(answer.inference_id, answer.model_id, spec);
  return found;
}

absl::StatusOr<ModelFinder::ModelPointer> ModelFinder::FindModel(std::string& model_id) {
  if (parts_.file.has_value()) {
    return FindOrImport(CacheKey(KeyKind::kModelFile, parts_.file->identity()),
                        [this]() -> absl::StatusOr<ModelBytes> {
                          const auto most = static_cast<size_t>(options_.max_upload_bytes);
                          if (!parts_.file_content.has_value()) {
                            auto content = parts_.file->ReadWithoutWeights(most);
                            if (!content.ok()) return content.status();
                            parts_.file_content = *std::move(content);
                          }
                          return parts_.file->InlineData(*parts_.file_content, most);
                        });
  }
  if (parts_.bytes.has_value()) {
    model_id = parts_.model_id.empty() ? ModelId(parts_.bytes->content, parts_.bytes->weights)
                                       : std::move(parts_.model_id);
    return FindOrImport(
        CacheKey(KeyKind::kModelId, model_id),
        [this]() -> absl::StatusOr<ModelBytes> { return *std::move(parts_.bytes); });
  }
  model_id = spec_.model_id();
  if (!IsId(model_id, "sha256:")) return MalformedIdError("model.model_id", "sha256:");
  ModelPointer found = models_.Find(CacheKey(KeyKind::kModelId, model_id));
  hooks_.CountLookup(CacheKind::kModels, found != nullptr);
  if (found != nullptr) return found;
  if (!inference_id_.empty()) return InferenceNotCachedError();
  return ModelNotCachedError();
}

template <typename Read>
absl::StatusOr<ModelFinder::ModelPointer> ModelFinder::FindOrImport(const CacheKey& key,
                                                                    Read read) {
  ModelPointer found = models_.Find(key);
  hooks_.CountLookup(CacheKind::kModels, found != nullptr);
  if (found != nullptr) return found;
  absl::StatusOr<ModelBytes> bytes = read();
  if (!bytes.ok()) return bytes.status();
  absl::StatusOr<ModelPointer> model = StoredModel::Import(*std::move(bytes), engine_.reader);
  if (!model.ok()) return model;
  const std::optional<size_t> evicted = models_.Insert(key, *model);
  hooks_.CountEvicted(CacheKind::kModels, evicted.value_or(0));
  return model;
}

absl::Status CheckLists(absl::Span<const questions::ListLimit> lists,
                        const google::protobuf::Message& request, const Options& options) {
  for (const questions::ListLimit& list : lists) {
    const ListBound bound = BoundOf(list.kind);
    const size_t size = list.size(request);
    const auto limit = static_cast<size_t>(options.*bound.limit);
    if (size > limit) return LimitError(bound.reason, list.field, size, limit, bound.what);
  }
  return absl::OkStatus();
}

namespace {

absl::StatusOr<std::string> AnswerRpc(const questions::ModelRpc& rpc,
                                      const google::protobuf::Message& request, ModelFinder& finder,
                                      const WorkHooks& hooks, ModelAnswer& answer) {
  if (absl::Status status = finder.ResolveInference(); !status.ok()) return status;
  if (finder.is_unkept()) {
    if (hooks.on_read) hooks.on_read();
    return questions::AnswerModelRpc(rpc, request, finder.engine_options());
  }
  const auto model = finder.Find(answer);
  if (!model.ok()) return model.status();
  if (hooks.on_read) hooks.on_read();
  answer.nodes = (*model)->model().node_count;
  return rpc.answer(request, (*model)->model(), finder.engine_options());
}

}  // namespace

absl::StatusOr<ModelAnswer> AnswerAboutModel(const questions::ModelRpc& rpc,
                                             google::protobuf::Message& request, ModelParts parts,
                                             const Options& options, ModelStore& models,
                                             const WorkHooks& hooks) {
  try {
    if (absl::Status status = CheckLists(rpc.lists, request, options); !status.ok()) return status;
    ModelFinder finder(questions::MutableSpecOf(request), std::move(parts), options, models, hooks);
    ModelAnswer answer;
    absl::StatusOr<std::string> rest = AnswerRpc(rpc, request, finder, hooks, answer);
    if (!rest.ok()) return finder.Blame(rest.status());
    answer.rest = *std::move(rest);
    return answer;
  } catch (const std::bad_alloc&) {
    return MemoryError();
  }
}

graph::ReaderOptions ImportOptions(const Options& options, std::function<absl::Status()> check) {
  graph::ReaderOptions reader;
  reader.limits.max_nodes = options.max_nodes;
  reader.limits.max_subgraph_depth = static_cast<int>(options.max_subgraph_depth);
  reader.limits.max_rank = static_cast<int>(options.max_rank);
  reader.limits.max_type_depth = static_cast<int>(options.max_type_depth);
  reader.limits.max_operator_rules = static_cast<int>(options.max_operator_rules);
  reader.max_work = static_cast<uint64_t>(options.max_work);
  reader.check_interrupt = std::move(check);
  return reader;
}

}  // namespace shapewright::server
