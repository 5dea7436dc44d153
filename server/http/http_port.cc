#include "server/http/http_port.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <system_error>
#include <thread>
#include <utility>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "server/net/listen.h"

namespace shapewright::server {
namespace {

// Those that were cut take a moment to end.
constexpr size_t kThreadsEach = 2;
// Of all descriptors, those of sessions.
constexpr size_t kDescriptorsPart = 4;
constexpr size_t kLeastSessions = 4;
constexpr std::chrono::seconds kFarewell{1};
// How long further connections wait for those that were cut to end.
constexpr std::chrono::seconds kPatience{1};

std::vector<Listener> ListOf(Listener listener) {
  std::vector<Listener> listeners;
  listeners.push_back(std::move(listener));
  return listeners;
}

}  // namespace

size_t HttpPort::SessionsFor(const Kind& kind, size_t descriptors) {
  return std::clamp(descriptors / kDescriptorsPart / DescriptorsOf(kind, 1), kLeastSessions,
                    kind.max_sessions);
}

size_t HttpPort::DescriptorsOf(const Kind& kind, size_t sessions) {
  return kThreadsEach * kind.descriptors * sessions;
}

absl::StatusOr<std::unique_ptr<HttpPort>> HttpPort::Start(const Options& options,
                                                          Settings settings) {
  const absl::StatusOr<ListenAddress> parsed = ParseListenAddress(settings.address);
  if (!parsed.ok() || parsed->is_unix()) {
    return absl::InvalidArgumentError(
        absl::StrCat(settings.flag, ": \"", settings.address, "\" is not a HOST:PORT"));
  }
  absl::StatusOr<Listener> listener = Listen(*parsed, 0);
  if (!listener.ok()) return listener.status();
  return std::unique_ptr<HttpPort>(
      new HttpPort(options, std::move(settings), *std::move(listener)));
}

HttpPort::HttpPort(const Options& options, Settings settings, Listener listener)
    : settings_(std::move(settings)),
      shared_{.handshake_time = std::chrono::seconds(options.handshake_seconds),
              .send_time = std::chrono::seconds(options.send_seconds),
              .cut_dawdling = [this] { return CutDawdling(); }},
      address_(listener.text),
      tls_(settings_.pems),
      connections_(settings_.max_connections, settings_.max_connections_per_peer) {
  acceptor_ = std::make_unique<Acceptor>(
      ListOf(std::move(listener)), connections_,
      Acceptor::Handlers{[this](FileDescriptor connection, const Peer& peer, bool /*is_own*/) {
                           Begin(std::move(connection), peer);
                         },
                         [this](Refusal refusal, const Peer* peer) {
                           // The next one has the descriptors of those that wait.
                           if (refusal == Refusal::kNoDescriptors) CutWaiting();
                           settings_.on_refusal(refusal, peer);
                         }});
}

HttpPort::~HttpPort() {
  StopAccepting();
  std::unique_lock<std::mutex> lock(mutex_);
  const auto is_empty = [this] { return sessions_.empty(); };
  CutAllWaiting();
  ended_.wait_for(lock, kFarewell, is_empty);
  for (const Entry& entry : sessions_) entry.session->Cut();
  ended_.wait(lock, is_empty);
}

void HttpPort::StopAccepting() {
  Drain();
  acceptor_->Stop();
}

size_t HttpPort::CountBusy() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return static_cast<size_t>(
      std::count_if(sessions_.begin(), sessions_.end(),
                    [](const Entry& entry) { return !entry.session->is_waiting(); }));
}

size_t HttpPort::CutWaiting() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return CutAllWaiting();
}

size_t HttpPort::CutAllWaiting() {
  size_t count = 0;
  for (Entry& entry : sessions_) {
    if (entry.is_cut || !entry.session->is_waiting()) continue;
    entry.is_cut = true;
    entry.session->Cut();
    ++count;
  }
  return count;
}

bool HttpPort::CutDawdling() {
  const std::lock_guard<std::mutex> lock(mutex_);
  Entry* chosen = nullptr;
  for (Entry& entry : sessions_) {
    // It has not ended yet.
    if (entry.makes_room) return true;
    if (entry.is_cut || !entry.session->is_dawdling()) continue;
    const bool is_first = chosen == nullptr;
    if (is_first || entry.session->held_bytes() > chosen->session->held_bytes()) chosen = &entry;
  }
  if (chosen == nullptr || chosen->session->held_bytes() == 0) return false;
  chosen->is_cut = chosen->makes_room = true;
  chosen->session->Cut();
  return true;
}

void HttpPort::Begin(FileDescriptor connection, const Peer& peer) {
  const std::shared_ptr<SSL_CTX> tls = tls_.Get();
  const bool lacks_tls = tls == nullptr && tls_.is_on();
  auto session = settings_.make(shared_, {std::move(connection), peer, tls});
  std::unique_lock<std::mutex> lock(mutex_);
  if (lacks_tls || !MakeRoom(lock)) {
    return settings_.on_refusal(Refusal::kTooManyConnections, &peer);
  }
  const auto entry = sessions_.insert(sessions_.end(), {session.get(), peer.Key()});
  try {
    std::thread([this, entry, owned = std::move(session)]() mutable {
      Serve(entry, std::move(owned));
    }).detach();
  } catch (const std::system_error&) {
    sessions_.erase(entry);
    settings_.on_refusal(Refusal::kNoDescriptors, &peer);
  }
}

bool HttpPort::MakeRoom(std::unique_lock<std::mutex>& lock) {
  // At least half of those that there are then end already.
  const auto has_threads = [this] {
    return sessions_.size() < kThreadsEach * settings_.max_sessions;
  };
  if (!ended_.wait_for(lock, kPatience, has_threads)) return false;
  size_t kept = 0;
  std::map<std::string, size_t> waiting;
  for (const Entry& entry : sessions_) {
    if (entry.is_cut) continue;
    ++kept;
    if (entry.session->is_waiting()) ++waiting[entry.peer];
  }
  if (kept < settings_.max_sessions) return true;
  Entry* chosen = nullptr;
  for (Entry& entry : sessions_) {
    if (entry.is_cut || !entry.session->is_waiting()) continue;
    if (chosen == nullptr || waiting[entry.peer] > waiting[chosen->peer]) chosen = &entry;
  }
  // Who reads slowly keeps nobody out either.
  for (Entry& entry : sessions_) {
    if (chosen == nullptr && !entry.is_cut && entry.session->is_stuck()) chosen = &entry;
  }
  if (chosen == nullptr) return false;
  chosen->is_cut = true;
  chosen->session->Cut();
  return true;
}

void HttpPort::Serve(Entries::iterator entry, std::unique_ptr<HttpSession> session) {
  session->Run();
  const std::lock_guard<std::mutex> lock(mutex_);
  sessions_.erase(entry);
  session.reset();
  ended_.notify_all();
}

}  // namespace shapewright::server
