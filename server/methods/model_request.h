#ifndef SHAPEWRIGHT_SERVER_METHODS_MODEL_REQUEST_H_
#define SHAPEWRIGHT_SERVER_METHODS_MODEL_REQUEST_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/questions/model_rpc.h"
#include "server/call/answer_method.h"
#include "server/call/call_environment.h"
#include "server/call/split_request.h"
#include "server/methods/model_answer.h"
#include "server/methods/model_row.h"

namespace shapewright::server {

// Opens the file of a model below the model root, and those beside it that hold small tensors of
// it, for `parts`. NOT_FOUND if there is no root or no such file.
absl::Status OpenModelFile(CallEnvironment& environment, const Options& options,
                           const std::string& path, ModelParts* parts);

// A request about a model, parsed, with a large model taken out of it.
class ModelRequest : public ParsedRequest {
 public:
  // All outlive it but the request.
  ModelRequest(CallEnvironment& environment, const Options& options, const ModelMethodRow& row,
               const questions::ModelRpc& rpc, const grpc::ByteBuffer& request);

  // Once, before all else.
  absl::Status Parse();

  // Also computes the id of the model, or opens the file.
  absl::StatusOr<Key> FindKey() override;
  // Imports the model if only its answer is still cached, as whoever has sent a model may name it
  // by its id afterwards.
  void OnAnswerKept(const std::function<absl::Status()>& check) override;
  absl::StatusOr<SerializedAnswer> FindAnswer(const WorkHooks& work) override;

 protected:
  CallEnvironment& environment() const { return environment_; }

 private:
  // The answer without its head. `message` is the request without the model in `parts`.
  // EvaluateShapes overrides it.
  virtual absl::StatusOr<ModelAnswer> Find(google::protobuf::Message& message, ModelParts parts,
                                           const WorkHooks& hooks);
  // The same error, with what to do about an answer that is too large for one message.
  absl::Status SuggestStream(absl::Status error, uint64_t asked_bytes) const;

  CallEnvironment& environment_;
  const Options& options_;
  const ModelMethodRow& row_;
  const questions::ModelRpc& rpc_;
  const ModelKeyKinds kinds_;
  const grpc::ByteBuffer request_;
  const std::unique_ptr<google::protobuf::Message> message_;
  ModelParts parts_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_MODEL_REQUEST_H_
