#ifndef SHAPEWRIGHT_TESTS_FAULT_RAW_HTTP2_H_
#define SHAPEWRIGHT_TESTS_FAULT_RAW_HTTP2_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace shapewright::end_to_end {

// A client of HTTP/2 (RFC 9113) that does what it is told, for calls as no gRPC client makes them.
class RawHttp2 {
 public:
  enum FrameType : uint8_t { kData = 0, kHeaders = 1, kReset = 3, kSettings = 4, kPing = 6 };
  struct Frame {
    uint8_t type = 0;
    uint8_t flags = 0;
    uint32_t stream = 0;
    std::string payload;

    bool is_end_of_stream() const { return (type == kData || type == kHeaders) && flags & 1; }
  };
  using Headers = std::vector<std::pair<std::string, std::string>>;

  // To a Unix socket. `window`: the bytes of an answer that the server may send unasked.
  explicit RawHttp2(const std::string& socket, uint32_t window = 65'535);
  RawHttp2(const RawHttp2&) = delete;
  RawHttp2& operator=(const RawHttp2&) = delete;
  ~RawHttp2();

  // Begins a gRPC call of a path such as `/shapewright.v1.ShapeService/InferShapes`. Streams are
  // odd and rise.
  void Begin(uint32_t stream, const std::string& path, const Headers& headers = {});
  // A message of it, of less than 16 kB.
  void Send(uint32_t stream, const std::string& message, bool is_last);

  // The frames that Begin() and others send, as bytes: for floods of them.
  static std::string BytesOf(uint8_t type, uint8_t flags, uint32_t stream,
                             const std::string& payload);
  static std::string BytesOfBegin(uint32_t stream, const std::string& path,
                                  const Headers& headers = {});
  // What has been answered is thrown away. False once the server has closed the connection, or
  // takes nothing for ten seconds.
  bool SendAll(const std::string& bytes);

  // The next frame that is not about the connection itself; none when it is closed. Settings and
  // pings are acknowledged.
  std::optional<Frame> Read();
  // Reads until the stream has ended, or was reset. The last frame; none if the connection is
  // closed before.
  std::optional<Frame> ReadToEnd(uint32_t stream);

 private:
  void Write(uint8_t type, uint8_t flags, uint32_t stream, const std::string& payload);
  void WriteBytes(const std::string& frame);
  bool ReadBytes(size_t size, std::string& bytes);

  int fd_;
};

}  // namespace shapewright::end_to_end

#endif  // SHAPEWRIGHT_TESTS_FAULT_RAW_HTTP2_H_
