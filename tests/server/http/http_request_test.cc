#include "server/http/http_request.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "absl/strings/str_cat.h"

namespace shapewright::server {
namespace {

// The two ends of a connection.
class Wire {
 public:
  Wire() {
    std::array<int, 2> ends = {-1, -1};
    EXPECT_EQ(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
    fcntl(ends[1], F_SETFL, O_NONBLOCK);
    client_ = FileDescriptor(ends[0]);
    stream_.emplace(FileDescriptor(ends[1]), nullptr);
    reader_.emplace(*stream_, times_);
  }

  void Send(const std::string& bytes) const {
    EXPECT_EQ(send(client_.get(), bytes.data(), bytes.size(), 0),
              static_cast<ssize_t>(bytes.size()));
  }
  void End() const { shutdown(client_.get(), SHUT_WR); }
  std::string Received() const {
    std::array<char, 1000> bytes;
    const ssize_t count = recv(client_.get(), bytes.data(), bytes.size(), MSG_DONTWAIT);
    return {bytes.data(), static_cast<size_t>(std::max<ssize_t>(count, 0))};
  }

  // The status of the next request.
  int Read(HttpRequest* request, size_t max_bytes = 1000) {
    if (!reader_->Await(ByteStream::Clock::now() + times_.head)) return HttpReader::kClosed;
    const int status = reader_->ReadHead(request);
    if (status != HttpReader::kGood) return status;
    return reader_->ReadBody(
        max_bytes, [](size_t) { return HttpReader::kGood; }, request);
  }

 private:
  const HttpReader::Times times_ = {std::chrono::milliseconds(50), std::chrono::milliseconds(50)};
  FileDescriptor client_;
  std::optional<ByteStream> stream_;
  std::optional<HttpReader> reader_;
};

// Of the first request among the bytes, after which nothing comes.
int StatusOf(const std::string& bytes) {
  Wire wire;
  wire.Send(bytes);
  wire.End();
  HttpRequest request;
  return wire.Read(&request);
}

std::string Head(const std::string& fields) {
  return absl::StrCat("POST /a HTTP/1.1\r\nHost: h\r\n", fields, "\r\n");
}

TEST(HttpReader, ReadsOneAfterAnother) {
  Wire wire;
  wire.Send(absl::StrCat(Head("Content-Length: 3\r\nX-A:\t b c \r\n"), "abc",
                         Head("Transfer-Encoding: Chunked\r\n"),
                         "2;x=\"y\"\r\nab\r\n1 ;z\r\nc\r\n0\r\nX-T: u\r\n\r\n",
                         "GET /b?c=d HTTP/1.1\r\nHost: h\r\nConnection: x, Close\r\n\r\n"));
  HttpRequest first;
  ASSERT_EQ(wire.Read(&first), HttpReader::kGood);
  EXPECT_EQ(first.body, "abc");
  EXPECT_EQ(first.Find("x-a"), "b c");
  EXPECT_TRUE(first.keeps_alive);
  HttpRequest second;
  ASSERT_EQ(wire.Read(&second), HttpReader::kGood);
  EXPECT_EQ(second.body, "abc");
  HttpRequest third;
  ASSERT_EQ(wire.Read(&third), HttpReader::kGood);
  EXPECT_EQ(third.path, "/b");
  EXPECT_EQ(third.query, "c=d");
  EXPECT_FALSE(third.keeps_alive);
}

// RFC 9112, sections 2.2, 3, 5.1, 5.2, 6.1 and 6.3. Each is read otherwise by some proxy.
TEST(HttpReader, RefusesHeadsThatHideARequest) {
  const std::string chunks = "0\r\n\r\n";
  for (const std::string fields :
       {"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 2\r\nContent-Length: 2\r\n",
        "Content-Length: 2, 2\r\n",
        "Content-Length: +2\r\n",
        "Content-Length: 0x2\r\n",
        "Content-Length: \r\n",
        "Content-Length: 2\r\r\n",
        "Content-Length:\n2\r\n",
        "Content-Length: 2\r\nTransfer-Encoding:\r\n",
        "Content-Length : 2\r\n",
        "Content-Length: 2\r\n X: y\r\n",
        "X: y\r\n z\r\nContent-Length: 2\r\n",
        "X: \nTransfer-Encoding: chunked\r\nContent-Length: 2\r\n",
        "X: y\rContent-Length: 2\r\nContent-Length: 2\r\n",
        "Content-Length: 2\r\nHost: i\r\n",
        "Content-Length: 2\r\nContent-Type: a\r\nContent-Type: b\r\n",
        "Content-Length: 2\r\nContent-Encoding: identity\r\nContent-Encoding: gzip\r\n",
        "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
        "Content-Length: 2\r\n: x\r\n",
        "Content-Length: 2\r\nX\r\n"}) {
    EXPECT_EQ(StatusOf(absl::StrCat(Head(fields), chunks)), 400) << fields;
  }
  EXPECT_EQ(StatusOf(Head("Content-Length: 2\r\nX: " + std::string(1, '\0') + "\r\n") + "{}"), 400);
  for (const std::string coding : {"gzip", "chunked, chunked", "gzip, chunked", "xchunked"}) {
    EXPECT_EQ(StatusOf(Head("Transfer-Encoding: " + coding + "\r\n") + chunks), 501) << coding;
  }
}

TEST(HttpReader, RefusesFirstLinesThatAreNone) {
  const std::string rest = "\r\nHost: h\r\nContent-Length: 0\r\n\r\n";
  for (const std::string line :
       {"POST /a\rb HTTP/1.1", "POST /a\nX: y HTTP/1.1", "POST /a\tb HTTP/1.1", "POST a HTTP/1.1",
        "POST  /a HTTP/1.1", "POST /a HTTP/1.1 ", "POST /\x80 HTTP/1.1", "P@ST /a HTTP/1.1",
        " POST /a HTTP/1.1", "POST /a", "POST /a http/1.1", ""}) {
    EXPECT_EQ(StatusOf(line + rest), 400) << line;
  }
  EXPECT_EQ(StatusOf("POST /a HTTP/1.1\r\nContent-Length: 0\r\n\r\n"), 400) << "no Host";
  EXPECT_EQ(StatusOf("POST /a HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
  EXPECT_EQ(StatusOf("POST /a HTTP/1.0\r\nContent-Length: 0\r\n\r\n"), HttpReader::kGood);
}

TEST(HttpReader, RefusesChunksThatAreNone) {
  const std::string head = Head("Transfer-Encoding: chunked\r\n");
  for (const std::string chunks :
       {"-1\r\n\r\n", "+1\r\na\r\n", "0x1\r\na\r\n", "\r\n", "g\r\n", " 1\r\na\r\n", "1 \r\na\r\n",
        "100000000\r\n", "1\r\nab\r\n", "1\na\r\n0\r\n\r\n", "1;\nx\r\na\r\n0\r\n\r\n",
        "1;\rx\r\na\r\n0\r\n\r\n", "0\r\nX\r\n\r\n", "0\r\n X: y\r\n\r\n", "0\r\nX: \ny\r\n\r\n"}) {
    EXPECT_EQ(StatusOf(head + chunks), 400) << chunks;
  }
  EXPECT_EQ(StatusOf(head + "3e9\r\n"), 413);
  EXPECT_EQ(StatusOf(head + "1\r\n"), HttpReader::kClosed);
}

// Who does not read a body would take it for the next request.
TEST(HttpReader, OnlyPostHasABody) {
  for (const std::string method : {"GET", "DELETE", "OPTIONS"}) {
    const std::string first = method + " /a HTTP/1.1\r\nHost: h\r\n";
    EXPECT_EQ(StatusOf(first + "Content-Length: 4\r\n\r\nGET "), 400);
    EXPECT_EQ(StatusOf(first + "Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"), 400);
    EXPECT_EQ(StatusOf(first + "Content-Length: 0\r\n\r\n"), HttpReader::kGood);
  }
}

TEST(HttpReader, SaysToGoOn) {
  for (const std::string framing : {"Content-Length: 5\r\n", "Transfer-Encoding: chunked\r\n"}) {
    Wire wire;
    wire.Send(Head(framing + "Expect: 100-continue\r\n"));
    HttpRequest request;
    EXPECT_EQ(wire.Read(&request), 408);
    EXPECT_EQ(wire.Received(), "HTTP/1.1 100 Continue\r\n\r\n");
  }
}

// RFC 9110, 10.1.1: not to a client of HTTP/1.0.
TEST(HttpReader, SaysNothingToOldClients) {
  Wire wire;
  wire.Send("POST /a HTTP/1.0\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n");
  HttpRequest request;
  EXPECT_EQ(wire.Read(&request), 408);
  EXPECT_EQ(wire.Received(), "");
}

// A body that comes byte by byte has the time of its bytes, not that of the largest one.
TEST(HttpReader, ABodyThatTricklesEnds) {
  for (const std::string framing :
       {"Content-Length: 1000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n3e8\r\n"}) {
    Wire wire;
    wire.Send(absl::StrCat("POST /a HTTP/1.1\r\nHost: h\r\n", framing));
    std::atomic<bool> is_over = false;
    int sent = 0;
    std::thread trickle([&] {
      for (; !is_over && sent < 999; ++sent) {
        wire.Send("x");
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
      }
    });
    HttpRequest request;
    EXPECT_EQ(wire.Read(&request, size_t{1} << 30), 408);
    is_over = true;
    trickle.join();
    EXPECT_LT(sent, 999);
  }
}

TEST(HttpReader, HeadsHaveAnEnd) {
  EXPECT_EQ(StatusOf("GET /" + std::string(70'000, 'a')), 431);
  std::string fields;
  for (int i = 0; i < 200; ++i) absl::StrAppend(&fields, "a: b\r\n");
  EXPECT_EQ(StatusOf(Head(fields)), 431);
}

}  // namespace
}  // namespace shapewright::server
