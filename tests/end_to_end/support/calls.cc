#include "tests/end_to_end/support/calls.h"

#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <grpcpp/support/byte_buffer.h>
#include <gtest/gtest.h>

#include <utility>

namespace shapewright::end_to_end {
namespace {

grpc::ByteBuffer ToBuffer(const std::string& bytes) {
  const grpc::Slice slice(bytes);
  return {&slice, 1};
}

std::string ToText(const grpc::ByteBuffer& buffer) {
  std::vector<grpc::Slice> slices;
  if (!buffer.Dump(&slices).ok()) return "";
  std::string text;
  for (const grpc::Slice& slice : slices) {
    text.append(reinterpret_cast<const char*>(slice.begin()), slice.size());
  }
  return text;
}

template <typename Detail>
bool FindDetail(const grpc::Status& status, Detail& detail) {
  google::rpc::Status details;
  if (!details.ParseFromString(status.error_details())) return false;
  for (const auto& any : details.details()) {
    if (any.UnpackTo(&detail)) return true;
  }
  return false;
}

// One request, then all that comes back.
class StreamReader final : public grpc::ClientBidiReactor<grpc::ByteBuffer, grpc::ByteBuffer> {
 public:
  explicit StreamReader(const std::string& request) : request_(ToBuffer(request)) {}

  void Start() {
    StartWriteLast(&request_, grpc::WriteOptions());
    StartRead(&response_);
    StartCall();
  }

  void OnReadDone(bool ok) override {
    if (!ok) return;
    responses_.push_back(ToText(response_));
    StartRead(&response_);
  }

  void OnDone(const grpc::Status& /*status*/) override { done_.set_value(std::move(responses_)); }

  std::vector<std::string> Wait() { return done_.get_future().get(); }

 private:
  grpc::ByteBuffer request_;
  grpc::ByteBuffer response_;
  std::vector<std::string> responses_;
  std::promise<std::vector<std::string>> done_;
};

}  // namespace

struct PendingCall::Buffers {
  grpc::ByteBuffer request;
  grpc::ByteBuffer response;
};

std::shared_ptr<grpc::Channel> OpenChannel(const ServerProcess& server) {
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  return grpc::CreateCustomChannel(server.target(), grpc::InsecureChannelCredentials(), arguments);
}

PendingCall::PendingCall(const std::shared_ptr<grpc::Channel>& channel, const std::string& method,
                         const std::string& request,
                         const std::multimap<std::string, std::string>& metadata,
                         std::chrono::milliseconds deadline)
    : buffers_(std::make_unique<Buffers>()) {
  if (deadline != std::chrono::milliseconds::max()) {
    context_.set_deadline(std::chrono::system_clock::now() + deadline);
  }
  buffers_->request = ToBuffer(request);
  for (const auto& [key, value] : metadata) context_.AddMetadata(key, value);
  grpc::GenericStub(channel).UnaryCall(&context_, method, grpc::StubOptions(), &buffers_->request,
                                       &buffers_->response, [this](grpc::Status status) {
                                         response_ = ToText(buffers_->response);
                                         status_.set_value(std::move(status));
                                       });
}

PendingCall::~PendingCall() = default;

void PendingCall::ExpectCancels() {
  Cancel();
  const grpc::Status status = Wait();
  EXPECT_EQ(status.error_code(), grpc::StatusCode::CANCELLED) << status.error_message();
}

std::string PendingCall::Trailer(const std::string& name) const {
  const auto& trailers = context_.GetServerTrailingMetadata();
  const auto found = trailers.find(name);
  if (found == trailers.end()) return "";
  return {found->second.data(), found->second.size()};
}

std::string PendingCall::CacheWord() const {
  const std::string timing = Trailer("server-timing");
  const std::string label = "cache;desc=";
  const size_t begin = timing.find(label);
  if (begin == std::string::npos) return response_.empty() ? "" : "hit";
  const size_t word = begin + label.size();
  return timing.substr(word, timing.find(',', word) - word);
}

grpc::Status Call(const ServerProcess& server, const std::string& method,
                  const std::string& request, std::string* response) {
  PendingCall call(OpenChannel(server), method, request);
  grpc::Status status = call.Wait();
  if (response != nullptr) *response = call.response();
  return status;
}

std::vector<std::string> CallStream(const ServerProcess& server, const std::string& method,
                                    const std::string& request) {
  grpc::ClientContext context;
  grpc::GenericStub stub(OpenChannel(server));
  StreamReader reader(request);
  stub.PrepareBidiStreamingCall(&context, method, grpc::StubOptions(), &reader);
  reader.Start();
  return reader.Wait();
}

google::rpc::ErrorInfo ErrorInfoOf(const grpc::Status& status) {
  google::rpc::ErrorInfo info;
  FindDetail(status, info);
  return info;
}

std::string FieldOf(const grpc::Status& status) {
  google::rpc::BadRequest request;
  if (!FindDetail(status, request)) return "";
  return request.field_violations(0).field();
}

bool HasRetryInfo(const grpc::Status& status) {
  google::rpc::RetryInfo retry;
  return FindDetail(status, retry);
}

}  // namespace shapewright::end_to_end
