#include "server/admission/peer_shares.h"

namespace shapewright::server {

QueueAnswer PeerShares::Ask(absl::string_view peer, size_t count) const {
  if (taken_ <= places_ && count <= places_ - taken_) return QueueAnswer::kFree;
  const auto found = held_.find(peer);
  const size_t held = found == held_.end() ? 0 : found->second;
  const bool is_guest = count <= share_ && held <= share_ - count;
  if (is_guest && taken_ <= places_ + reserve_ - count) return QueueAnswer::kFree;
  const bool has_others = held_.size() > (held > 0 ? 1 : 0);
  return !is_guest && has_others ? QueueAnswer::kShareTaken : QueueAnswer::kFull;
}

void PeerShares::Take(absl::string_view peer, size_t count) {
  if (count == 0) return;
  held_[peer] += count;
  taken_ += count;
}

void PeerShares::GiveBack(absl::string_view peer, size_t count) {
  if (count == 0) return;
  const auto found = held_.find(peer);
  found->second -= count;
  taken_ -= count;
  if (found->second == 0) held_.erase(found);
}

}  // namespace shapewright::server
