#include "server/observe/admin_http.h"

#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <list>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "server/net/file_descriptor.h"
#include "server/net/http_status.h"
#include "server/net/listener.h"

namespace shapewright::server {
namespace {

using Clock = std::chrono::steady_clock;

// A further connection replaces the oldest one, so that many silent connections cannot keep others
// from an answer.
constexpr size_t kMaxConnections = 64;
// For one request and its answer, from first to last byte.
constexpr std::chrono::seconds kTimeout{5};
constexpr size_t kMaxHeadBytes = 8192;
constexpr size_t kMaxBodyBytes = size_t{256} << 10;
constexpr int kPauseMs = 50;

absl::string_view StatusText(int status) {
  switch (status) {
    case 200:
      return "OK";
    case kHttpBadRequest:
      return "Bad Request";
    case kHttpNotFound:
      return "Not Found";
    case kHttpNotAllowed:
      return "Method Not Allowed";
    case kHttpLengthRequired:
      return "Length Required";
    case kHttpBodyTooLarge:
      return "Content Too Large";
    case kHttpUnprocessable:
      return "Unprocessable Content";
    case kHttpHeadTooLarge:
      return "Request Header Fields Too Large";
    default:
      return "Service Unavailable";
  }
}

HttpAnswer Plain(int status, absl::string_view text) {
  return {status, HttpAnswer().content_type, std::string(text)};
}

std::string Write(const HttpAnswer& answer, bool has_body) {
  return absl::StrCat("HTTP/1.1 ", answer.status, " ", StatusText(answer.status),
                      "\r\nContent-Type: ", answer.content_type,
                      "\r\nContent-Length: ", answer.body.size(),
                      answer.status == kHttpNotAllowed ? "\r\nAllow: GET, HEAD" : "",
                      "\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff"
                      "\r\nConnection: close\r\n\r\n",
                      has_body ? answer.body : "");
}

// One request and its answer.
class Exchange {
 public:
  Exchange(FileDescriptor socket, const HttpPages& pages)
      : socket_(std::move(socket)), pages_(pages) {}

  int fd() const { return socket_.get(); }
  Clock::time_point due() const { return due_; }
  int16_t events() const { return sent_ < answer_.size() ? POLLOUT : POLLIN; }

  // Called when the socket is ready. False when the exchange is over.
  bool GoOn() {
    if (answer_.empty()) return Read();
    if (sent_ < answer_.size()) return Send();
    return Linger();
  }

 private:
  bool Read() {
    std::array<char, 4096> bytes;
    const ssize_t count = recv(fd(), bytes.data(), bytes.size(), 0);
    if (count <= 0) return count < 0 && (errno == EAGAIN || errno == EINTR);
    received_.append(bytes.data(), static_cast<size_t>(count));
    if (body_ == 0) ReadHead();
    if (answer_.empty() && body_ > 0 && received_.size() >= body_ + length_) {
      answer_ = Write(door_(absl::string_view(received_).substr(body_, length_)), true);
    }
    return answer_.empty() ? true : Send();
  }

  // Answers, or finds the door that the body is for, once the head is there.
  void ReadHead() {
    const size_t crlf = received_.find("\r\n\r\n");
    const size_t lf = received_.find("\n\n");
    const size_t end = std::min(crlf, lf);
    if (std::min(end, received_.size()) > kMaxHeadBytes) {
      answer_ = Write(Plain(kHttpHeadTooLarge, "the head of the request is too large\n"), true);
    } else if (end != std::string::npos) {
      const absl::string_view head = absl::string_view(received_).substr(0, end);
      const std::string line(head.substr(0, head.find_first_of("\r\n")));
      if (FindDoor(line)) {
        TakeLength(head);
        body_ = end + (crlf < lf ? 4 : 2);
      } else {
        answer_ = Answer(line);
      }
    }
  }

  bool FindDoor(const std::string& line) {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    if (words.size() != 3 || words[2].rfind("HTTP/1.", 0) != 0 || words[0] != "POST") return false;
    const auto door = pages_.doors.find(words[1].substr(0, words[1].find('?')));
    if (door == pages_.doors.end()) return false;
    door_ = door->second;
    return true;
  }

  void TakeLength(absl::string_view head) {
    bool has_length = false;
    for (absl::string_view field : absl::StrSplit(head, '\n')) {
      const std::pair<absl::string_view, absl::string_view> parts =
          absl::StrSplit(field, absl::MaxSplits(':', 1));
      if (!absl::EqualsIgnoreCase(parts.first, "content-length")) continue;
      has_length = absl::SimpleAtoi(absl::StripAsciiWhitespace(parts.second), &length_);
    }
    if (!has_length) {
      answer_ = Write(Plain(kHttpLengthRequired, "the request has no Content-Length\n"), true);
    } else if (length_ > kMaxBodyBytes) {
      answer_ = Write(Plain(kHttpBodyTooLarge, "the body of the request is too large\n"), true);
    }
  }

  std::string Answer(const std::string& line) const {
    const std::vector<std::string> words = absl::StrSplit(line, ' ');
    if (words.size() != 3 || words[2].rfind("HTTP/1.", 0) != 0) {
      return Write(Plain(kHttpBadRequest, "no request of HTTP/1.1\n"), true);
    }
    const bool is_head = words[0] == "HEAD";
    if (!is_head && words[0] != "GET") {
      return Write(Plain(kHttpNotAllowed, "only GET and HEAD\n"), true);
    }
    const auto page = pages_.pages.find(words[1].substr(0, words[1].find('?')));
    return Write(
        page == pages_.pages.end() ? Plain(kHttpNotFound, "no such page\n") : page->second(),
        !is_head);
  }

  bool Send() {
    while (sent_ < answer_.size()) {
      const ssize_t count =
          send(fd(), answer_.data() + sent_, answer_.size() - sent_, MSG_NOSIGNAL);
      if (count < 0) return errno == EAGAIN || errno == EINTR;
      sent_ += static_cast<size_t>(count);
    }
    shutdown(fd(), SHUT_WR);
    return Linger();
  }

  // Reads on until the client closes: closing first could discard the answer on its
  // way.
  bool Linger() const {
    std::array<char, 4096> bytes;
    const ssize_t count = recv(fd(), bytes.data(), bytes.size(), 0);
    return count > 0 || (count < 0 && (errno == EAGAIN || errno == EINTR));
  }

  FileDescriptor socket_;
  const HttpPages& pages_;
  const Clock::time_point due_ = Clock::now() + kTimeout;
  std::string received_;
  // Of a POST whose head is there: what it is for, and where the body begins in `received_`; 0: the
  // head is not there yet.
  std::function<HttpAnswer(absl::string_view)> door_;
  size_t body_ = 0;
  size_t length_ = 0;
  std::string answer_;  // empty until the request is complete
  size_t sent_ = 0;
};

class PollingHttp final : public AdminHttp {
 public:
  PollingHttp(Listener listener, HttpPages pages)
      : pages_(std::move(pages)),
        listener_(std::move(listener)),
        wake_(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)),
        thread_([this] { Run(); }) {}

  ~PollingHttp() override {
    eventfd_write(wake_.get(), 1);
    thread_.join();
  }

  std::string address() const override { return listener_.text; }

 private:
  void Run() {
    std::vector<pollfd> polled;
    while (true) {
      Collect(polled);
      poll(polled.data(), polled.size(), Timeout());
      if (polled[0].revents != 0) return;
      auto exchange = exchanges_.begin();
      for (size_t i = 1 + listener_.sockets.size(); i < polled.size(); ++i) {
        const auto current = exchange++;
        if (polled[i].revents != 0 && !current->GoOn()) exchanges_.erase(current);
      }
      const Clock::time_point now = Clock::now();
      exchanges_.remove_if([now](const Exchange& each) { return each.due() <= now; });
      for (size_t i = 1; i <= listener_.sockets.size(); ++i) {
        if (polled[i].revents != 0) Accept(polled[i].fd);
      }
    }
  }

  void Collect(std::vector<pollfd>& polled) const {
    polled.assign(1, {wake_.get(), POLLIN, 0});
    for (const FileDescriptor& socket : listener_.sockets) {
      polled.push_back({socket.get(), POLLIN, 0});
    }
    for (const Exchange& exchange : exchanges_) {
      polled.push_back({exchange.fd(), exchange.events(), 0});
    }
  }

  // How long until the oldest exchange times out, in milliseconds.
  int Timeout() const {
    if (exchanges_.empty()) return -1;
    const auto left = exchanges_.front().due() - Clock::now();
    const auto ms = std::chrono::ceil<std::chrono::milliseconds>(left).count();
    return static_cast<int>(std::max<int64_t>(ms, 0));
  }

  void Accept(int listening) {
    FileDescriptor socket(accept4(listening, nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!socket.is_open()) {
      if (errno == EAGAIN || errno == EINTR || errno == ECONNABORTED) return;
      // Out of descriptors: drops the oldest exchange to free one.
      if (!exchanges_.empty()) return exchanges_.pop_front();
      pollfd wake = {wake_.get(), POLLIN, 0};
      poll(&wake, 1, kPauseMs);
      return;
    }
    if (exchanges_.size() >= kMaxConnections) exchanges_.pop_front();
    // Most clients have sent their request already.
    exchanges_.emplace_back(std::move(socket), pages_);
    if (!exchanges_.back().GoOn()) exchanges_.pop_back();
  }

  const HttpPages pages_;
  const Listener listener_;
  const FileDescriptor wake_;
  // The oldest first. Used by the thread only.
  std::list<Exchange> exchanges_;
  std::thread thread_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<AdminHttp>> AdminHttp::Start(const std::string& address,
                                                            HttpPages pages) {
  const absl::StatusOr<ListenAddress> parsed = ParseListenAddress(address);
  if (!parsed.ok() || parsed->is_unix()) {
    return absl::InvalidArgumentError(
        absl::StrCat("--http-listen: \"", address, "\" is no HOST:PORT"));
  }
  absl::StatusOr<Listener> listener = Listen(*parsed, 0);
  if (!listener.ok()) return listener.status();
  return std::make_unique<PollingHttp>(*std::move(listener), std::move(pages));
}

}  // namespace shapewright::server
