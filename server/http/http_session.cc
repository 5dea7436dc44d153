#include "server/http/http_session.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>

#include <array>
#include <new>
#include <utility>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/str_cat.h"
#include "core/base/heap.h"
#include "server/http/http_status.h"

namespace shapewright::server {
namespace {

constexpr std::chrono::seconds kIdle{60};
constexpr std::chrono::seconds kHeadTime{10};
constexpr std::chrono::seconds kPieceTime{10};
constexpr std::chrono::seconds kLinger{2};
// The most that the kernel keeps of an answer beyond what is on its way.
constexpr int kUnsentBytes = 128 << 10;

}  // namespace

HttpSession::HttpSession(HttpShared& shared, HttpConnection connection)
    : shared_(shared),
      tls_(std::move(connection.tls)),
      stream_(std::move(connection.socket), tls_.get()),
      reader_(stream_, {kHeadTime, kPieceTime}),
      peer_(std::move(connection.peer)) {
  // So that what the kernel takes follows what the client reads (Pace). Not of a Unix socket.
  setsockopt(stream_.fd(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsentBytes, sizeof(kUnsentBytes));
}

void HttpSession::Cut() const { shutdown(stream_.fd(), SHUT_RDWR); }

void HttpSession::Run() {
  using Clock = ByteStream::Clock;
  if (!stream_.Handshake(Clock::now() + shared_.handshake_time).ok()) return;
  try {
    OnOpen();
    bool goes_on = true;
    while (goes_on && reader_.Await(Clock::now() + kIdle)) goes_on = ServeOne();
    if (!goes_on) Linger();
  } catch (const std::bad_alloc&) {
    // The connection ends.
  }
  OnClose();
}

int HttpSession::ReadBody(size_t max_bytes, const std::function<int(size_t)>& takes,
                          HttpRequest* request) {
  receiving_.Begin();
  const absl::Cleanup received = [this] { receiving_.End(); };
  const auto take = [this, &takes](size_t bytes) {
    receiving_.Move(bytes);
    return takes(bytes);
  };
  return reader_.ReadBody(max_bytes, take, request);
}

bool HttpSession::ServeOne() {
  HttpRequest request;
  OnRequest();
  const absl::Cleanup sent = [this] { OnSent(); };
  const int head_status = reader_.ReadHead(&request);
  if (head_status == HttpReader::kClosed) return false;
  const HttpAnswer answer = Answer(request, head_status);
  std::string().swap(request.body);
  OnAnswer(answer);
  // No work is left to be limited; to answer takes little.
  const HeapGuard::Pause pause;
  const bool keeps_alive = request.keeps_alive && !answer.ends_connection && !shared_.is_stopping;
  const bool is_sent = Send(answer, request.method != "HEAD", keeps_alive);
  is_waiting_ = true;
  return is_sent && keeps_alive;
}

HttpAnswer HttpSession::Answer(HttpRequest& request, int head_status) {
  HttpAnswer answer;
  try {
    if (head_status == HttpReader::kGood) return AnswerTo(request);
    answer = Refuse(head_status);
  } catch (const std::bad_alloc&) {
    const HeapGuard::Pause pause;
    answer = Refuse(kHttpUnavailable);
  }
  answer.ends_connection = true;
  return answer;
}

bool HttpSession::Send(const HttpAnswer& answer, bool has_body, bool keeps_alive) {
  const auto due = ByteStream::Clock::now() + shared_.send_time;
  std::string head = absl::StrCat(
      "HTTP/1.1 ", answer.status, " ", ReasonPhrase(answer.status),
      "\r\ncontent-type: ", answer.type, "\r\ncontent-length: ", answer.body.size(),
      answer.is_gzip ? "\r\ncontent-encoding: gzip" : "",
      "\r\nvary: accept-encoding\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n",
      answer.fields, keeps_alive ? "" : "connection: close\r\n", "\r\n");
  sending_.Begin();
  const absl::Cleanup sent = [this] { sending_.End(); };
  absl::string_view rest = has_body ? absl::string_view(answer.body) : absl::string_view();
  // Small ones in one packet.
  if (rest.size() <= kSmallBytes) {
    absl::StrAppend(&head, rest);
    rest = {};
  }
  bool is_good = stream_.Write(head, due).ok();
  while (is_good && !rest.empty()) {
    const absl::string_view piece = rest.substr(0, Pace::kBytes);
    is_good = stream_.Write(piece, due).ok();
    sending_.Move(piece.size());
    rest.remove_prefix(piece.size());
  }
  return is_good;
}

void HttpSession::Linger() {
  stream_.End();
  const auto due = ByteStream::Clock::now() + kLinger;
  std::array<char, 4096> bytes;
  absl::StatusOr<size_t> count = 1;
  while (ByteStream::Clock::now() < due && count.ok() && *count > 0) {
    count = stream_.Read(bytes.data(), bytes.size(), due);
  }
}

}  // namespace shapewright::server
