#ifndef SHAPEWRIGHT_SERVER_METHODS_MODEL_QUESTION_H_
#define SHAPEWRIGHT_SERVER_METHODS_MODEL_QUESTION_H_

#include <google/protobuf/message.h>
#include <grpcpp/support/byte_buffer.h>

#include <functional>
#include <memory>
#include <string>

#include "server/call/answer_method.h"
#include "server/call/call.h"
#include "server/call/split_request.h"
#include "server/methods/model_answer.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright::server {

// The kinds of keys of a method about a model, by how the model comes.
struct ModelKeyKinds {
  KeyKind large;
  KeyKind onnx;
  KeyKind path;
};

// A request about a model, taken apart as far as parsing does.
class ModelQuestion : public Question {
 public:
  // `message` is the request, of which `spec` is a field; both are of the derived class. The
  // environment outlives it.
  ModelQuestion(const CallEnvironment& environment, const grpc::ByteBuffer& request,
                const ModelKeyKinds& kinds, google::protobuf::Message& message);

  // Once, before all else.
  absl::Status Parse(v1::ModelSpec& (*spec_of)(google::protobuf::Message& message));

  // Also finds the id of the model and opens the file, where there is one.
  absl::StatusOr<Key> FindKey() override;
  // Whoever sends a model may name it afterwards, also where only the answer is still there.
  void OnAnswerKept(const std::function<absl::Status()>& check) override;
  absl::StatusOr<Answer> FindAnswer(const WorkHooks& work) override;

 private:
  // The answer in two pieces: the first fields, and the rest.
  virtual absl::StatusOr<ModelAnswer> Find(ModelParts parts, const InferHooks& hooks) = 0;
  virtual std::string Head(const ModelAnswer& answer) const = 0;
  absl::StatusOr<ModelFile> OpenModelFile(const std::string& path) const;

 protected:
  const CallEnvironment& environment() const { return environment_; }

 private:
  const CallEnvironment& environment_;
  const grpc::ByteBuffer request_;
  const ModelKeyKinds kinds_;
  google::protobuf::Message& message_;
  v1::ModelSpec* spec_ = nullptr;
  ModelParts parts_;
};

// How much work a request looks like: a model that is named by its id, by its nodes; a file, of
// which nothing is known yet, as normal.
Lane LaneOfModelRequest(const CallEnvironment& environment, absl::string_view request,
                        const RequestedWork& asked);

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_MODEL_QUESTION_H_
