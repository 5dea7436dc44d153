#include "server/methods/infer_chain.h"

#include <algorithm>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/message/message_text.h"
#include "core/inference/read_model.h"
#include "core/questions/chain/infer_chain.h"
#include "core/wire/model_id.h"
#include "server/cache/byte_view.h"
#include "server/call/call_environment.h"
#include "server/errors/call_errors.h"
#include "server/errors/status.h"
#include "server/methods/model_answer.h"
#include "server/methods/model_request.h"
#include "server/methods/parse_request.h"
#include "shapewright/v1/chain.pb.h"

namespace shapewright::server {
namespace {

class ChainRequest final : public ParsedRequest {
 public:
  // All outlive it but the request.
  ChainRequest(CallEnvironment& environment, const grpc::ByteBuffer& bytes)
      : environment_(environment), options_(environment.options), bytes_(bytes) {}

  absl::Status Parse() {
    absl::Status status = ParseBuffer(bytes_, &request_);
    if (status.ok()) status = CheckLists(questions::InferChainLists(), request_, options_);
    if (status.ok()) {
      status = CheckLists(questions::ChainLists(), request_.chain(), options_);
      SetParentField(status, "chain");
    }
    parts_.resize(static_cast<size_t>(request_.chain().stages_size()));
    return status;
  }

  // Opens the files that stages name.
  absl::StatusOr<Key> FindKey() override;
  absl::StatusOr<SerializedAnswer> FindAnswer(const WorkHooks& work) override;

 private:
  // The models of the stages, while they are needed.
  struct Models {
    std::vector<std::shared_ptr<const StoredModel>> stored;
    std::vector<std::unique_ptr<graph::Model>> own;
    std::vector<questions::StageModel> stages;
  };

  absl::Status FindModel(int stage, const WorkHooks& hooks, Models* models);
  absl::StatusOr<std::string> Infer(const WorkHooks& hooks);

  CallEnvironment& environment_;
  const Options& options_;
  const grpc::ByteBuffer bytes_;
  v1::InferChainRequest request_;
  // By stage.
  std::vector<ModelParts> parts_;
};

std::string StageField(int stage) { return graph::Item("chain.stages", stage); }

absl::StatusOr<ParsedRequest::Key> ChainRequest::FindKey() {
  std::string key;
  for (int i = 0; i < request_.chain().stages_size(); ++i) {
    const v1::ModelSpec& spec = request_.chain().stages(i).model();
    if (!spec.has_path()) continue;
    ModelParts& parts = parts_[static_cast<size_t>(i)];
    absl::Status opened = OpenModelFile(environment_, options_, spec.path(), &parts);
    if (!opened.ok()) {
      SetField(opened, absl::StrCat(StageField(i), ".model.path"));
      return opened;
    }
    absl::StrAppend(&key, parts.file->identity(), "\n");
  }
  absl::StrAppend(&key, ModelId(View(OnePiece(bytes_))));
  return Key{KeyKind::kInferChain, std::move(key)};
}

absl::Status ChainRequest::FindModel(int stage, const WorkHooks& hooks, Models* models) {
  v1::ModelSpec& spec = *request_.mutable_chain()->mutable_stages(stage)->mutable_model();
  ModelFinder finder(spec, std::move(parts_[static_cast<size_t>(stage)]), options_,
                     environment_.models, hooks);
  absl::Status status = finder.ResolveInference();
  if (!status.ok()) return status;
  if (finder.is_unkept()) {
    auto read = inference::ReadModel(spec, finder.engine_options());
    if (!read.ok()) return finder.Blame(read.status());
    models->stages.push_back({read->get()});
    models->own.push_back(*std::move(read));
    return absl::OkStatus();
  }
  ModelAnswer ids;
  auto found = finder.Find(ids);
  if (!found.ok()) return finder.Blame(found.status());
  models->stages.push_back({&(*found)->model(), ids.model_id});
  models->stored.push_back(*std::move(found));
  return absl::OkStatus();
}

absl::StatusOr<std::string> ChainRequest::Infer(const WorkHooks& hooks) {
  Models models;
  for (int i = 0; i < request_.chain().stages_size(); ++i) {
    absl::Status status = FindModel(i, hooks, &models);
    if (!status.ok()) {
      SetParentField(status, StageField(i));
      return status;
    }
  }
  if (hooks.on_read) hooks.on_read();
  v1::ModelSpec none;
  const ModelFinder limits(none, {}, options_, environment_.models, hooks);
  return questions::InferChain(request_, models.stages, limits.engine_options());
}

absl::StatusOr<SerializedAnswer> ChainRequest::FindAnswer(const WorkHooks& work) {
  try {
    Metrics& metrics = environment_.metrics;
    WorkHooks hooks = work;
    inference::UnknownDims unknown_dims;
    hooks.unknown_dims = &unknown_dims;
    absl::StatusOr<std::string> answer = Infer(hooks);
    for (const auto& [op, dims] : unknown_dims) metrics.UnknownDims(op, dims);
    if (!answer.ok()) return answer.status();
    return MakeAnswer("", *std::move(answer));
  } catch (const std::bad_alloc&) {
    return MemoryError();
  }
}

}  // namespace

Lane InferChainMethod::Weigh(absl::string_view request) const {
  return std::max(LaneOf({.bytes = request.size()}), Lane::kNormal);
}

absl::StatusOr<std::unique_ptr<ParsedRequest>> InferChainMethod::Read(
    const grpc::ByteBuffer& request) const {
  auto parsed = std::make_unique<ChainRequest>(environment_, request);
  absl::Status read = parsed->Parse();
  if (!read.ok()) return read;
  return parsed;
}

}  // namespace shapewright::server
