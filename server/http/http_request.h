#ifndef SHAPEWRIGHT_SERVER_HTTP_HTTP_REQUEST_H_
#define SHAPEWRIGHT_SERVER_HTTP_HTTP_REQUEST_H_

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"
#include "server/net/byte_stream.h"

namespace shapewright::server {

// A request of HTTP/1.1.
struct HttpRequest {
  std::string method;
  std::string path;
  std::string query;  // behind the `?`
  // Names in lower case.
  std::vector<std::pair<std::string, std::string>> fields;
  std::string body;
  bool keeps_alive = false;

  // The value of a field; empty if it is not there.
  absl::string_view Find(absl::string_view name) const;
  // How many fields have the name.
  size_t Count(absl::string_view name) const;
};

// Reads the requests of a connection, one after another.
class HttpReader {
 public:
  // A status of HTTP to refuse the request with; the connection then has to end.
  static constexpr int kGood = 0;
  // There is no request: the other end has closed, or said nothing in time.
  static constexpr int kClosed = -1;

  struct Times {
    ByteStream::Clock::duration head;
    // For the first piece of a body, and for each MiB of it.
    ByteStream::Clock::duration piece;
  };

  // `stream` outlives it.
  HttpReader(ByteStream& stream, const Times& times) : stream_(stream), times_(times) {}

  // Waits until the first byte of a request is there. False: there will be none.
  bool Await(ByteStream::Clock::time_point due);
  // Everything but the body.
  int ReadHead(HttpRequest* request);
  // After ReadHead(). `takes` is asked about each piece before it is kept; 0 is yes, else it is
  // the status to refuse with.
  int ReadBody(size_t max_bytes, const std::function<int(size_t)>& takes, HttpRequest* request);

 private:
  // Of a body.
  enum class Framing { kNone, kLength, kChunked };

  int ParseFraming(const HttpRequest& request);
  int ReadChunks(size_t max_bytes, const std::function<int(size_t)>& takes, std::string* body);
  int Take(size_t size, const std::function<int(size_t)>& takes, std::string* body);
  int ReadLine(std::string* line);
  int ReadTrailers();
  // When the next piece of a body has to be there of which so much came.
  ByteStream::Clock::time_point BodyDue(size_t bytes) const;
  int FillBody();
  // What has come and was not used yet.
  absl::string_view Rest() const { return absl::string_view(buffer_).substr(used_); }
  bool Fill(ByteStream::Clock::time_point due);

  ByteStream& stream_;
  const Times times_;
  std::string buffer_;
  // Of the buffer, what was used already.
  size_t used_ = 0;
  Framing framing_ = Framing::kNone;
  ByteStream::Clock::time_point body_begin_;
  size_t length_ = 0;
  // Of the body, what came.
  size_t body_bytes_ = 0;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_HTTP_HTTP_REQUEST_H_
