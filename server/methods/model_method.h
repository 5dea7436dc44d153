#ifndef SHAPEWRIGHT_SERVER_METHODS_MODEL_METHOD_H_
#define SHAPEWRIGHT_SERVER_METHODS_MODEL_METHOD_H_

#include <memory>

#include "absl/strings/string_view.h"
#include "core/questions/model_rpc.h"
#include "server/call/answer_method.h"
#include "server/call/call_environment.h"
#include "server/config/options.h"
#include "server/methods/model_row.h"

namespace shapewright::server {

// A method about a model, for StartUnaryCall(). The cache identifies a model by the SHA-256 of its
// bytes, which a request may also name; a file by its identity. Thread-safe.
class ModelMethod : public AnswerMethod {
 public:
  // `environment` outlives it.
  ModelMethod(Method method, CallEnvironment& environment);

  // False if the request names a file, as its content may have changed.
  bool IsKeyedByRequest(absl::string_view request) const override;
  Lane Weigh(absl::string_view request) const override;
  absl::StatusOr<std::unique_ptr<ParsedRequest>> Read(
      const grpc::ByteBuffer& request) const override;

 protected:
  CallEnvironment& environment() const { return environment_; }
  const ModelMethodRow& row() const { return row_; }
  const questions::ModelRpc& rpc() const { return rpc_; }
  // Those of the server, with the limits of this method's answers.
  const Options& options() const { return options_; }

 private:
  CallEnvironment& environment_;
  const ModelMethodRow& row_;
  const questions::ModelRpc& rpc_;
  const Options options_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_MODEL_METHOD_H_
