#include "server/trace/collector.h"

#include <netdb.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <memory>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "server/net/byte_stream.h"
#include "server/net/file_descriptor.h"
#include "shapewright/version.h"

namespace shapewright::server {
namespace {

using Clock = ByteStream::Clock;

constexpr int kMaxPort = 65535;

absl::Status NoCollector(absl::string_view url) {
  return absl::InvalidArgumentError(
      absl::StrCat("--otlp-endpoint: \"", url, "\" is not http://HOST:PORT"));
}

bool IsPlain(absl::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return c > ' ' && c <= '~'; });
}

using Addresses = std::unique_ptr<addrinfo, decltype(&freeaddrinfo)>;

Addresses Resolve(const CollectorAddress& collector) {
  addrinfo hints = {};
  hints.ai_socktype = SOCK_STREAM;
  hints.ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG;
  addrinfo* found = nullptr;
  if (getaddrinfo(collector.host.c_str(), collector.port.c_str(), &hints, &found) != 0) {
    found = nullptr;
  }
  return {found, freeaddrinfo};
}

// Closed if nobody answers there by `due`.
FileDescriptor ConnectTo(const addrinfo& address, Clock::time_point due) {
  FileDescriptor connection(
      socket(address.ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!connection.is_open()) return connection;
  if (connect(connection.get(), address.ai_addr, address.ai_addrlen) == 0) return connection;
  if (errno != EINPROGRESS) return FileDescriptor();
  pollfd polled = {connection.get(), POLLOUT, 0};
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - Clock::now()).count();
  if (left <= 0 || poll(&polled, 1, static_cast<int>(left)) != 1) return FileDescriptor();
  int error = 0;
  socklen_t size = sizeof(error);
  getsockopt(connection.get(), SOL_SOCKET, SO_ERROR, &error, &size);
  return error == 0 ? std::move(connection) : FileDescriptor();
}

// The first of the addresses that answers.
FileDescriptor Connect(const CollectorAddress& collector, Clock::time_point due) {
  const Addresses addresses = Resolve(collector);
  for (const addrinfo* each = addresses.get(); each != nullptr; each = each->ai_next) {
    const auto left = due - Clock::now();
    FileDescriptor connection =
        ConnectTo(*each, each->ai_next == nullptr ? due : Clock::now() + left / 2);
    if (connection.is_open()) return connection;
  }
  return FileDescriptor();
}

// The status of the response's first line, such as `HTTP/1.1 200 OK`; 0 if it is none.
int StatusOf(absl::string_view head) {
  constexpr size_t kAt = 9;
  int status = 0;
  const bool is_http = absl::StartsWith(head, "HTTP/1.") && head.size() >= kAt + 3;
  return is_http && absl::SimpleAtoi(head.substr(kAt, 3), &status) ? status : 0;
}

absl::Status Judge(int status) {
  if (status >= 200 && status < 300) return absl::OkStatus();
  // Those that the protocol lets a client repeat.
  constexpr std::array<int, 4> kTryAgain = {429, 502, 503, 504};
  const bool is_passing = std::find(kTryAgain.begin(), kTryAgain.end(), status) != kTryAgain.end();
  const std::string message = absl::StrCat("the collector answers with status ", status);
  return is_passing ? absl::UnavailableError(message) : absl::FailedPreconditionError(message);
}

}  // namespace

absl::StatusOr<CollectorAddress> ParseCollectorUrl(absl::string_view url) {
  absl::string_view rest = url;
  if (!absl::ConsumePrefix(&rest, "http://") || !IsPlain(rest)) return NoCollector(url);
  const size_t slash = std::min(rest.find('/'), rest.size());
  const absl::string_view authority = rest.substr(0, slash);
  const size_t colon = authority.rfind(':');
  if (colon == absl::string_view::npos) return NoCollector(url);
  absl::string_view host = authority.substr(0, colon);
  const bool is_v6 = absl::StartsWith(host, "[") && absl::EndsWith(host, "]");
  if (is_v6) host = host.substr(1, host.size() - 2);
  int port = 0;
  const bool is_port = absl::SimpleAtoi(authority.substr(colon + 1), &port);
  if (host.empty() || !is_port || port < 1 || port > kMaxPort) return NoCollector(url);
  if (host.find_first_of(is_v6 ? "[]@?#" : "[]@?#:") != absl::string_view::npos ||
      rest.find_first_of("?#") != absl::string_view::npos) {
    return NoCollector(url);
  }
  return CollectorAddress{std::string(host), absl::StrCat(port), std::string(authority),
                          absl::StrCat(absl::StripSuffix(rest.substr(slash), "/"), "/v1/traces")};
}

absl::Status PostSpans(const CollectorAddress& collector, absl::string_view message,
                       Clock::time_point due) {
  FileDescriptor connection = Connect(collector, due);
  if (!connection.is_open()) return absl::UnavailableError("the collector is not reached");
  ByteStream stream(std::move(connection), nullptr);
  const std::string head =
      absl::StrCat("POST ", collector.path, " HTTP/1.1\r\nhost: ", collector.authority,
                   "\r\nuser-agent: shapewright/", Version(),
                   "\r\ncontent-type: application/x-protobuf\r\ncontent-length: ", message.size(),
                   "\r\nconnection: close\r\n\r\n");
  for (const absl::string_view part : {absl::string_view(head), message}) {
    if (absl::Status sent = stream.Write(part, due); !sent.ok()) return sent;
  }
  std::string answer;
  std::array<char, 1024> bytes;
  while (answer.size() < bytes.size() && !absl::StrContains(answer, "\r\n")) {
    const absl::StatusOr<size_t> count = stream.Read(bytes.data(), bytes.size(), due);
    if (!count.ok()) return count.status();
    if (*count == 0) return absl::UnavailableError("the collector closes the connection");
    answer.append(bytes.data(), *count);
  }
  return Judge(StatusOf(answer));
}

}  // namespace shapewright::server
