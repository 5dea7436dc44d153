#include "tests/fault/raw_http2.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>

namespace shapewright::end_to_end {
namespace {

constexpr uint8_t kEndStream = 1;
constexpr uint8_t kEndHeaders = 4;
constexpr uint8_t kAck = 1;
constexpr uint16_t kInitialWindowSize = 4;

// The `size` low bytes, the highest first.
std::string Bytes(uint64_t value, int size) {
  std::string bytes;
  for (int i = size - 1; i >= 0; --i) bytes.push_back(static_cast<char>(value >> (8 * i)));
  return bytes;
}

uint32_t Number(const std::string& bytes) {
  uint32_t number = 0;
  for (const char byte : bytes) number = number << 8 | static_cast<uint8_t>(byte);
  return number;
}

// A field of HPACK that is neither indexed nor compressed. Texts have less than 127 bytes.
std::string Field(const std::string& name, const std::string& value) {
  return std::string(1, 0) + Bytes(name.size(), 1) + name + Bytes(value.size(), 1) + value;
}

}  // namespace

RawHttp2::RawHttp2(const std::string& socket, uint32_t window)
    : fd_(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
  sockaddr_un address = {};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, socket.c_str(), sizeof(address.sun_path) - 1);
  EXPECT_EQ(connect(fd_, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  const std::string preface = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
  EXPECT_EQ(send(fd_, preface.data(), preface.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(preface.size()));
  Write(kSettings, 0, 0, Bytes(kInitialWindowSize, 2) + Bytes(window, 4));
}

RawHttp2::~RawHttp2() { close(fd_); }

std::string RawHttp2::BytesOf(uint8_t type, uint8_t flags, uint32_t stream,
                              const std::string& payload) {
  return Bytes(payload.size(), 3) + Bytes(type, 1) + Bytes(flags, 1) + Bytes(stream, 4) + payload;
}

std::string RawHttp2::BytesOfBegin(uint32_t stream, const std::string& path,
                                   const Headers& headers) {
  std::string block = Field(":method", "POST") + Field(":scheme", "http") + Field(":path", path) +
                      Field(":authority", "localhost") + Field("te", "trailers") +
                      Field("content-type", "application/grpc");
  for (const auto& [name, value] : headers) block += Field(name, value);
  return BytesOf(kHeaders, kEndHeaders, stream, block);
}

bool RawHttp2::SendAll(const std::string& bytes) {
  const timeval patience = {10, 0};
  setsockopt(fd_, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof(patience));
  // What the server answers is read, so that it does not wait for that.
  char answers[4096];
  while (recv(fd_, answers, sizeof(answers), MSG_DONTWAIT) > 0) {
  }
  for (size_t sent = 0; sent < bytes.size();) {
    const ssize_t count = send(fd_, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
    if (count <= 0) return false;
    sent += static_cast<size_t>(count);
  }
  return true;
}

void RawHttp2::Begin(uint32_t stream, const std::string& path, const Headers& headers) {
  WriteBytes(BytesOfBegin(stream, path, headers));
}

void RawHttp2::Send(uint32_t stream, const std::string& message, bool is_last) {
  Write(kData, is_last ? kEndStream : 0, stream,
        std::string(1, 0) + Bytes(message.size(), 4) + message);
}

std::optional<RawHttp2::Frame> RawHttp2::Read() {
  std::string head;
  while (ReadBytes(9, head)) {
    Frame frame;
    frame.type = static_cast<uint8_t>(head[3]);
    frame.flags = static_cast<uint8_t>(head[4]);
    frame.stream = Number(head.substr(5));
    if (!ReadBytes(Number(head.substr(0, 3)), frame.payload)) return std::nullopt;
    if (frame.stream != 0) return frame;
    const bool is_asked = frame.type == kSettings || frame.type == kPing;
    if (!is_asked || (frame.flags & kAck) != 0) continue;
    Write(frame.type, kAck, 0, frame.type == kPing ? frame.payload : "");
  }
  return std::nullopt;
}

std::optional<RawHttp2::Frame> RawHttp2::ReadToEnd(uint32_t stream) {
  while (std::optional<Frame> frame = Read()) {
    const bool is_end = frame->is_end_of_stream() || frame->type == kReset;
    if (frame->stream == stream && is_end) return frame;
  }
  return std::nullopt;
}

void RawHttp2::Write(uint8_t type, uint8_t flags, uint32_t stream, const std::string& payload) {
  WriteBytes(BytesOf(type, flags, stream, payload));
}

void RawHttp2::WriteBytes(const std::string& frame) {
  // The server may have closed the connection.
  const ssize_t sent = send(fd_, frame.data(), frame.size(), MSG_NOSIGNAL);
  EXPECT_TRUE(sent < 0 || sent == static_cast<ssize_t>(frame.size()));
}

bool RawHttp2::ReadBytes(size_t size, std::string& bytes) {
  bytes.resize(size);
  for (size_t done = 0; done < size;) {
    const ssize_t count = recv(fd_, bytes.data() + done, size - done, 0);
    if (count <= 0) return false;
    done += static_cast<size_t>(count);
  }
  return true;
}

}  // namespace shapewright::end_to_end
