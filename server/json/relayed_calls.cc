#include "server/json/relayed_calls.h"

#include <grpcpp/client_context.h>
#include <grpcpp/create_channel_posix.h>
#include <grpcpp/support/channel_arguments.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>

#include "absl/strings/escaping.h"
#include "core/base/heap.h"
#include "server/callers/access_control.h"

namespace shapewright::server {
namespace {

// gRPC ends the process where a value of metadata is none.
std::string LegalValue(const std::string& text) {
  constexpr size_t kMaxBytes = 256;
  return absl::CEscape(absl::string_view(text).substr(0, kMaxBytes));
}

// Whether our own code has answered, not gRPC alone.
bool IsOurs(const RelayedCalls::Reply& reply) {
  return std::any_of(reply.trailers.begin(), reply.trailers.end(),
                     [](const auto& each) { return each.first == "shapewright-answers-id"; });
}

// Waits until `done` is readable; calls `cancel` once if the other end of `caller` closes before.
void Await(int done, int caller, const std::function<void()>& cancel) {
  std::array<pollfd, 2> polled = {{{done, POLLIN, 0}, {caller, POLLRDHUP, 0}}};
  while (true) {
    poll(polled.data(), polled.size(), -1);
    if (polled[0].revents != 0) return;
    if (polled[1].revents == 0) continue;
    cancel();
    polled[1].fd = -1;
  }
}

}  // namespace

RelayedCalls::RelayedCalls(Relay relay, const std::string& mark, const std::string& peer)
    : relay_(std::move(relay)), mark_(LegalValue(mark)), peer_(LegalValue(peer)) {}

RelayedCalls::Reply RelayedCalls::Call(const Request& request, int caller) {
  const HeapGuard::Pause pause;  // gRPC knows of no bad_alloc
  const bool is_new = stub_ == nullptr;
  Reply reply = CallOnce(request, caller);
  const bool is_stale =
      reply.status.error_code() == grpc::StatusCode::UNAVAILABLE && !IsOurs(reply) && !is_new;
  if (!is_stale) return reply;
  // The server has closed a connection that was idle or old. A call that is made twice does no more
  // than one.
  stub_.reset();
  return CallOnce(request, caller);
}

bool RelayedCalls::Connect() {
  std::array<int, 2> ends = {-1, -1};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, ends.data()) != 0) {
    return false;
  }
  relay_(FileDescriptor(ends[0]));
  grpc::ChannelArguments arguments;
  arguments.SetMaxReceiveMessageSize(-1);
  stub_ =
      std::make_unique<Stub>(grpc::CreateCustomInsecureChannelFromFd("self", ends[1], arguments));
  return true;
}

RelayedCalls::Reply RelayedCalls::CallOnce(const Request& request, int caller) {
  Reply reply;
  const FileDescriptor done(eventfd(0, EFD_CLOEXEC));
  if (!done.is_open() || (stub_ == nullptr && !Connect())) {
    reply.status = {grpc::StatusCode::UNAVAILABLE, "the server has too many open files"};
    return reply;
  }
  grpc::ClientContext context;
  context.AddMetadata(AccessControl::kRelayedMark, mark_);
  context.AddMetadata(AccessControl::kRelayedPeer, peer_);
  for (const auto& [name, value] : request.metadata) context.AddMetadata(name, value);
  if (request.deadline.has_value()) context.set_deadline(*request.deadline);
  stub_->UnaryCall(&context, request.path, {}, &request.request, &reply.body,
                   [&reply, fd = done.get()](grpc::Status status) {
                     reply.status = std::move(status);
                     eventfd_write(fd, 1);
                   });
  Await(done.get(), caller, [&context] { context.TryCancel(); });
  for (const auto& [name, value] : context.GetServerTrailingMetadata()) {
    reply.trailers.emplace_back(std::string(name.data(), name.size()),
                                std::string(value.data(), value.size()));
  }
  return reply;
}

}  // namespace shapewright::server
