#ifndef SHAPEWRIGHT_SERVER_METHODS_MODEL_ANSWER_H_
#define SHAPEWRIGHT_SERVER_METHODS_MODEL_ANSWER_H_

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "core/inference/engine/options.h"
#include "core/questions/model_rpc.h"
#include "server/cache/model_store.h"
#include "server/call/answer_method.h"
#include "server/config/options.h"
#include "server/files/model_root.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::server {

// What is already known about the model of a request when work on the answer begins.
struct ModelParts {
  // The bytes that the request brings as `onnx` or `file`, moved out of it.
  std::optional<ModelBytes> bytes;
  // The id of `bytes`; empty: not known yet.
  std::string model_id;
  // The field of the request that had them.
  const char* bytes_field = "model.onnx";
  // What the request's path names, with its data files.
  std::optional<ModelFile> file;
  // The content of `file` without weights; absent: not read yet.
  std::optional<std::string> file_content;
};

// Moves the bytes of a spec's `onnx` or `file` out of it; nothing if it has neither, or they are
// there already.
void TakeModelBytes(v1::ModelSpec& spec, ModelParts& parts);

// A serialized response in two parts: the ids, which go into its head, and the rest.
struct ModelAnswer {
  // Both empty: the model has none.
  std::string model_id;
  std::string inference_id;
  std::string rest;  // all other fields
  // The number of the model's nodes; 0 if it is not known.
  size_t nodes = 0;
  // False if the answer comes from a kept inference.
  bool is_inferred = true;
};

// Finds the model of one request in the store, or reads it and keeps it there. All arguments
// outlive it.
class ModelFinder {
 public:
  using ModelPointer = std::shared_ptr<const StoredModel>;

  ModelFinder(v1::ModelSpec& spec, ModelParts parts, const Options& options, ModelStore& models,
              const WorkHooks& hooks);

  // Replaces an inference_id by what it stands for; first, once. NOT_FOUND if that is not kept,
  // INVALID_ARGUMENT if the spec says more.
  absl::Status ResolveInference();
  // Whether the request brings the model as a `graph` message, or has none: such models are not
  // kept.
  bool is_unkept() const;
  // `answer` gets the ids of a model that has one, and of what is said of it, which is kept.
  absl::StatusOr<ModelPointer> Find(ModelAnswer& answer);
  // Sets the field of an INVALID_ARGUMENT that has none to the source of the model.
  absl::Status Blame(absl::Status error) const;
  // The identity of the file that the request names; empty: it names none.
  std::string file_identity() const { return parts_.file ? parts_.file->identity() : ""; }
  const inference::InferOptions& engine_options() const { return engine_; }

 private:
  const char* source_field() const;
  absl::StatusOr<ModelPointer> FindModel(std::string& model_id);
  template <typename Read>
  absl::StatusOr<ModelPointer> FindOrImport(const CacheKey& key, Read read);

  v1::ModelSpec& spec_;
  ModelParts parts_;
  const Options& options_;
  ModelStore& models_;
  const WorkHooks& hooks_;
  inference::InferOptions engine_;
  // The one that the request names; empty: none.
  std::string inference_id_;
};

// Answers a request of the RPC, without the head of the response (ModelMethodRow::head). The model
// is looked up in `models` and kept there.
absl::StatusOr<ModelAnswer> AnswerAboutModel(const questions::ModelRpc& rpc,
                                             google::protobuf::Message& request, ModelParts parts,
                                             const Options& options, ModelStore& models,
                                             const WorkHooks& hooks);

// An error if a list of a request is longer than the limit of its kind.
absl::Status CheckLists(absl::Span<const questions::ListLimit> lists,
                        const google::protobuf::Message& request, const Options& options);

// For importing a model within the server's limits.
graph::ReaderOptions ImportOptions(const Options& options, std::function<absl::Status()> check);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_MODEL_ANSWER_H_
