#include "server/call/open_calls.h"

#include <grpcpp/generic/async_generic_service.h>

#include <thread>

namespace shapewright::server {
namespace {

constexpr std::chrono::milliseconds kOpenPoll{1};

}  // namespace

class OpenCalls::Context final : public grpc::CallbackServerContext {
 public:
  explicit Context(std::atomic<int64_t>& open) : open_(open) { ++open_; }
  ~Context() override { --open_; }

 private:
  std::atomic<int64_t>& open_;
};

class OpenCalls::Allocator final : public grpc::ContextAllocator {
 public:
  explicit Allocator(OpenCalls& calls) : calls_(calls) {}

  grpc::CallbackServerContext* NewCallbackServerContext() override {
    return new Context(calls_.open_[calls_.era_]);
  }
  void Release(grpc::CallbackServerContext* context) override { delete context; }

  // Of methods that there are not, for which gRPC 1.51 needs contexts too; they are not counted.
  grpc::GenericCallbackServerContext* NewGenericCallbackServerContext() override {
    return new grpc::GenericCallbackServerContext;
  }
  void Release(grpc::GenericCallbackServerContext* context) override { delete context; }

 private:
  OpenCalls& calls_;
};

std::unique_ptr<grpc::ContextAllocator> OpenCalls::Counter() {
  return std::make_unique<Allocator>(*this);
}

bool OpenCalls::AwaitBegun(Clock::time_point due) {
  era_ = 1;
  while (open_[0] > 0) {
    if (Clock::now() >= due) return false;
    std::this_thread::sleep_for(kOpenPoll);
  }
  return true;
}

}  // namespace shapewright::server
