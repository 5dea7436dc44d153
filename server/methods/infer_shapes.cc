#include "server/methods/infer_shapes.h"

#include <algorithm>
#include <new>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/graph/message/parse_message.h"
#include "core/wire/model_id.h"
#include "core/wire/wire_writer.h"
#include "server/cache/byte_view.h"
#include "server/call/call_state.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"
#include "server/methods/infer_answer.h"
#include "server/methods/parse_request.h"
#include "server/methods/split_request.h"

namespace shapewright::server {
namespace {

// A request taken apart as far as parsing does.
absl::Status ReadQuestion(const grpc::ByteBuffer& request, InferQuestion& question) {
  std::optional<SplitRequest> split = SplitInferShapesRequest(request);
  if (!split.has_value()) return ParseBuffer(request, &question.request);
  question.onnx = std::move(split->onnx);
  return graph::ParseMessage(split->rest, &question.request);
}

class InferShapesQuestion final : public Question {
 public:
  InferShapesQuestion(const CallEnvironment& environment, const grpc::ByteBuffer& request,
                      InferQuestion question)
      : environment_(environment), request_(request), question_(std::move(question)) {}

  // Also finds the id of the model and opens the file, where there is one.
  absl::StatusOr<Key> FindKey() override {
    if (question_.onnx.has_value()) {
      question_.model_id = ModelId(*question_.onnx);
      return Key{KeyKind::kInferShapesOnnx,
                 absl::StrCat(question_.model_id, question_.request.SerializeAsString())};
    }
    const grpc::Slice bytes = OnePiece(request_);
    if (!question_.request.model().has_path()) {
      return Key{KeyKind::kInferShapesLarge, ModelId(View(bytes))};
    }
    absl::StatusOr<ModelFile> file = OpenModelFile(question_.request.model().path());
    if (!file.ok()) return file.status();
    question_.file = *std::move(file);
    return Key{KeyKind::kInferShapesPath, absl::StrCat(question_.file->identity(), View(bytes))};
  }

  // Whoever sends a model may name it afterwards, also where only the answer is still there.
  void OnAnswerKept(const std::function<absl::Status()>& check) override {
    if (!question_.onnx.has_value()) return;
    ModelStore& models = environment_.state->models;
    const CacheKey id(KeyKind::kModelId, question_.model_id);
    if (models.Find(id) != nullptr) return;
    try {
      const absl::StatusOr<std::shared_ptr<const StoredModel>> model =
          StoredModel::Import(*question_.onnx, ImportOptions(*environment_.options, check));
      if (!model.ok()) return;
      environment_.metrics->CacheEvicted(CacheKind::kModels, models.Insert(id, *model).value_or(0));
    } catch (const std::bad_alloc&) {
      return;  // it is not needed for this answer
    }
  }

  absl::StatusOr<Answer> FindAnswer(const WorkHooks& work) override {
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
    CallState& state = *environment_.state;
    absl::StatusOr<InferAnswer> answer = AnswerInferShapes(
        std::move(question_), *environment_.options, state.models, state.compiled, hooks);
    for (const auto& [op, dims] : unknown_dims) metrics.UnknownDims(op, dims);
    if (!answer.ok()) return answer.status();
    if (answer->is_inferred) metrics.Inferred(answer->nodes);
    return MakeAnswer(AnswerHead(answer->model_id).Take(), std::move(answer->rest));
  }

 private:
  absl::StatusOr<ModelFile> OpenModelFile(const std::string& path) const {
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

  const CallEnvironment& environment_;
  const grpc::ByteBuffer request_;
  InferQuestion question_;
};

}  // namespace

InferShapesMethod::InferShapesMethod(const CallEnvironment& environment)
    : AnswerMethod(Method::kInferShapes, KeyKind::kInferShapes,
                   ": strip the weights from the model"),
      environment_(environment) {}

std::optional<size_t> InferShapesMethod::AnswerAtOnce(absl::string_view request,
                                                      grpc::ByteBuffer* response) const {
  CallState& state = *environment_.state;
  const std::optional<std::string> answer =
      AnswerFromCompiled(request, *environment_.options, state.models, state.compiled);
  if (!answer.has_value()) return std::nullopt;
  environment_.metrics->CacheLookedUp(CacheKind::kModels, true);
  environment_.metrics->CacheLookedUp(CacheKind::kCompiled, true);
  const grpc::Slice slice(*answer);
  grpc::ByteBuffer(&slice, 1).Swap(response);
  return answer->size();
}

bool InferShapesMethod::IsKeyedByRequest(absl::string_view request) const {
  return !NamesModelPath(request);
}

Lane InferShapesMethod::Weigh(absl::string_view request) const {
  const RequestedWork asked = ReadRequestedWork(request);
  WorkSize size = {.bytes = asked.bytes, .items = asked.items};
  if (!asked.model_id.empty()) {
    const auto model = environment_.state->models.Find(CacheKey(KeyKind::kModelId, asked.model_id));
    if (model != nullptr) size.nodes = model->model().node_count;
  }
  const Lane lane = LaneOf(size);
  return NamesModelPath(request) ? std::max(lane, Lane::kNormal) : lane;
}

absl::StatusOr<std::unique_ptr<Question>> InferShapesMethod::Read(
    const grpc::ByteBuffer& request) const {
  InferQuestion question;
  absl::Status read = ReadQuestion(request, question);
  if (!read.ok()) return read;
  return std::make_unique<InferShapesQuestion>(environment_, request, std::move(question));
}

}  // namespace shapewright::server
