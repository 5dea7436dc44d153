#include "client/cpp/told_inferences.h"

#include <utility>

#include "client/cpp/route.h"

namespace shapewright {

void ToldInferences::Told(const v1::InferShapesResponse& answer, const v1::ModelSpec& spec) {
  const std::string& id = answer.inference_id();
  if (id.empty() || spec.has_inference_id() || SpecOf(id) != nullptr) return;
  const size_t bytes = 2 * id.size() + spec.ByteSizeLong();
  if (bytes > max_bytes_) return;
  auto copy = std::make_shared<const v1::ModelSpec>(spec);
  std::string route = RouteOf(spec);
  const std::lock_guard<std::mutex> lock(mutex_);
  if (places_.contains(id)) return;
  inferences_.push_front({id, std::move(copy), std::move(route), bytes});
  places_.emplace(id, inferences_.begin());
  bytes_ += bytes;
  while (bytes_ > max_bytes_) {
    bytes_ -= inferences_.back().bytes;
    places_.erase(inferences_.back().id);
    inferences_.pop_back();
  }
}

std::shared_ptr<const v1::ModelSpec> ToldInferences::SpecOf(const std::string& inference_id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = places_.find(inference_id);
  if (found == places_.end()) return nullptr;
  inferences_.splice(inferences_.begin(), inferences_, found->second);
  return found->second->spec;
}

std::string ToldInferences::RouteTo(const std::string& inference_id) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto found = places_.find(inference_id);
  return found == places_.end() ? inference_id : found->second->route;
}

}  // namespace shapewright
