#include "server/methods/model_question.h"

#include <algorithm>
#include <new>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/parse_message.h"
#include "core/wire/model_id.h"
#include "server/cache/byte_view.h"
#include "server/call/call_state.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"
#include "server/methods/parse_request.h"

namespace shapewright::server {

ModelQuestion::ModelQuestion(const CallEnvironment& environment, const grpc::ByteBuffer& request,
                             const ModelKeyKinds& kinds, google::protobuf::Message& message)
    : environment_(environment), request_(request), kinds_(kinds), message_(message) {}

absl::Status ModelQuestion::Parse(v1::ModelSpec& (*spec_of)(google::protobuf::Message& message)) {
  std::optional<SplitRequest> split = SplitModelRequest(request_);
  absl::Status parsed = split.has_value() ? graph::ParseMessage(split->rest, &message_)
                                          : ParseBuffer(request_, &message_);
  if (!parsed.ok()) return parsed;
  if (split.has_value()) parts_.onnx = std::move(split->onnx);
  spec_ = &spec_of(message_);
  return absl::OkStatus();
}

absl::StatusOr<Question::Key> ModelQuestion::FindKey() {
  if (parts_.onnx.has_value()) {
    parts_.model_id = ModelId(*parts_.onnx);
    return Key{kinds_.onnx, absl::StrCat(parts_.model_id, message_.SerializeAsString())};
  }
  const grpc::Slice bytes = OnePiece(request_);
  if (!spec_->has_path()) return Key{kinds_.large, ModelId(View(bytes))};
  absl::StatusOr<ModelFile> file = OpenModelFile(spec_->path());
  if (!file.ok()) return file.status();
  parts_.file = *std::move(file);
  return Key{kinds_.path, absl::StrCat(parts_.file->identity(), View(bytes))};
}

void ModelQuestion::OnAnswerKept(const std::function<absl::Status()>& check) {
  if (!parts_.onnx.has_value()) return;
  ModelStore& models = environment_.state->models;
  const CacheKey id(KeyKind::kModelId, parts_.model_id);
  if (models.Find(id) != nullptr) return;
  try {
    const absl::StatusOr<std::shared_ptr<const StoredModel>> model =
        StoredModel::Import(*parts_.onnx, ImportOptions(*environment_.options, check));
    if (!model.ok()) return;
    environment_.metrics->CacheEvicted(CacheKind::kModels, models.Insert(id, *model).value_or(0));
  } catch (const std::bad_alloc&) {
    return;  // it is not needed for this answer
  }
}

absl::StatusOr<Answer> ModelQuestion::FindAnswer(const WorkHooks& work) {
  Metrics& metrics = *environment_.metrics;
  InferHooks hooks;
  hooks.check = work.check;
  hooks.progress = work.progress;
  hooks.on_read = work.on_read;
  hooks.on_inferred = work.on_inferred;
  hooks.on_evicted = [&](size_t models) { metrics.CacheEvicted(CacheKind::kModels, models); };
  hooks.on_compiled_evicted = [&](size_t inferences) {
    metrics.CacheEvicted(CacheKind::kCompiled, inferences);
  };
  hooks.on_model_lookup = [&](bool found) { metrics.CacheLookedUp(CacheKind::kModels, found); };
  hooks.on_compiled_lookup = [&](bool found) {
    metrics.CacheLookedUp(CacheKind::kCompiled, found);
  };
  inference::UnknownDims unknown_dims;
  hooks.unknown_dims = &unknown_dims;
  absl::StatusOr<ModelAnswer> answer = Find(std::move(parts_), hooks);
  for (const auto& [op, dims] : unknown_dims) metrics.UnknownDims(op, dims);
  if (!answer.ok()) return answer.status();
  if (answer->is_inferred) metrics.Inferred(answer->nodes);
  return MakeAnswer(Head(*answer), std::move(answer->rest));
}

absl::StatusOr<ModelFile> ModelQuestion::OpenModelFile(const std::string& path) const {
  const ModelRoot* root = environment_.state->model_root.get();
  absl::StatusOr<ModelFile> file =
      root != nullptr ? root->OpenFile(path)
                      : CallError(absl::StatusCode::kNotFound, reason::kPathNotServed,
                                  "the server was started without a model root");
  if (file.ok()) return file;
  absl::Status error = file.status();
  SetField(error, "model.path");
  return error;
}

Lane LaneOfModelRequest(const CallEnvironment& environment, absl::string_view request,
                        const RequestedWork& asked) {
  WorkSize size = {.bytes = asked.bytes, .items = asked.items};
  if (!asked.model_id.empty()) {
    const auto model = environment.state->models.Find(CacheKey(KeyKind::kModelId, asked.model_id));
    if (model != nullptr) size.nodes = model->model().node_count;
  }
  const Lane lane = LaneOf(size);
  return NamesModelPath(request) ? std::max(lane, Lane::kNormal) : lane;
}

}  // namespace shapewright::server
