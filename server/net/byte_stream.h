#ifndef SHAPEWRIGHT_SERVER_NET_BYTE_STREAM_H_
#define SHAPEWRIGHT_SERVER_NET_BYTE_STREAM_H_

#include <openssl/ssl.h>

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "server/net/file_descriptor.h"

namespace shapewright::server {

// A connection, with TLS or without. Every operation has a time by which it ends: UNAVAILABLE where
// the connection is lost or the time is over. Used by one thread.
class ByteStream {
 public:
  using Clock = std::chrono::steady_clock;

  // `socket` does not block. Without a `context`: no TLS.
  ByteStream(FileDescriptor socket, SSL_CTX* context);

  // Nothing without TLS.
  absl::Status Handshake(Clock::time_point due);
  // How many bytes came; 0: the end.
  absl::StatusOr<size_t> Read(char* bytes, size_t size, Clock::time_point due);
  absl::Status Write(absl::string_view bytes, Clock::time_point due);
  // Tells the other end that nothing more comes.
  void End();

  int fd() const { return socket_.get(); }
  // The subject alternative names in the certificate of the other end.
  std::vector<std::string> PeerNames() const;

 private:
  // Waits for what OpenSSL asks for after a call returned `result`.
  absl::Status WaitAfter(int result, Clock::time_point due);
  absl::Status WaitFor(int16_t events, Clock::time_point due) const;

  const FileDescriptor socket_;
  const std::unique_ptr<SSL, void (*)(SSL*)> tls_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_NET_BYTE_STREAM_H_
