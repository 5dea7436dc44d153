#include "server/net/byte_stream.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>
#include <utility>

namespace shapewright::server {
namespace {

absl::Status Lost() { return absl::UnavailableError("the connection is lost"); }

bool IsEarly(int error) { return error == EAGAIN || error == EINTR; }

std::string TextOf(const GENERAL_NAME& name) {
  int type = 0;
  const void* const value = GENERAL_NAME_get0_value(&name, &type);
  const auto* const bytes = static_cast<const ASN1_STRING*>(value);
  if (type == GEN_DNS || type == GEN_URI || type == GEN_EMAIL) {
    return {reinterpret_cast<const char*>(ASN1_STRING_get0_data(bytes)),
            static_cast<size_t>(ASN1_STRING_length(bytes))};
  }
  if (type != GEN_IPADD) return "";
  std::array<char, INET6_ADDRSTRLEN> text = {};
  const int family = ASN1_STRING_length(bytes) == 4 ? AF_INET : AF_INET6;
  if (family == AF_INET6 && ASN1_STRING_length(bytes) != 16) return "";
  inet_ntop(family, ASN1_STRING_get0_data(bytes), text.data(), text.size());
  return text.data();
}

}  // namespace

ByteStream::ByteStream(FileDescriptor socket, SSL_CTX* context)
    : socket_(std::move(socket)), tls_(context == nullptr ? nullptr : SSL_new(context), SSL_free) {
  if (tls_ == nullptr) return;
  SSL_set_fd(tls_.get(), fd());
  SSL_set_accept_state(tls_.get());
}

absl::Status ByteStream::Handshake(Clock::time_point due) {
  if (tls_ == nullptr) return absl::OkStatus();
  while (true) {
    ERR_clear_error();
    const int result = SSL_do_handshake(tls_.get());
    if (result == 1) return absl::OkStatus();
    if (absl::Status ready = WaitAfter(result, due); !ready.ok()) return ready;
  }
}

absl::StatusOr<size_t> ByteStream::Read(char* bytes, size_t size, Clock::time_point due) {
  while (true) {
    if (tls_ == nullptr) {
      const ssize_t count = recv(fd(), bytes, size, 0);
      if (count >= 0) return static_cast<size_t>(count);
      if (!IsEarly(errno)) return Lost();
      if (absl::Status ready = WaitFor(POLLIN, due); !ready.ok()) return ready;
      continue;
    }
    size_t count = 0;
    ERR_clear_error();
    const int result = SSL_read_ex(tls_.get(), bytes, size, &count);
    if (result == 1) return count;
    if (SSL_get_error(tls_.get(), result) == SSL_ERROR_ZERO_RETURN) return 0;
    if (absl::Status ready = WaitAfter(result, due); !ready.ok()) return ready;
  }
}

absl::Status ByteStream::Write(absl::string_view bytes, Clock::time_point due) {
  while (!bytes.empty()) {
    if (tls_ == nullptr) {
      const ssize_t count = send(fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
      if (count >= 0) {
        bytes.remove_prefix(static_cast<size_t>(count));
        continue;
      }
      if (!IsEarly(errno)) return Lost();
      if (absl::Status ready = WaitFor(POLLOUT, due); !ready.ok()) return ready;
      continue;
    }
    size_t count = 0;
    ERR_clear_error();
    const int result = SSL_write_ex(tls_.get(), bytes.data(), bytes.size(), &count);
    if (result == 1) {
      bytes.remove_prefix(count);
    } else if (absl::Status ready = WaitAfter(result, due); !ready.ok()) {
      return ready;
    }
  }
  return absl::OkStatus();
}

void ByteStream::End() {
  if (tls_ != nullptr && SSL_is_init_finished(tls_.get()) == 1) {
    ERR_clear_error();
    SSL_shutdown(tls_.get());
  }
  shutdown(fd(), SHUT_WR);
}

std::vector<std::string> ByteStream::PeerNames() const {
  std::vector<std::string> names;
  const X509* const certificate = tls_ == nullptr ? nullptr : SSL_get0_peer_certificate(tls_.get());
  if (certificate == nullptr) return names;
  auto* const all = static_cast<GENERAL_NAMES*>(
      X509_get_ext_d2i(certificate, NID_subject_alt_name, nullptr, nullptr));
  for (int i = 0; i < sk_GENERAL_NAME_num(all); ++i) {
    std::string name = TextOf(*sk_GENERAL_NAME_value(all, i));
    if (!name.empty()) names.push_back(std::move(name));
  }
  GENERAL_NAMES_free(all);
  return names;
}

absl::Status ByteStream::WaitAfter(int result, Clock::time_point due) {
  switch (SSL_get_error(tls_.get(), result)) {
    case SSL_ERROR_WANT_READ:
      return WaitFor(POLLIN, due);
    case SSL_ERROR_WANT_WRITE:
      return WaitFor(POLLOUT, due);
    default:
      return Lost();
  }
}

absl::Status ByteStream::WaitFor(int16_t events, Clock::time_point due) const {
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(due - Clock::now()).count();
  if (left <= 0) return absl::UnavailableError("the other end took too long");
  pollfd polled = {fd(), events, 0};
  poll(&polled, 1, static_cast<int>(std::min<int64_t>(left, std::numeric_limits<int32_t>::max())));
  return absl::OkStatus();
}

}  // namespace shapewright::server
