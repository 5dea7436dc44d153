#include "server/cache/model_store.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/heap.h"
#include "core/graph/front_end/front_end.h"

namespace shapewright::server {
namespace {

// Memory of the shared pointers to it, about.
constexpr size_t kSharedBytes = 64;

void FreeUnused(std::string& bytes) {
  if (bytes.capacity() - bytes.size() > bytes.size() / 16) bytes.shrink_to_fit();
}

}  // namespace

absl::StatusOr<std::shared_ptr<const StoredModel>> StoredModel::Import(
    ModelBytes bytes, const graph::ReaderOptions& options) {
  FreeUnused(bytes.content);
  FreeUnused(bytes.weights);
  const size_t own_bytes = bytes.content.capacity() + bytes.weights.capacity();
  const int64_t before = ThreadHeapBytes();
  // The model points into the bytes, which must not move any more.
  const std::shared_ptr<StoredModel> stored(new StoredModel(std::move(bytes)));
  absl::StatusOr<std::unique_ptr<graph::Model>> model = graph::ReadModelFile(
      {stored->bytes_.content, stored->bytes_.weights}, stored->bytes_.format, options);
  if (!model.ok()) return model.status();
  stored->model_ = *std::move(model);
  // The memory that was allocated here and remains. The bytes are added in full, as others may have
  // allocated them.
  const int64_t made = ThreadHeapBytes() - before;
  stored->weight_ = kSharedBytes + own_bytes + static_cast<size_t>(std::max<int64_t>(made, 0));
  return std::shared_ptr<const StoredModel>(stored);
}

std::vector<KeptModel> ModelStore::List(absl::string_view after, size_t most) const {
  return ListBy(
      most, [after](absl::string_view id) { return id > after; },
      [](const KeptModel& a, const KeptModel& b) { return a.id < b.id; });
}

std::vector<KeptModel> ModelStore::ListLast(size_t most) const {
  return ListBy(
      most, [](absl::string_view /*id*/) { return true; },
      [](const KeptModel& a, const KeptModel& b) { return a.found > b.found; });
}

bool ModelStore::Evict(absl::string_view model_id) {
  const CacheKey id(KeyKind::kModelId, model_id);
  const bool was_kept = models_.Remove([&id](const CacheKey& key) { return key == id; }) > 0;
  const auto is_about = [model_id](const std::shared_ptr<const InferenceSpec>& spec) {
    return spec->model_id() == model_id;
  };
  std::vector<std::string> gone;
  specs_.ForEach([&](const auto& seen) {
    if (is_about(seen.value)) gone.emplace_back(seen.key.bytes());
  });
  std::sort(gone.begin(), gone.end());
  specs_.Remove([&gone](const CacheKey& key) {
    return std::binary_search(gone.begin(), gone.end(), key.bytes());
  });
  return was_kept;
}

std::vector<KeptModel> ModelStore::ListBy(
    size_t most, const std::function<bool(absl::string_view id)>& is_wanted,
    const std::function<bool(const KeptModel&, const KeptModel&)>& is_before) const {
  // A heap of the best, the worst of which is on top.
  std::vector<KeptModel> best;
  models_.ForEach([&](const auto& seen) {
    if (seen.key.kind() != KeyKind::kModelId || !is_wanted(seen.key.bytes())) return;
    best.push_back({std::string(seen.key.bytes()), seen.value->size(), seen.weight, seen.hits,
                    seen.added, seen.found});
    std::push_heap(best.begin(), best.end(), is_before);
    if (best.size() <= most) return;
    std::pop_heap(best.begin(), best.end(), is_before);
    best.pop_back();
  });
  std::sort_heap(best.begin(), best.end(), is_before);
  return best;
}

}  // namespace shapewright::server
