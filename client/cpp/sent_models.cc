#include "client/cpp/sent_models.h"

#include <algorithm>

namespace shapewright {

bool SentModels::IsNamed(const std::string& model_id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = models_.find(model_id);
  return found != models_.end() && found->second.sends_left == 0;
}

void SentModels::Sent(const std::string& model_id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = models_.find(model_id);
  if (found != models_.end()) {
    found->second.sends_left = std::max(found->second.sends_left - 1, 0);
    return;
  }
  // Whichever goes is sent once more than needed.
  if (models_.size() >= kMaxModels) models_.erase(models_.begin());
  models_.emplace(model_id, Model());
}

void SentModels::Missed(const std::string& model_id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = models_.find(model_id);
  if (found == models_.end()) return;
  Model& model = found->second;
  model.misses = std::min(model.misses + 1, kMaxSends);
  // The call that missed is the first to send it.
  model.sends_left = 1 + model.misses;
}

}  // namespace shapewright
