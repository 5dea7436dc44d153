#include "server/methods/model_request.h"

#include <new>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/answer_budget.h"
#include "core/base/error_payload.h"
#include "core/graph/message/parse_message.h"
#include "core/graph/read_error.h"
#include "core/wire/external_data.h"
#include "core/wire/inference_id.h"
#include "core/wire/ir_constants.h"
#include "core/wire/model_format.h"
#include "core/wire/model_id.h"
#include "core/wire/wire_writer.h"
#include "server/cache/byte_view.h"
#include "server/call/call_environment.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"
#include "server/methods/parse_request.h"

namespace shapewright::server {
namespace {

// Where small tensors of the model at `path` may be.
absl::StatusOr<std::vector<std::string>> DataFilesOf(absl::string_view content,
                                                     absl::string_view path) {
  switch (FormatOf(content)) {
    case ModelFormat::kOnnx:
      return ExternalLocations(content);
    case ModelFormat::kOpenvinoIr:
      return std::vector<std::string>{IrWeightsLocation(path)};
    default:
      return std::vector<std::string>();
  }
}

// Where the opened file's small external tensors are; reads it if that is not known.
absl::StatusOr<ModelStore::DataFiles> FindDataFiles(ModelStore& models, const Options& options,
                                                    absl::string_view path, ModelParts* parts) {
  ModelStore::DataFiles known = models.FindDataFiles(parts->file->identity());
  if (known != nullptr) return known;
  absl::StatusOr<std::string> content =
      parts->file->ReadWithoutWeights(static_cast<size_t>(options.max_upload_bytes));
  if (!content.ok()) return content.status();
  absl::StatusOr<std::vector<std::string>> files = DataFilesOf(*content, path);
  if (!files.ok()) {
    return graph::ReadError(graph::reason::kMalformedModel, files.status().message());
  }
  parts->file_content = *std::move(content);
  auto found = std::make_shared<const std::vector<std::string>>(*std::move(files));
  models.InsertDataFiles(parts->file->identity(), found);
  return found;
}

}  // namespace

absl::Status OpenModelFile(CallEnvironment& environment, const Options& options,
                           const std::string& path, ModelParts* parts) {
  const ModelRoot* root = environment.model_root.get();
  if (root == nullptr) {
    return CallError(absl::StatusCode::kNotFound, reason::kPathNotServed,
                     "the server was started without a model root");
  }
  absl::StatusOr<ModelFile> file = root->OpenFile(path);
  if (!file.ok()) return file.status();
  parts->file = *std::move(file);
  const absl::StatusOr<ModelStore::DataFiles> data =
      FindDataFiles(environment.models, options, path, parts);
  if (!data.ok()) return data.status();
  return root->AddDataFiles(path, **data, *parts->file);
}

ModelRequest::ModelRequest(CallEnvironment& environment, const Options& options,
                           const ModelMethodRow& row, const questions::ModelRpc& rpc,
                           const grpc::ByteBuffer& request)
    : environment_(environment),
      options_(options),
      row_(row),
      rpc_(rpc),
      kinds_(row.key_kind),
      request_(request),
      message_(rpc.request_prototype->New()) {}

absl::Status ModelRequest::Parse() {
  std::optional<SplitRequest> split = SplitModelRequest(request_);
  absl::Status parsed = split.has_value() ? graph::ParseMessage(split->rest, message_.get())
                                          : ParseBuffer(request_, message_.get());
  if (!parsed.ok()) return parsed;
  if (split.has_value()) {
    parts_.bytes.emplace(std::move(split->onnx));
  } else if (questions::SpecOf(*message_).has_file()) {
    TakeModelBytes(questions::MutableSpecOf(*message_), parts_);
  }
  return absl::OkStatus();
}

absl::StatusOr<ParsedRequest::Key> ModelRequest::FindKey() {
  if (parts_.bytes.has_value()) {
    parts_.model_id = ModelId(parts_.bytes->content, parts_.bytes->weights);
    return Key{kinds_.onnx, absl::StrCat(parts_.model_id, message_->SerializeAsString())};
  }
  const grpc::Slice bytes = OnePiece(request_);
  const v1::ModelSpec& spec = questions::SpecOf(*message_);
  if (!spec.has_path()) return Key{kinds_.large, ModelId(View(bytes))};
  if (absl::Status opened = OpenModelFile(environment_, options_, spec.path(), &parts_);
      !opened.ok()) {
    SetField(opened, "model.path");
    return opened;
  }
  return Key{kinds_.path, absl::StrCat(parts_.file->identity(), View(bytes))};
}

void ModelRequest::OnAnswerKept(const std::function<absl::Status()>& check) {
  if (!parts_.bytes.has_value()) return;
  ModelStore& models = environment_.models;
  const std::string spec = CanonicalSpec(questions::SpecOf(*message_));
  models.InsertSpec(InferenceId(parts_.model_id, spec), parts_.model_id, spec);
  const CacheKey id(KeyKind::kModelId, parts_.model_id);
  if (models.Find(id) != nullptr) return;
  try {
    const absl::StatusOr<std::shared_ptr<const StoredModel>> model =
        StoredModel::Import(*parts_.bytes, ImportOptions(options_, check));
    if (!model.ok()) return;
    environment_.metrics.CacheEvicted(CacheKind::kModels, models.Insert(id, *model).value_or(0));
  } catch (const std::bad_alloc&) {
    return;  // it is not needed for this answer
  }
}

absl::StatusOr<SerializedAnswer> ModelRequest::FindAnswer(const WorkHooks& work) {
  Metrics& metrics = environment_.metrics;
  WorkHooks hooks = work;
  inference::UnknownDims unknown_dims;
  hooks.unknown_dims = &unknown_dims;
  const uint64_t asked = questions::LimitsOf(*message_).answer_bytes();
  absl::StatusOr<ModelAnswer> answer = Find(*message_, std::move(parts_), hooks);
  for (const auto& [op, dims] : unknown_dims) metrics.UnknownDims(op, dims);
  if (!answer.ok()) return SuggestStream(answer.status(), asked);
  if (answer->is_inferred) metrics.Inferred(answer->nodes);
  const auto make = [nodes = answer->nodes](const std::string& head, std::string rest) {
    SerializedAnswer made = MakeAnswer(head, std::move(rest));
    made.nodes = nodes;
    return made;
  };
  if (row_.model_id_field == 0) return make("", std::move(answer->rest));
  WireWriter out;
  // The rest may have the field too: parsers merge them.
  const bool is_within = row_.ids_within_field != 0;
  const size_t begin = is_within ? out.Begin(row_.ids_within_field) : 0;
  out.NonEmpty(row_.model_id_field, answer->model_id);
  if (row_.inference_id_field != 0) out.NonEmpty(row_.inference_id_field, answer->inference_id);
  if (is_within) out.End(begin);
  const std::string head = out.Take();
  // The limit includes the head.
  const size_t limit = AnswerLimit(static_cast<size_t>(options_.max_answer_bytes), asked);
  absl::Status fits = AnswerBudget(limit).CheckSize(head.size() + answer->rest.size());
  if (!fits.ok()) return SuggestStream(fits, asked);
  return make(head, std::move(answer->rest));
}

absl::StatusOr<ModelAnswer> ModelRequest::Find(google::protobuf::Message& message, ModelParts parts,
                                               const WorkHooks& hooks) {
  return AnswerAboutModel(rpc_, message, std::move(parts), options_, environment_.models, hooks);
}

absl::Status ModelRequest::SuggestStream(absl::Status error, uint64_t asked_bytes) const {
  const auto limit = static_cast<uint64_t>(options_.max_answer_bytes);
  const bool is_of_option = asked_bytes == 0 || asked_bytes >= limit;
  if (row_.streamed_by.empty() || !is_of_option || ReasonOf(error) != reason::kAnswerTooLarge) {
    return error;
  }
  return WithMessage(
      error, absl::StrCat(error.message(), "; or all of them of ", row_.streamed_by,
                          ", which gives up to ", options_.max_streamed_answer_bytes, " bytes"));
}

}  // namespace shapewright::server
