#ifndef SHAPEWRIGHT_CLIENT_CPP_TOLD_INFERENCES_H_
#define SHAPEWRIGHT_CLIENT_CPP_TOLD_INFERENCES_H_

#include <cstddef>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/model.pb.h"

namespace shapewright {

// What the inference_ids stand for that servers have told, so that it can be said again: so many
// bytes of it, the latest ones. Thread-safe.
class ToldInferences {
 public:
  static constexpr size_t kDefaultBytes = size_t{64} << 20;

  explicit ToldInferences(size_t max_bytes = kDefaultBytes) : max_bytes_(max_bytes) {}

  // The answer to a question about what `spec` says.
  void Told(const v1::InferShapesResponse& answer, const v1::ModelSpec& spec);
  // Null if nobody told of it, or it is long ago.
  std::shared_ptr<const v1::ModelSpec> SpecOf(const std::string& inference_id);
  // The route to the model that it stands for (route.h); the id itself if nobody told of it.
  std::string RouteTo(const std::string& inference_id);

 private:
  struct Inference {
    std::string id;
    std::shared_ptr<const v1::ModelSpec> spec;
    std::string route;
    size_t bytes;
  };

  const size_t max_bytes_;
  std::mutex mutex_;
  // Guarded by mutex_, as is all below. The latest one is first.
  std::list<Inference> inferences_;
  std::map<std::string, std::list<Inference>::iterator> places_;
  size_t bytes_ = 0;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_TOLD_INFERENCES_H_
