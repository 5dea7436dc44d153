#ifndef SHAPEWRIGHT_SERVER_METHODS_INFER_ANSWER_H_
#define SHAPEWRIGHT_SERVER_METHODS_INFER_ANSWER_H_

#include <atomic>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/inference/engine/options.h"
#include "core/wire/wire_writer.h"
#include "server/cache/compiled_store.h"
#include "server/cache/model_store.h"
#include "server/config/options.h"
#include "server/files/model_root.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::server {

// A request, and what was found out about its model on the way.
struct InferQuestion {
  v1::InferShapesRequest request;
  // Taken out of the request.
  std::optional<std::string> onnx;
  // The id of `onnx`; empty: not known yet.
  std::string model_id;
  // What the request's path names.
  std::optional<ModelFile> file;
};

// A serialized InferShapesResponse, in two pieces.
struct InferAnswer {
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

// What InferShapes does, without gRPC. Models are looked up in `models` and kept there, inferences
// that are good for other bindings too in `compiled`.
absl::StatusOr<InferAnswer> AnswerInferShapes(InferQuestion question, const Options& options,
                                              ModelStore& models, CompiledStore& compiled,
                                              const InferHooks& hooks);

// The same of a small serialized request, where an inference that is kept answers it with next to
// no work: the serialized response. Nothing otherwise, also where there is an error to tell.
std::optional<std::string> AnswerFromCompiled(absl::string_view request, const Options& options,
                                              ModelStore& models, CompiledStore& compiled);

// The fields of a serialized InferShapesResponse before those that inference tells.
inference::WireWriter AnswerHead(absl::string_view model_id);

// For importing a model within the server's limits.
graph::ReaderOptions ImportOptions(const Options& options, std::function<absl::Status()> check);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_INFER_ANSWER_H_
