#ifndef SHAPEWRIGHT_SERVER_METHODS_MODEL_ANSWER_H_
#define SHAPEWRIGHT_SERVER_METHODS_MODEL_ANSWER_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "core/inference/engine/options.h"
#include "core/inference/model_rpc.h"
#include "server/cache/model_store.h"
#include "server/config/options.h"
#include "server/files/model_root.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::server {

// What was found out about the model of a request on the way.
struct ModelParts {
  // Taken out of the request.
  std::optional<std::string> onnx;
  // The id of `onnx`; empty: not known yet.
  std::string model_id;
  // What the request's path names.
  std::optional<ModelFile> file;
};

// A serialized response, in two pieces.
struct ModelAnswer {
  std::string model_id;  // empty: the model has none
  std::string rest;      // all other fields
  // Nodes of the model; 0 where they were not counted.
  size_t nodes = 0;
  // False: it follows from an inference that was kept.
  bool is_inferred = true;
};

// Callbacks of the work.
struct InferHooks {
  // Called every few thousand nodes; an error ends the work.
  std::function<absl::Status()> check;
  // Gets the operations so far.
  std::atomic<uint64_t>* progress = nullptr;
  // How many models, or finished inferences, were evicted for a new one.
  std::function<void(size_t)> on_evicted;
  std::function<void(size_t)> on_compiled_evicted;
  // Whether the model, or the finished inference, was in the cache.
  std::function<void(bool)> on_model_lookup;
  std::function<void(bool)> on_compiled_lookup;
  // Gets the unknown dims by operator; may be null.
  inference::UnknownDims* unknown_dims = nullptr;
  // The model is in memory; there is an answer, which is then written.
  std::function<void()> on_read;
  std::function<void()> on_inferred;
};

// The model of one request, which is looked up in a store and kept there. All outlive it.
class ModelFinder {
 public:
  using ModelPointer = std::shared_ptr<const StoredModel>;

  ModelFinder(v1::ModelSpec& spec, ModelParts parts, const Options& options, ModelStore& models,
              const InferHooks& hooks);

  // Whether the request brings the model in the service's own form, or none at all.
  bool is_unkept() const;
  // `model_id` gets the id of the model, if it has one.
  absl::StatusOr<ModelPointer> Find(std::string& model_id);
  // Blames the source of the model for an error that blames no field.
  absl::Status Blame(absl::Status error) const;
  // The identity of the file that the request names; empty: it names none.
  std::string file_identity() const { return parts_.file ? parts_.file->identity() : ""; }
  const inference::InferOptions& engine_options() const { return engine_; }

 private:
  const char* source_field() const;
  template <typename Read>
  absl::StatusOr<ModelPointer> FindOrImport(const CacheKey& key, Read read);

  v1::ModelSpec& spec_;
  ModelParts parts_;
  const Options& options_;
  ModelStore& models_;
  const InferHooks& hooks_;
  inference::InferOptions engine_;
};

// Answers a request, which has the type of the RPC's requests: all but the first fields, which tell
// of the model alone. The model is looked up in `models` and kept there.
absl::StatusOr<ModelAnswer> AnswerAboutModel(const inference::ModelRpc& rpc,
                                             google::protobuf::Message& request, ModelParts parts,
                                             const Options& options, ModelStore& models,
                                             const InferHooks& hooks);

// Whether the lists of a request about a model are within the options' limits.
absl::Status CheckLists(const google::protobuf::Message& request, const Options& options);

// For importing a model within the server's limits.
graph::ReaderOptions ImportOptions(const Options& options, std::function<absl::Status()> check);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_MODEL_ANSWER_H_
