#ifndef SHAPEWRIGHT_SERVER_CACHE_MODEL_STORE_H_
#define SHAPEWRIGHT_SERVER_CACHE_MODEL_STORE_H_

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/graph/model.h"
#include "core/graph/reader_options.h"
#include "core/wire/model_format.h"
#include "server/cache/cache_key.h"
#include "server/cache/inference_spec.h"
#include "server/cache/sharded_cache.h"

namespace shapewright::server {

// The bytes of a model's file.
struct ModelBytes {
  ModelBytes() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): most models are one file, known by its content.
  ModelBytes(std::string bytes) : content(std::move(bytes)) {}

  std::string content;
  // Of formats that have a file beside it; empty: there is none.
  std::string weights;
  ModelFormat format = ModelFormat::kUnspecified;
};

// An imported model with the bytes that it points into. Never changes, so that many calls may
// use it at once.
class StoredModel {
 public:
  // The errors are those of graph::ReadModelFile().
  static absl::StatusOr<std::shared_ptr<const StoredModel>> Import(
      ModelBytes bytes, const graph::ReaderOptions& options);

  const graph::Model& model() const { return *model_; }
  // The size of the bytes that it was imported from.
  size_t size() const { return bytes_.content.size() + bytes_.weights.size(); }
  // The memory it takes, with the allocator's overhead.
  size_t weight() const { return weight_; }

 private:
  explicit StoredModel(ModelBytes bytes) : bytes_(std::move(bytes)) {}

  const ModelBytes bytes_;
  std::unique_ptr<const graph::Model> model_;
  size_t weight_ = 0;
};

// A model that is kept by its id.
struct KeptModel {
  std::string id;
  size_t size = 0;
  size_t weight = 0;
  uint64_t hits = 0;
  std::chrono::steady_clock::time_point added;
  std::chrono::steady_clock::time_point found;
};

// Models by their id, or by the file that they were read from; what inference_ids stand for; and
// the files beside a model's. The latter two have parts of the capacity that are theirs.
// Thread-safe.
class ModelStore {
 public:
  explicit ModelStore(size_t capacity)
      : models_(capacity - 2 * (capacity / kSmallPart)),
        specs_(capacity / kSmallPart),
        data_files_(capacity / kSmallPart) {}

  // Null if there is none.
  std::shared_ptr<const StoredModel> Find(const CacheKey& key) {
    return models_.Find(key).value_or(nullptr);
  }

  // As ShardedCache::Insert().
  std::optional<size_t> Insert(const CacheKey& key, std::shared_ptr<const StoredModel> model) {
    const size_t weight = model->weight();
    return models_.Insert(key, std::move(model), weight);
  }

  // Null if it is not kept.
  std::shared_ptr<const InferenceSpec> FindSpec(absl::string_view inference_id) {
    return specs_.Find(CacheKey(KeyKind::kInference, inference_id)).value_or(nullptr);
  }
  // Keeps it where there is room; `spec` is a serialized ModelSpec without a source.
  void InsertSpec(absl::string_view inference_id, absl::string_view model_id,
                  absl::string_view spec) {
    const CacheKey key(KeyKind::kInference, inference_id);
    if (specs_.Find(key).has_value()) return;
    auto kept = std::make_shared<const InferenceSpec>(model_id, spec);
    const size_t weight = kept->weight();
    specs_.Insert(key, std::move(kept), weight);
  }

  // The files beside a model's file that hold small tensors of it, by the file's identity; null if
  // that is not known.
  using DataFiles = std::shared_ptr<const std::vector<std::string>>;
  DataFiles FindDataFiles(absl::string_view identity) {
    return data_files_.Find(CacheKey(KeyKind::kDataFiles, identity)).value_or(nullptr);
  }
  // Keeps them where there is room.
  void InsertDataFiles(absl::string_view identity, DataFiles files) {
    size_t weight = sizeof(*files);
    for (const std::string& file : *files) weight += sizeof(file) + file.size();
    data_files_.Insert(CacheKey(KeyKind::kDataFiles, identity), std::move(files), weight);
  }

  // The first so many of those whose ids are greater than `after`, in ascending order.
  std::vector<KeptModel> List(absl::string_view after, size_t most) const;
  // So many of those that were found last, the last one first.
  std::vector<KeptModel> ListLast(size_t most) const;
  // Forgets a model and what inference_ids stand for that are about it. Whether it was there.
  bool Evict(absl::string_view model_id);

  // Of all three.
  size_t bytes() const { return models_.bytes() + specs_.bytes() + data_files_.bytes(); }
  // Of models.
  size_t entries() const { return models_.entries(); }

 private:
  // Most specs say little, and take a few hundred bytes; most models have no files beside them.
  static constexpr size_t kSmallPart = 64;

  // The first so many by `is_before`, of those that `is_wanted`.
  std::vector<KeptModel> ListBy(
      size_t most, const std::function<bool(absl::string_view id)>& is_wanted,
      const std::function<bool(const KeptModel&, const KeptModel&)>& is_before) const;

  ShardedCache<std::shared_ptr<const StoredModel>> models_;
  ShardedCache<std::shared_ptr<const InferenceSpec>> specs_;
  ShardedCache<DataFiles> data_files_;
};

}  // namespace shapewright::server

#endif  // SHAPEWRIGHT_SERVER_CACHE_MODEL_STORE_H_
