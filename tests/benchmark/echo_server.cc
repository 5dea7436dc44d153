// The least that a gRPC server can do, to measure the service against: a raw
// method of the callback API that answers with as many bytes as it is told to,
// from one piece of memory that all answers share.
//
// usage: echo_server ADDRESS
#include <grpcpp/server.h>
#include <grpcpp/server_builder.h>
#include <grpcpp/support/byte_buffer.h>

#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

#include "shapewright/v1/service.grpc.pb.h"
#include "tests/benchmark/echo_size.h"

namespace shapewright::benchmark {
namespace {

using RawService = v1::ShapeService::WithRawCallbackMethod_InferShapes<v1::ShapeService::Service>;

constexpr size_t kMaxAnswer = 64 << 20;

class EchoService final : public RawService {
 public:
  EchoService() : content_(std::string(kMaxAnswer, 'x')) {}

  grpc::ServerUnaryReactor* InferShapes(grpc::CallbackServerContext* context,
                                        const grpc::ByteBuffer* request,
                                        grpc::ByteBuffer* response) override {
    std::vector<grpc::Slice> slices;
    grpc::ServerUnaryReactor* reactor = context->DefaultReactor();
    if (!request->Dump(&slices).ok() || slices.empty()) {
      reactor->Finish({grpc::StatusCode::INVALID_ARGUMENT, "no size"});
      return reactor;
    }
    const size_t size = ReadEchoSize(slices[0].begin(), slices[0].size());
    const grpc::Slice answer = content_.sub(0, std::min(size, kMaxAnswer));
    *response = grpc::ByteBuffer(&answer, 1);
    reactor->Finish(grpc::Status::OK);
    return reactor;
  }

 private:
  const grpc::Slice content_;
};

int Main(const std::string& address) {
  EchoService service;
  grpc::ServerBuilder builder;
  builder.AddListeningPort(address, grpc::InsecureServerCredentials());
  builder.RegisterService(&service);
  builder.SetMaxReceiveMessageSize(-1);
  const std::unique_ptr<grpc::Server> server = builder.BuildAndStart();
  if (server == nullptr) return 1;
  server->Wait();
  return 0;
}

}  // namespace
}  // namespace shapewright::benchmark

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: echo_server ADDRESS\n");
    return 2;
  }
  return shapewright::benchmark::Main(argv[1]);
}
