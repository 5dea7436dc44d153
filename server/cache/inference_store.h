#ifndef SHAPEWRIGHT_SERVER_CACHE_INFERENCE_STORE_H_
#define SHAPEWRIGHT_SERVER_CACHE_INFERENCE_STORE_H_

#include <memory>

#include "core/questions/evaluation/compiled_inference.h"
#include "server/cache/model_store.h"
#include "server/cache/sharded_cache.h"

namespace shapewright::server {

// A finished inference, with the model that it points into. Thread-safe.
struct KeptInference {
  std::shared_ptr<const StoredModel> model;
  std::unique_ptr<const questions::CompiledInference> inference;

  size_t weight() const { return sizeof(*this) + inference->weight() + model->weight(); }
};

// Finished inferences, by the model and all of the request but its bindings. The weight of each
// includes its model, which it keeps even if the cache of models does not.
using InferenceStore = ShardedCache<std::shared_ptr<const KeptInference>>;

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CACHE_INFERENCE_STORE_H_
