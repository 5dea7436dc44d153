#include "tests/soak/hostile.h"

#include <grpc/compression.h>
#include <grpcpp/create_channel.h>
#include <grpcpp/generic/generic_stub.h>
#include <grpcpp/security/credentials.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstring>
#include <memory>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/layout.pb.h"
#include "tests/end_to_end/support/calls.h"
#include "tests/end_to_end/support/models.h"

namespace shapewright::soak {
namespace {

using end_to_end::PendingCall;
using end_to_end::Request;
using end_to_end::ServerProcess;

// No hostile call is waited for longer.
constexpr std::chrono::seconds kPatience{3};

std::string Outcome(const grpc::Status& status, size_t bytes) {
  if (status.ok()) return absl::StrCat("OK, ", bytes, " bytes");
  const std::string reason = end_to_end::ErrorInfoOf(status).reason();
  return absl::StrCat(static_cast<int>(status.error_code()), " ", reason, " ",
                      std::string(status.error_message()).substr(0, 60));
}

std::string Ask(const ServerProcess& server, const std::string& method, const std::string& request,
                const std::multimap<std::string, std::string>& metadata = {}) {
  PendingCall call(end_to_end::OpenChannel(server), method, request, metadata, kPatience);
  const grpc::Status status = call.Wait();
  return Outcome(status, call.response().size());
}

// A request that is made anew for each round.
Hostility Asking(std::string name, std::string method,
                 std::function<std::string(int round)> request) {
  const auto round = std::make_shared<std::atomic<int>>(0);
  return {std::move(name),
          [=](const ServerProcess& server) { return Ask(server, method, request((*round)++)); }};
}

Hostility Inferring(std::string name, const std::function<std::string(int round)>& onnx) {
  return Asking(std::move(name), end_to_end::kInferShapes,
                [onnx](int round) { return Request(onnx(round)).SerializeAsString(); });
}

Hostility InferringWith(std::string name,
                        const std::function<v1::InferShapesRequest(int round)>& request) {
  return Asking(std::move(name), end_to_end::kInferShapes,
                [request](int round) { return request(round).SerializeAsString(); });
}

// A stream that brings nothing, given up after a while.
std::string UploadNothing(const ServerProcess& server) {
  const auto stub = v1::ModelService::NewStub(end_to_end::OpenChannel(server));
  grpc::ClientContext context;
  context.set_deadline(std::chrono::system_clock::now() + kPatience);
  v1::UploadModelResponse response;
  const auto writer = stub->UploadModel(&context, &response);
  v1::UploadModelRequest request;
  request.set_size_bytes(1 << 20);
  writer->Write(request);
  return Outcome(writer->Finish(), 0);
}

// Zeros, which gzip makes a thousandth of.
std::string SendInflatable(const ServerProcess& server) {
  grpc::ChannelArguments arguments;
  arguments.SetCompressionAlgorithm(GRPC_COMPRESS_GZIP);
  const auto channel =
      grpc::CreateCustomChannel(server.target(), grpc::InsecureChannelCredentials(), arguments);
  PendingCall call(channel, end_to_end::kInferShapes,
                   Request(std::string(60 << 20, '\0')).SerializeAsString(), {}, kPatience);
  return Outcome(call.Wait(), 0);
}

int Connect(const std::string& socket_path) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket_path.c_str(), sizeof(address.sun_path) - 1);
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(fd, reinterpret_cast<const sockaddr*>(&address), sizeof(address)) == 0) return fd;
  close(fd);
  return -1;
}

// Connections that say nothing.
std::string ConnectAndStaySilent(const ServerProcess& server) {
  constexpr int kConnections = 500;
  std::vector<int> connections;
  for (int i = 0; i < kConnections; ++i) {
    const int fd = Connect(server.socket());
    if (fd >= 0) connections.push_back(fd);
  }
  std::this_thread::sleep_for(std::chrono::seconds(1));
  for (const int fd : connections) close(fd);
  return absl::StrCat(connections.size(), " connections");
}

std::string SendGarbage(const ServerProcess& server) {
  const int fd = Connect(server.socket());
  if (fd < 0) return "no connection";
  const std::string garbage(100'000, '\xff');
  const ssize_t sent = send(fd, garbage.data(), garbage.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  close(fd);
  return absl::StrCat(sent, " bytes sent");
}

// Calls that nobody waits for.
std::string CallAndCancel(const ServerProcess& server) {
  const auto channel = end_to_end::OpenChannel(server);
  std::vector<std::unique_ptr<PendingCall>> calls;
  for (const std::string& request : end_to_end::SlowRequests(20, 20'000)) {
    calls.push_back(std::make_unique<PendingCall>(channel, end_to_end::kInferShapes, request));
  }
  for (const auto& call : calls) call->Cancel();
  for (const auto& call : calls) call->Wait();
  return "cancelled";
}

// 114 years. (Go's longest, 292 years, no clock of this client can hold: tests/fault has it.)
std::string AskWithAFarDeadline(const ServerProcess& server) {
  PendingCall call(end_to_end::OpenChannel(server), end_to_end::kInferShapes,
                   Request(end_to_end::ReluModel()).SerializeAsString(), {},
                   std::chrono::hours(1'000'000));
  const grpc::Status status = call.Wait();
  return Outcome(status, call.response().size());
}

// Answers of some megabytes, of which nothing is read: the connection is closed with them on their
// way.
std::string LeaveAnswersUnread(const ServerProcess& server) {
  const auto channel = end_to_end::OpenChannel(server);
  std::vector<std::unique_ptr<PendingCall>> calls;
  const std::string request = Request(end_to_end::ChainModel(20'000, 77)).SerializeAsString();
  for (int i = 0; i < 8; ++i) {
    calls.push_back(std::make_unique<PendingCall>(channel, end_to_end::kInferShapes, request,
                                                  std::multimap<std::string, std::string>(),
                                                  std::chrono::milliseconds(20)));
  }
  for (const auto& call : calls) call->Wait();
  return "left";
}

std::string NestedTexts(int round) {
  v1::MergeShapesRequest request;
  request.add_cases()->mutable_merge()->add_operands()->set_text(
      absl::StrCat("[", std::string(100'000, '('), "N", round));
  return request.SerializeAsString();
}

std::string Truncated(int round) {
  return end_to_end::ChainModel(1000, round + 1).substr(0, 10'000);
}

}  // namespace

std::vector<Hostility> Hostilities() {
  return {
      Inferring("functions that call the next one twice",
                [](int round) { return DoublingFunctions(31, round); }),
      Inferring("maxima of 1,024 sizes", [](int round) { return MaximaOfSizes(16, 50, round); }),
      Asking("1,280 buckets for 10^4 sizes", end_to_end::kChooseBuckets,
             [](int round) { return ManyObservedSizes(10'000, 1280, round); }),
      InferringWith("10^5 premises", [](int round) { return ManyPremises(100'000, round); }),
      Inferring("Max of 20,000 inputs", [](int round) { return WideMax(20'000, round); }),
      Inferring("80,000 functions", [](int round) { return ManyFunctions(80'000, round); }),
      Inferring("names t80000 down to t1",
                [](int round) { return NamesThatCountDown(80'000, round); }),
      Inferring("If of 160 x 1,024 elements",
                [](int round) { return IfOverManyElements(160, 1024, round); }),
      Inferring("elements that outlive their branch", ElementsThatOutliveTheirBranch),
      InferringWith("elements of a false declaration", ElementsOfAFalseDeclaration),
      Inferring("a scale of 1e-300", TinyScale),
      Inferring("a split of 2^62", HugeSplit),
      Inferring("graphs within graphs",
                [](int round) { return end_to_end::NestedModel(25 + round % 2); }),
      Inferring("a truncated model", Truncated),
      Asking("10,000 bindings", end_to_end::kEvaluateShapes,
             [](int round) { return ManyBindings(10'000, round); }),
      Asking("2,000 images of a layout", end_to_end::kComputeLayout,
             [](int round) { return ManyPlaces(2'000, round); }),
      Asking("brackets within brackets", end_to_end::kMergeShapes, NestedTexts),
      {"zeros under gzip", SendInflatable},
      {"an upload that brings nothing", UploadNothing},
      {"silent connections", ConnectAndStaySilent},
      {"bytes that are no HTTP", SendGarbage},
      {"calls that are cancelled", CallAndCancel},
      {"a deadline in 114 years", AskWithAFarDeadline},
      {"answers that nobody reads", LeaveAnswersUnread},
  };
}

}  // namespace shapewright::soak
