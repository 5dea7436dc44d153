#ifndef SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_HTTP_H_
#define SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_HTTP_H_

#include <map>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"

struct mg_connection;

namespace shapewright::end_to_end {

// Names of fields in any case are the same.
struct IgnoringCase {
  bool operator()(const std::string& a, const std::string& b) const {
    return absl::AsciiStrToLower(a) < absl::AsciiStrToLower(b);
  }
};

struct HttpResponse {
  int status = 0;  // 0: no answer
  std::map<std::string, std::string, IgnoringCase> headers;
  std::string body;
};

// `address` is HOST:PORT.
HttpResponse Fetch(const std::string& address, const std::string& path,
                   const std::string& method = "GET");
// With a body; `length` is the Content-Length, if it is another one than its length.
HttpResponse Post(const std::string& address, const std::string& path, const std::string& body,
                  const std::string& length = "");

// A connection of TCP to HOST:PORT.
class RawConnection {
 public:
  // `receive_bytes`: what the kernel keeps for this end at most; 0: as it likes.
  explicit RawConnection(const std::string& address, int receive_bytes = 0);
  RawConnection(const RawConnection&) = delete;
  RawConnection& operator=(const RawConnection&) = delete;
  ~RawConnection();

  // As much as the server takes before it closes.
  void Send(const std::string& bytes) const;
  // Whether something came, or the server has closed.
  bool HasAnswer() const;
  // What comes next, at most so much; empty once the server has closed.
  std::string Read(size_t most) const;
  // All that comes until the server closes.
  std::string ReadAll() const;

 private:
  const int fd_;
};

// Connections on which nothing is said.
class SilentConnections {
 public:
  SilentConnections(const std::string& address, int count);
  SilentConnections(const SilentConnections&) = delete;
  SilentConnections& operator=(const SilentConnections&) = delete;
  ~SilentConnections();

 private:
  std::vector<mg_connection*> connections_;
};

// Reads the text format of Prometheus: samples by name and labels, as written.
// Fails the test for what the format does not allow, and for samples without
// HELP and TYPE.
std::map<std::string, double> ParseMetrics(const std::string& text);

}  // namespace shapewright::end_to_end

#endif  // SHAPEWRIGHT_TESTS_END_TO_END_SUPPORT_HTTP_H_
