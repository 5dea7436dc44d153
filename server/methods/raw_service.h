#ifndef SHAPEWRIGHT_SERVER_METHODS_RAW_SERVICE_H_
#define SHAPEWRIGHT_SERVER_METHODS_RAW_SERVICE_H_

#include <google/protobuf/descriptor.h>
#include <grpc/support/log.h>
#include <grpcpp/server_context.h>
#include <grpcpp/support/byte_buffer.h>
#include <grpcpp/support/server_callback.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "server/call/call_environment.h"
#include "server/call/stream_call.h"
#include "server/call/unary_call.h"
#include "shapewright/v1/service.grpc.pb.h"

namespace shapewright::server {

// A service of the API, such as v1::ShapeService, whose unary methods take raw bytes: a request
// that gRPC itself cannot parse (malformed, or deeper than 100 messages) would be answered
// UNIMPLEMENTED without a message.
//
// `Base` is what gRPC generates for it, perhaps with raw methods of other kinds.
template <typename Api, typename Base = typename Api::Service>
class RawService : public Base {
 protected:
  // `environment` outlives the service.
  explicit RawService(CallEnvironment& environment) : environment_(environment) {}

  CallEnvironment& environment() const { return environment_; }

  // Has the RPC that an AnswerMethod names answered by it. The method is made here, of the
  // arguments and what calls share. Generated classes register raw methods in the same way, with a
  // class and a virtual function for each.
  template <typename AnsweringMethod, typename... Arguments>
  void Serve(Arguments&&... arguments) {
    const AnswerMethod& method = Add<AnsweringMethod>(std::forward<Arguments>(arguments)...);
    this->MarkMethodRawCallback(
        IndexOf(method.method()),
        new grpc::internal::CallbackUnaryHandler<grpc::ByteBuffer, grpc::ByteBuffer>(
            [this, &method](grpc::CallbackServerContext* context, const grpc::ByteBuffer* request,
                            grpc::ByteBuffer* response) {
              return StartUnaryCall(environment_, method, context, request, response);
            }));
  }

  // The same for an RPC that streams the answers of the method. `rpc` outlives the service.
  template <typename AnsweringMethod, typename... Arguments>
  void ServeStream(const StreamRpc& rpc, Arguments&&... arguments) {
    const AnswerMethod& method = Add<AnsweringMethod>(std::forward<Arguments>(arguments)...);
    this->MarkMethodRawCallback(
        IndexOf(method.method()),
        new grpc::internal::CallbackServerStreamingHandler<grpc::ByteBuffer, grpc::ByteBuffer>(
            [this, &rpc, &method](grpc::CallbackServerContext* context,
                                  const grpc::ByteBuffer* request) {
              return StartStreamCall(environment_, rpc, method, context, request);
            }));
  }

 private:
  template <typename AnsweringMethod, typename... Arguments>
  const AnswerMethod& Add(Arguments&&... arguments) {
    methods_.push_back(
        std::make_unique<AnsweringMethod>(std::forward<Arguments>(arguments)..., environment_));
    return *methods_.back();
  }

  static int IndexOf(Method method) {
    const google::protobuf::ServiceDescriptor* const service =
        google::protobuf::DescriptorPool::generated_pool()->FindServiceByName(
            Api::service_full_name());
    GPR_ASSERT(service != nullptr && "the API has no such service");
    const google::protobuf::MethodDescriptor* const rpc =
        service->FindMethodByName(std::string(MethodName(method)));
    GPR_ASSERT(rpc != nullptr && "the service has no RPC of this name");
    return rpc->index();
  }

  CallEnvironment& environment_;
  std::vector<std::unique_ptr<const AnswerMethod>> methods_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_METHODS_RAW_SERVICE_H_
