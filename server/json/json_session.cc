#include "server/json/json_session.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <new>
#include <optional>
#include <thread>
#include <utility>
#include <vector>

#include "absl/cleanup/cleanup.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "core/base/heap.h"
#include "server/call/call_environment.h"
#include "server/callers/caller_guard.h"
#include "server/errors/call_errors.h"
#include "server/net/http_status.h"
#include "server/page/kept_page.h"

namespace shapewright::server {
namespace {

using Clock = ByteStream::Clock;

constexpr std::chrono::seconds kIdle{60};
constexpr std::chrono::seconds kHeadTime{10};
constexpr std::chrono::seconds kPieceTime{10};
constexpr std::chrono::seconds kLinger{2};
// How long a body waits for those to end that give way to it, and how often it looks.
constexpr std::chrono::seconds kRoomTime{2};
constexpr std::chrono::milliseconds kRoomPoll{5};
// JSON takes more bytes than the binary form.
constexpr size_t kJsonAnswerFactor = 4;
// Smaller messages are translated at once, larger ones in turns.
constexpr size_t kSmallBytes = 64 << 10;
// What a session may have whatever others have.
constexpr size_t kSmallMemory = 1 << 20;
constexpr size_t kMinGzipBytes = 1024;
// The most that the kernel keeps of an answer beyond what is on its way.
constexpr int kUnsentBytes = 128 << 10;

// A page about a model that is kept: this and its id.
constexpr absl::string_view kPages = "/report/";
constexpr char kShapesPath[] = "/shapewright.v1.ShapeService/InferShapes";
constexpr char kCostPath[] = "/shapewright.v1.PlanService/EstimateCost";

absl::string_view ReasonPhrase(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 400:
      return "Bad Request";
    case 404:
      return "Not Found";
    case kHttpTooManyRequests:
      return "Too Many Requests";
    case 500:
      return "Internal Server Error";
    case 503:
      return "Service Unavailable";
    default:
      return "Refused";
  }
}

// The trailers of a call, as fields of the head.
std::string TrailersOf(const RelayedCalls::Reply& reply) {
  std::string fields;
  for (const auto& [name, value] : reply.trailers) {
    if (absl::EndsWith(name, "-bin")) continue;
    absl::StrAppend(&fields, "trailer-", name, ": ", value, "\r\n");
  }
  return fields;
}

// The text as a message, without a copy: gRPC may be the last to need it.
grpc::ByteBuffer BufferOf(std::string text) {
  auto* const kept = new std::string(std::move(text));
  const grpc::Slice slice(
      kept->data(), kept->size(), [](void* object) { delete static_cast<std::string*>(object); },
      kept);
  return {&slice, 1};
}

}  // namespace

JsonSession::JsonSession(JsonShared& shared, FileDescriptor connection, const Peer& peer,
                         const std::shared_ptr<SSL_CTX>& tls)
    : shared_(shared),
      tls_(tls),
      stream_(std::move(connection), tls.get()),
      reader_(stream_, {kHeadTime, kPieceTime}),
      peer_(peer) {
  // So that what the kernel takes follows what the client reads (Pace). Not of a Unix socket.
  setsockopt(stream_.fd(), IPPROTO_TCP, TCP_NOTSENT_LOWAT, &kUnsentBytes, sizeof(kUnsentBytes));
}

void JsonSession::Cut() const { shutdown(stream_.fd(), SHUT_RDWR); }

void JsonSession::Run() {
  const auto handshake = std::chrono::seconds(shared_.environment.options.handshake_seconds);
  if (!stream_.Handshake(Clock::now() + handshake).ok()) return;
  try {
    FindCaller();
    bool goes_on = true;
    while (goes_on && reader_.Await(Clock::now() + kIdle)) goes_on = ServeOne();
    if (!goes_on) Linger();
  } catch (const std::bad_alloc&) {
    // The connection ends.
  }
  calls_.reset();
}

void JsonSession::FindCaller() {
  const std::vector<std::string> names = stream_.PeerNames();
  const std::vector<absl::string_view> views(names.begin(), names.end());
  std::string mark = names.empty() ? peer_.Key() : absl::StrCat("san:", names[0]);
  const CallerPolicy& policy = shared_.environment.guard.policy();
  if (policy.has_names() && !policy.AllowsNames(views)) mark = CallerGuard::kStranger;
  if (policy.IsAdmin(views) && mark != CallerGuard::kStranger) {
    mark = absl::StrCat(CallerGuard::kAdminPrefix, mark);
  }
  calls_ =
      std::make_unique<RelayedCalls>(shared_.relay, mark, absl::StrCat("json:", peer_.address));
}

bool JsonSession::ServeOne() {
  HttpRequest http;
  Answer answer;
  first_heap_bytes_ = ThreadHeapBytes();
  const absl::Cleanup give_back = [this] { GiveBack(); };
  try {
    const int status = reader_.ReadHead(&http);
    if (status == HttpReader::kClosed) return false;
    answer = status == HttpReader::kGood ? AnswerTo(http) : Refuse(status);
  } catch (const std::bad_alloc&) {
    const HeapGuard::Pause pause;
    answer = Fail(ToGrpcStatus(MemoryError("request")));
    answer.ends_connection = true;
  }
  answer.has_no_body = http.method == "HEAD";
  shared_.environment.metrics.JsonAnswered(answer.status);
  std::string().swap(http.body);
  if (answer.body.size() <= kSmallBytes) GiveBack();
  // No work is left to be limited; to answer takes little.
  const HeapGuard::Pause pause;
  const bool keeps_alive = http.keeps_alive && !answer.ends_connection && !shared_.is_stopping;
  if (http.method == "HEAD") answer.body.clear();
  const bool is_sent = Send(answer, keeps_alive);
  is_waiting_ = true;
  return is_sent && keeps_alive;
}

JsonSession::Answer JsonSession::Refuse(int status) {
  Answer answer;
  answer.status = status;
  answer.body = ErrorJson({grpc::StatusCode::INVALID_ARGUMENT, "no request that is served"});
  answer.ends_connection = true;
  return answer;
}

JsonSession::Answer JsonSession::Fail(const grpc::Status& error) {
  Answer answer;
  answer.status = HttpStatusOf(error.error_code());
  answer.body = ErrorJson(error);
  return answer;
}

JsonSession::Answer JsonSession::AnswerTo(HttpRequest& http) {
  ConnectRequest request;
  deadline_.reset();
  if (absl::StartsWith(http.path, kPages)) {
    const absl::Status good = ReadConnectFields(http, &request);
    if (request.timeout.has_value()) {
      deadline_ = std::chrono::system_clock::now() + *request.timeout;
    }
    if (good.ok()) return AnswerWithPage(http);
    Answer answer = Fail(ToGrpcStatus(good));
    answer.ends_connection = true;
    return answer;
  }
  const HttpRefusal refusal = ReadConnectHead(http, shared_.methods, &request);
  if (refusal.status != 0) {
    Answer answer = Fail(ToGrpcStatus(refusal.error));
    answer.status = refusal.status;
    answer.field = refusal.field;
    // Its body stays unread.
    answer.ends_connection = true;
    return answer;
  }
  const bool is_get = http.method == "GET";
  absl::Status good = is_get ? ReadConnectQuery(http.query, &request) : absl::OkStatus();
  if (good.ok()) good = ReadConnectFields(http, &request);
  // The time of the body and of its translation counts too.
  if (request.timeout.has_value()) deadline_ = std::chrono::system_clock::now() + *request.timeout;
  if (!good.ok()) {
    Answer answer = Fail(ToGrpcStatus(good));
    answer.ends_connection = !is_get;
    return answer;
  }
  if (!is_get) {
    absl::Status refusal;
    const int status = ReadBody(request.is_json, &http, &refusal);
    if (status == kHttpTooManyRequests) {
      Answer answer = Fail(ToGrpcStatus(refusal));
      answer.ends_connection = true;
      return answer;
    }
    if (status == kHttpBodyTooLarge) return RefuseLargeBody(request.is_json);
    if (status != HttpReader::kGood) return Refuse(status == HttpReader::kClosed ? 400 : status);
    request.message = std::move(http.body);
  }
  return Ask(request, http);
}

int JsonSession::ReadBody(bool is_json, HttpRequest* http, absl::Status* refusal) {
  receiving_.Begin();
  const absl::Cleanup received = [this] { receiving_.End(); };
  const auto take = [this, http, refusal](size_t bytes) {
    receiving_.Move(bytes);
    std::string& body = http->body;
    const size_t needed = body.size() + bytes;
    // Counted before it is taken.
    const bool fits = needed <= body.capacity();
    const size_t grown = fits ? 0 : std::max(needed, 2 * body.capacity());
    *refusal = HoldForBody(needed, grown);
    if (!refusal->ok()) return kHttpTooManyRequests;
    if (fits) return HttpReader::kGood;
    body.reserve(grown);
    if (!HeapGuard::is_exceeded()) return HttpReader::kGood;
    *refusal = MemoryError("message");
    return kHttpTooManyRequests;
  };
  return reader_.ReadBody(shared_.MaxBodyBytes(is_json), take, http);
}

absl::Status JsonSession::HoldForBody(size_t needed, size_t more) {
  const auto hold = [this, needed, more] {
    return needed > kSmallBytes ? CountAsWork(more) : Hold(more);
  };
  absl::Status good = hold();
  const Clock::time_point due = Clock::now() + kRoomTime;
  // What this session wants is counted already, so that nobody else takes what is given back.
  while (good == OverloadedError() && Clock::now() < due) {
    if (!shared_.cut_dawdling()) break;
    std::this_thread::sleep_for(kRoomPoll);
    good = hold();
  }
  return good;
}

absl::Status JsonSession::Hold(size_t more) {
  const auto used = std::max<int64_t>(0, ThreadHeapBytes() - first_heap_bytes_);
  const size_t bytes = static_cast<size_t>(used) + reply_bytes_ + more;
  // As the memory of work is counted: what was taken stays so until the end.
  // A guard takes less than a step beyond what it has to.
  if (is_work_ || bytes > kSmallMemory) SetHeld(std::max(held_bytes(), bytes + HeapGuard::kStep));
  if (held_bytes() > shared_.max_bytes_of_one) return OutOfMemoryError("message");
  const size_t all = shared_.held_bytes;
  const bool is_alone = all <= held_bytes();
  return held_bytes() == 0 || is_alone || all <= shared_.max_bytes ? absl::OkStatus()
                                                                   : OverloadedError();
}

void JsonSession::SetHeld(size_t bytes) {
  shared_.held_bytes += bytes - held_bytes();
  held_bytes_.store(bytes, std::memory_order_relaxed);
}

void JsonSession::GiveBack() {
  heap_.reset();
  SetHeld(0);
  is_work_ = false;
}

absl::Status JsonSession::CountAsWork(size_t more) {
  is_work_ = true;
  absl::Status good = Hold(more);
  if (good.ok() && !heap_.has_value()) heap_.emplace(shared_.environment.work_memory);
  return good;
}

absl::Status JsonSession::CheckWanted() {
  if (deadline_.has_value() && std::chrono::system_clock::now() >= *deadline_) {
    return absl::DeadlineExceededError("the deadline of the call has passed");
  }
  pollfd polled = {stream_.fd(), POLLRDHUP, 0};
  if (poll(&polled, 1, 0) > 0) return absl::CancelledError("the caller has closed the connection");
  if (HeapGuard::is_exceeded()) return MemoryError("message");
  const HeapGuard::Pause pause;
  return Hold(0);
}

JsonSession::Answer JsonSession::RefuseLargeBody(bool is_json) {
  absl::Status error =
      CallError(absl::StatusCode::kInvalidArgument, reason::kMessageTooLarge,
                absl::StrCat("the body has more than ", shared_.MaxBodyBytes(is_json),
                             " bytes: strip the weights from the model"));
  SetFact(error, "limit", absl::StrCat(shared_.MaxBodyBytes(is_json)));
  Answer answer = Fail(ToGrpcStatus(error));
  answer.status = kHttpBodyTooLarge;
  answer.ends_connection = true;
  return answer;
}

JsonSession::Answer JsonSession::Ask(ConnectRequest& request, const HttpRequest& http) {
  Begin();
  grpc::ByteBuffer message;
  absl::Status good = TakeMessage(request, &message);
  // gRPC lets a quick call pass.
  if (good.ok()) good = CheckWanted();
  if (!good.ok()) return Fail(ToGrpcStatus(good));
  // What the translation took is free for the call itself, which may need it. The message is
  // gRPC's.
  const size_t size = message.Length();
  GiveBack();
  if (size > kSmallMemory) SetHeld(size);
  const RelayedCalls::Reply reply = Relay(http.path, std::move(message), http);
  // gRPC has freed it; the answer is counted anew.
  GiveBack();
  first_heap_bytes_ = ThreadHeapBytes();
  reply_bytes_ = reply.body.Length();
  const absl::Cleanup forget = [this] { reply_bytes_ = 0; };
  Answer answer;
  if (reply.status.ok()) {
    absl::StatusOr<std::string> body = Write(request, reply.body, &answer);
    if (body.ok() && HeapGuard::is_exceeded()) body = MemoryError("answer");
    if (!body.ok()) return Fail(ToGrpcStatus(body.status()));
    answer.body = *std::move(body);
    if (!request.is_json) answer.type = "application/proto";
  } else {
    answer = Fail(reply.status);
  }
  answer.trailers = TrailersOf(reply);
  return answer;
}

void JsonSession::Begin() {
  is_waiting_ = false;
  if (deadline_.has_value()) return;
  deadline_ = std::chrono::system_clock::now() +
              std::chrono::seconds(shared_.environment.options.default_deadline_seconds);
}

RelayedCalls::Reply JsonSession::Relay(const std::string& path, grpc::ByteBuffer message,
                                       const HttpRequest& http) {
  return calls_->Call({.path = path,
                       .request = std::move(message),
                       .deadline = deadline_,
                       .metadata = ReadCallerFields(http)},
                      stream_.fd());
}

JsonSession::Answer JsonSession::AnswerWithPage(const HttpRequest& http) {
  if (shared_.environment.options.report_page == 0) {
    Answer answer = Fail({grpc::StatusCode::NOT_FOUND, "pages are off: --report-page"});
    answer.ends_connection = true;
    return answer;
  }
  if (http.method != "GET" && http.method != "HEAD") {
    Answer answer = Refuse(kHttpNotAllowed);
    answer.field = "Allow: GET, HEAD";
    return answer;
  }
  Begin();
  const std::string id = absl::StrReplaceAll(absl::string_view(http.path).substr(kPages.size()),
                                             {{"%3A", ":"}, {"%3a", ":"}});
  const RelayedCalls::Reply shapes =
      Relay(kShapesPath, BufferOf(ShapesForPage(id).SerializeAsString()), http);
  if (!shapes.status.ok()) return Fail(shapes.status);
  const RelayedCalls::Reply cost =
      Relay(kCostPath, BufferOf(CostForPage(id).SerializeAsString()), http);
  first_heap_bytes_ = ThreadHeapBytes();
  reply_bytes_ = shapes.body.Length() + cost.body.Length();
  const absl::Cleanup forget = [this] { reply_bytes_ = 0; };
  absl::StatusOr<std::string> page = WritePage(id, shapes, cost);
  if (page.ok() && HeapGuard::is_exceeded()) page = MemoryError("page");
  if (!page.ok()) return Fail(ToGrpcStatus(page.status()));
  Answer answer;
  answer.body = *std::move(page);
  answer.type = "text/html; charset=utf-8";
  answer.field = absl::StrCat("content-security-policy: ", PagePolicy(),
                              "; frame-ancestors 'none'\r\nreferrer-policy: no-referrer\r\n",
                              "cross-origin-resource-policy: same-origin");
  answer.trailers = TrailersOf(shapes);
  return answer;
}

absl::StatusOr<std::string> JsonSession::WritePage(const std::string& id,
                                                   const RelayedCalls::Reply& shapes,
                                                   const RelayedCalls::Reply& cost) {
  const auto model = shared_.environment.models.Find(CacheKey(KeyKind::kModelId, id));
  if (model == nullptr) return ModelNotCachedError();
  if (absl::Status good = CountAsWork(0); !good.ok()) return good;
  const HeapGuard heap(shared_.environment.work_memory);
  const TranslationTurn turn(shared_.translators, true, wanted_);
  if (!turn.status().ok()) return turn.status();
  PageOptions options;
  options.max_bytes =
      static_cast<size_t>(shared_.environment.options.max_answer_bytes) * kJsonAnswerFactor;
  options.wanted = wanted_;
  return KeptPage(id, model->model(), {shapes.body, cost.status.ok() ? &cost.body : nullptr},
                  options);
}

absl::Status JsonSession::TakeMessage(ConnectRequest& request, grpc::ByteBuffer* bytes) {
  const HeapGuard heap(shared_.environment.work_memory);
  if (request.is_json) {
    const TranslationTurn turn(shared_.translators, request.message.size() > kSmallBytes, wanted_);
    if (!turn.status().ok()) return turn.status();
    absl::StatusOr<std::string> binary =
        BinaryOf(request.message, *request.method->input_type(), wanted_);
    if (!binary.ok()) return binary.status();
    request.message = *std::move(binary);
  }
  *bytes = BufferOf(std::move(request.message));
  return absl::OkStatus();
}

absl::StatusOr<std::string> JsonSession::Write(const ConnectRequest& request,
                                               const grpc::ByteBuffer& body, Answer* answer) {
  const bool is_large = body.Length() > kSmallBytes;
  if (absl::Status good = is_large ? CountAsWork(0) : absl::OkStatus(); !good.ok()) return good;
  const HeapGuard heap(shared_.environment.work_memory);
  const TranslationTurn turn(shared_.translators, is_large, wanted_);
  if (!turn.status().ok()) return turn.status();
  answer->is_gzip = request.wants_gzip && body.Length() >= kMinGzipBytes;
  const AnswerForm form{
      .is_json = request.is_json,
      .is_gzip = answer->is_gzip,
      .max_bytes =
          static_cast<size_t>(shared_.environment.options.max_answer_bytes) * kJsonAnswerFactor};
  return AnswerOf(body, *request.method->output_type(), form, wanted_);
}

bool JsonSession::Send(const Answer& answer, bool keeps_alive) {
  const auto due = Clock::now() + std::chrono::seconds(shared_.environment.options.send_seconds);
  std::string head = absl::StrCat(
      "HTTP/1.1 ", answer.status, " ", ReasonPhrase(answer.status),
      "\r\ncontent-type: ", answer.type, "\r\ncontent-length: ", answer.body.size(),
      answer.is_gzip ? "\r\ncontent-encoding: gzip" : "",
      "\r\nvary: accept-encoding\r\ncache-control: no-store\r\nx-content-type-options: nosniff\r\n",
      answer.trailers, answer.field, answer.field.empty() ? "" : "\r\n",
      keeps_alive ? "" : "connection: close\r\n", "\r\n");
  sending_.Begin();
  const absl::Cleanup sent = [this] { sending_.End(); };
  // Small ones in one packet.
  const bool is_small = answer.body.size() <= kSmallBytes;
  if (is_small && !answer.has_no_body) head += answer.body;
  bool is_good = stream_.Write(head, due).ok();
  absl::string_view rest = is_small || answer.has_no_body ? absl::string_view() : answer.body;
  while (is_good && !rest.empty()) {
    const absl::string_view piece = rest.substr(0, Pace::kBytes);
    is_good = stream_.Write(piece, due).ok();
    sending_.Move(piece.size());
    rest.remove_prefix(piece.size());
  }
  return is_good;
}

void JsonSession::Linger() {
  stream_.End();
  const auto due = Clock::now() + kLinger;
  std::array<char, 4096> bytes;
  absl::StatusOr<size_t> count = 1;
  while (Clock::now() < due && count.ok() && *count > 0) {
    count = stream_.Read(bytes.data(), bytes.size(), due);
  }
}

}  // namespace shapewright::server
