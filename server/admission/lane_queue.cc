#include "server/admission/lane_queue.h"

#include <utility>

namespace shapewright::server {
namespace {

// How many tasks of each lane start per round.
constexpr std::array<int, kLanes> kTurns = {16, 4, 1};

}  // namespace

LaneQueue::LaneQueue(size_t max_queued) {
  lanes_.reserve(kLanes);
  for (size_t i = 0; i < kLanes; ++i) lanes_.emplace_back(max_queued);
}

void LaneQueue::Push(const WorkTag& tag, std::function<void()> task, Clock::time_point now) {
  LaneState& lane = At(tag.lane);
  lane.places.Take(tag.peer, 1);
  const auto [peer, is_new] = lane.by_peer.try_emplace(tag.peer);
  if (is_new) lane.turns.push_back(&peer->first);
  peer->second.push_back({std::move(task), tag.lane, now});
}

size_t LaneQueue::size() const {
  size_t size = 0;
  for (const LaneState& lane : lanes_) size += lane.places.taken();
  return size;
}

LaneQueue::Entry LaneQueue::Pop(Lane lane_kind) {
  LaneState& lane = At(lane_kind);
  const std::string* const name = lane.turns.front();
  lane.turns.pop_front();
  const auto peer = lane.by_peer.find(*name);
  Entry entry = std::move(peer->second.front());
  peer->second.pop_front();
  lane.places.GiveBack(*name, 1);
  if (peer->second.empty()) {
    lane.by_peer.erase(peer);
  } else {
    lane.turns.push_back(name);
  }
  return entry;
}

LaneQueue::Entry LaneQueue::PopAny() {
  const Lane* lane = FindCredit();
  if (lane == nullptr) {
    for (size_t i = 0; i < kLanes; ++i) lanes_[i].credit = kTurns[i];
    lane = FindCredit();
  }
  --At(*lane).credit;
  return Pop(*lane);
}

const Lane* LaneQueue::FindCredit() const {
  for (const Lane& lane : kAllLanes) {
    if (!empty(lane) && At(lane).credit > 0) return &lane;
  }
  return nullptr;
}

}  // namespace shapewright::server
