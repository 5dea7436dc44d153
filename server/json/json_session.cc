#include "server/json/json_session.h"

#include <poll.h>

#include <algorithm>
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
#include "server/callers/access_control.h"
#include "server/errors/call_errors.h"
#include "server/http/http_status.h"
#include "server/json/kept_page.h"

namespace shapewright::server {
namespace {

using Clock = ByteStream::Clock;

// How long a body waits for those to end that give way to it, and how often it looks.
constexpr std::chrono::seconds kRoomTime{2};
constexpr std::chrono::milliseconds kRoomPoll{5};
// JSON takes more bytes than the binary form.
constexpr size_t kJsonAnswerFactor = 4;
// What a session may have whatever others have.
constexpr size_t kSmallMemory = 1 << 20;
constexpr size_t kMinGzipBytes = 1024;
// A page about a model that is kept: this and its id.
constexpr absl::string_view kPages = "/report/";
constexpr char kShapesPath[] = "/shapewright.v1.ShapeService/InferShapes";
constexpr char kCostPath[] = "/shapewright.v1.PlanService/EstimateCost";

HttpAnswer JsonAnswer(int status, std::string body) {
  return {.status = status, .body = std::move(body), .type = "application/json"};
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

void JsonSession::OnOpen() {
  const std::vector<std::string> names = stream().PeerNames();
  const std::vector<absl::string_view> views(names.begin(), names.end());
  std::string mark = names.empty() ? peer().Key() : absl::StrCat("san:", names[0]);
  const CallerPolicy& policy = shared_.environment.access.policy();
  if (policy.has_names() && !policy.AllowsNames(views)) mark = AccessControl::kStranger;
  if (policy.IsAdmin(views) && mark != AccessControl::kStranger) {
    mark = absl::StrCat(AccessControl::kAdminPrefix, mark);
  }
  calls_ =
      std::make_unique<RelayedCalls>(shared_.relay, mark, absl::StrCat("json:", peer().address));
}

JsonSession::Answer JsonSession::AnswerTo(HttpRequest& http) {
  const bool is_call = shared_.methods.count(http.path) != 0;
  if (is_call) {
    std::optional<Answer> preflight = shared_.origins.AnswerPreflight(http);
    if (preflight.has_value()) return *std::move(preflight);
  }
  Answer answer;
  try {
    answer = AnswerWithin(http);
  } catch (const std::bad_alloc&) {
    const HeapGuard::Pause pause;
    answer = FailAndEnd(ToGrpcStatus(MemoryError("request")));
  }
  if (is_call) answer.fields += shared_.origins.FieldsOf(http);
  return answer;
}

void JsonSession::OnAnswer(const Answer& answer) {
  shared_.environment.metrics.JsonAnswered(answer.status);
  if (answer.body.size() <= kSmallBytes) GiveBack();
}

JsonSession::Answer JsonSession::Refuse(int status) {
  return JsonAnswer(status,
                    ErrorJson({grpc::StatusCode::INVALID_ARGUMENT, "no request that is served"}));
}

JsonSession::Answer JsonSession::Fail(const grpc::Status& error) {
  return JsonAnswer(HttpStatusOf(error.error_code()), ErrorJson(error));
}

JsonSession::Answer JsonSession::FailAndEnd(const grpc::Status& error) {
  Answer answer = Fail(error);
  answer.ends_connection = true;
  return answer;
}

JsonSession::Answer JsonSession::AnswerWithin(HttpRequest& http) {
  ConnectRequest request;
  deadline_.reset();
  if (absl::StartsWith(http.path, kPages)) {
    const absl::Status good = ReadConnectFields(http, &request);
    if (request.timeout.has_value()) {
      deadline_ = std::chrono::system_clock::now() + *request.timeout;
    }
    return good.ok() ? AnswerWithPage(http) : FailAndEnd(ToGrpcStatus(good));
  }
  const HttpRefusal refusal = ReadConnectHead(http, shared_.methods, &request);
  if (refusal.status != 0) {
    Answer answer = FailAndEnd(ToGrpcStatus(refusal.error));
    answer.status = refusal.status;
    answer.fields = refusal.field;
    return answer;
  }
  const bool is_get = http.method == "GET";
  absl::Status good = is_get ? ReadConnectQuery(http.query, &request) : absl::OkStatus();
  if (good.ok()) good = ReadConnectFields(http, &request);
  // The time of the body and of its translation counts too.
  if (request.timeout.has_value()) deadline_ = std::chrono::system_clock::now() + *request.timeout;
  if (!good.ok()) return is_get ? Fail(ToGrpcStatus(good)) : FailAndEnd(ToGrpcStatus(good));
  if (!is_get) {
    absl::Status refusal;
    const int status = ReadMessage(request.is_json, &http, &refusal);
    if (status == kHttpTooManyRequests) return FailAndEnd(ToGrpcStatus(refusal));
    if (status == kHttpBodyTooLarge) return RefuseLargeBody(request.is_json);
    if (status != HttpReader::kGood) {
      Answer answer = Refuse(status == HttpReader::kClosed ? kHttpBadRequest : status);
      answer.ends_connection = true;
      return answer;
    }
    request.message = std::move(http.body);
  }
  return Ask(request, http);
}

int JsonSession::ReadMessage(bool is_json, HttpRequest* http, absl::Status* refusal) {
  const auto take = [this, http, refusal](size_t bytes) {
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
  return ReadBody(shared_.MaxBodyBytes(is_json), take, http);
}

absl::Status JsonSession::HoldForBody(size_t needed, size_t more) {
  const auto hold = [this, needed, more] {
    return needed > kSmallBytes ? CountAsWork(more) : Hold(more);
  };
  absl::Status good = hold();
  const Clock::time_point due = Clock::now() + kRoomTime;
  // What this session wants is counted already, so that nobody else takes what is given back.
  while (good == OverloadedError() && Clock::now() < due) {
    if (!shared().cut_dawdling()) break;
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
  SetHeldBytes(bytes);
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
  pollfd polled = {stream().fd(), POLLRDHUP, 0};
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
  Answer answer = FailAndEnd(ToGrpcStatus(error));
  answer.status = kHttpBodyTooLarge;
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
  Answer answer = JsonAnswer(200, "");
  if (reply.status.ok()) {
    absl::StatusOr<std::string> body = Write(request, reply.body, &answer);
    if (body.ok() && HeapGuard::is_exceeded()) body = MemoryError("answer");
    if (!body.ok()) return Fail(ToGrpcStatus(body.status()));
    answer.body = *std::move(body);
    if (!request.is_json) answer.type = "application/proto";
  } else {
    answer = Fail(reply.status);
  }
  answer.fields += TrailersOf(reply);
  return answer;
}

void JsonSession::Begin() {
  BeginAnswer();
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
                      stream().fd());
}

JsonSession::Answer JsonSession::AnswerWithPage(const HttpRequest& http) {
  if (shared_.environment.options.report_page == 0) {
    return FailAndEnd({grpc::StatusCode::NOT_FOUND, "pages are off: --report-page"});
  }
  if (http.method != "GET" && http.method != "HEAD") {
    Answer answer = Refuse(kHttpNotAllowed);
    answer.ends_connection = true;
    answer.fields = "Allow: GET, HEAD\r\n";
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
  return {
      .body = *std::move(page),
      .type = "text/html; charset=utf-8",
      .fields = absl::StrCat("content-security-policy: ", PagePolicy(),
                             "; frame-ancestors 'none'\r\nreferrer-policy: no-referrer\r\n",
                             "cross-origin-resource-policy: same-origin\r\n", TrailersOf(shapes))};
}

absl::StatusOr<std::string> JsonSession::WritePage(const std::string& id,
                                                   const RelayedCalls::Reply& shapes,
                                                   const RelayedCalls::Reply& cost) {
  if (absl::Status good = CountAsWork(0); !good.ok()) return good;
  const HeapGuard heap(shared_.environment.work_memory);
  const TranslationTurn turn(shared_.translators, true, wanted_);
  if (!turn.status().ok()) return turn.status();
  PageOptions options;
  options.max_bytes =
      static_cast<size_t>(shared_.environment.options.max_answer_bytes) * kJsonAnswerFactor;
  options.wanted = wanted_;
  return KeptPage(id, {shapes.body, cost.status.ok() ? &cost.body : nullptr}, options);
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

}  // namespace shapewright::server
