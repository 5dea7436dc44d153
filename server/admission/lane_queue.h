#ifndef SHAPEWRIGHT_SERVER_ADMISSION_LANE_QUEUE_H_
#define SHAPEWRIGHT_SERVER_ADMISSION_LANE_QUEUE_H_

#include <array>
#include <chrono>
#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/hash/hash.h"
#include "server/admission/lane.h"
#include "server/admission/peer_shares.h"

namespace shapewright::server {

// Who requests work, and how large it looks.
struct WorkTag {
  Lane lane = Lane::kNormal;
  std::string peer;
};

// Waiting work: for each lane a bounded queue, shared by PeerShares. Within a lane the peers take
// turns; the tasks of one peer stay in order. Not thread-safe.
class LaneQueue {
 public:
  using Clock = std::chrono::steady_clock;
  struct Entry {
    std::function<void()> task;
    Lane lane;
    Clock::time_point since;
  };

  // `max_queued` tasks in each lane.
  explicit LaneQueue(size_t max_queued);

  QueueAnswer Ask(const WorkTag& tag) const { return At(tag.lane).places.Ask(tag.peer, 1); }
  // Adds a task; does not check Ask().
  void Push(const WorkTag& tag, std::function<void()> task, Clock::time_point now);

  bool empty() const { return size() == 0; }
  bool empty(Lane lane) const { return size(lane) == 0; }
  size_t size() const;
  size_t size(Lane lane) const { return At(lane).places.taken(); }

  // Removes the next task of a lane that is not empty.
  Entry Pop(Lane lane);
  // Removes the next task of all lanes, at least one of which is not empty: lighter lanes first,
  // but of waiting ones each gets its turns, 16 tiny to 4 normal to 1 large.
  Entry PopAny();

 private:
  struct LaneState {
    explicit LaneState(size_t max_queued) : places(max_queued) {}

    PeerShares places;
    std::unordered_map<std::string, std::deque<Entry>, absl::Hash<std::string>> by_peer;
    std::deque<const std::string*> turns;  // keys of by_peer
    int credit = 0;
  };

  LaneState& At(Lane lane) { return lanes_[static_cast<size_t>(lane)]; }
  const LaneState& At(Lane lane) const { return lanes_[static_cast<size_t>(lane)]; }
  // The lightest lane with waiting tasks and turns left in this round; null if there is none.
  const Lane* FindCredit() const;

  std::vector<LaneState> lanes_;  // by Lane
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_ADMISSION_LANE_QUEUE_H_
