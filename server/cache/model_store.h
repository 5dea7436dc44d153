#ifndef SHAPEWRIGHT_SERVER_CACHE_MODEL_STORE_H_
#define SHAPEWRIGHT_SERVER_CACHE_MODEL_STORE_H_

#include <cstddef>
#include <memory>
#include <optional>
#include <string>

#include "absl/status/statusor.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"
#include "server/cache/cache_key.h"
#include "server/cache/sharded_cache.h"

namespace shapewright::server {

// An imported ONNX model with the bytes that it points into. Never changes, so that many calls may
// use it at once.
class StoredModel {
 public:
  // The errors are those of graph::ReadOnnxModel().
  static absl::StatusOr<std::shared_ptr<const StoredModel>> Import(
      std::string bytes, const graph::ReaderOptions& options);

  const graph::Model& model() const { return *model_; }
  // The size of the bytes that it was imported from.
  size_t size() const { return bytes_.size(); }
  // The memory it takes, with the allocator's overhead.
  size_t weight() const { return weight_; }

 private:
  explicit StoredModel(std::string bytes) : bytes_(std::move(bytes)) {}

  const std::string bytes_;
  std::unique_ptr<const graph::Model> model_;
  size_t weight_ = 0;
};

// Models by their id, or by the file that they were read from. Thread-safe.
class ModelStore {
 public:
  explicit ModelStore(size_t capacity) : models_(capacity) {}

  // Null if there is none.
  std::shared_ptr<const StoredModel> Find(const CacheKey& key) {
    return models_.Find(key).value_or(nullptr);
  }

  // As ShardedCache::Insert().
  std::optional<size_t> Insert(const CacheKey& key, std::shared_ptr<const StoredModel> model) {
    const size_t weight = model->weight();
    return models_.Insert(key, std::move(model), weight);
  }

  size_t bytes() const { return models_.bytes(); }
  size_t entries() const { return models_.entries(); }

 private:
  ShardedCache<std::shared_ptr<const StoredModel>> models_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CACHE_MODEL_STORE_H_
