#include "server/cache/model_store.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "core/base/heap.h"
#include "core/graph/onnx/onnx_reader.h"

namespace shapewright::server {
namespace {

// Memory of the shared pointers to it, about.
constexpr size_t kSharedBytes = 64;

}  // namespace

absl::StatusOr<std::shared_ptr<const StoredModel>> StoredModel::Import(
    std::string bytes, const graph::ReaderOptions& options) {
  // Frees unused capacity.
  if (bytes.capacity() - bytes.size() > bytes.size() / 16) bytes.shrink_to_fit();
  const size_t own_bytes = bytes.capacity();
  const int64_t before = ThreadHeapBytes();
  // The model points into the bytes, which must not move any more.
  const std::shared_ptr<StoredModel> stored(new StoredModel(std::move(bytes)));
  absl::StatusOr<std::unique_ptr<graph::Model>> model =
      graph::ReadOnnxModel(stored->bytes_, options);
  if (!model.ok()) return model.status();
  stored->model_ = *std::move(model);
  // The memory that was allocated here and remains. The bytes are added in full, as others may have
  // allocated them.
  const int64_t made = ThreadHeapBytes() - before;
  stored->weight_ = kSharedBytes + own_bytes + static_cast<size_t>(std::max<int64_t>(made, 0));
  return std::shared_ptr<const StoredModel>(stored);
}

std::vector<KeptModel> ModelStore::ListLast(size_t most) const {
  const auto is_before = [](const KeptModel& a, const KeptModel& b) { return a.found > b.found; };
  // A heap of those that were found last, the first of which is on top.
  std::vector<KeptModel> last;
  models_.ForEach([&](const auto& seen) {
    if (seen.key.kind() != KeyKind::kModelId) return;
    last.push_back({std::string(seen.key.bytes()), seen.value->size(), seen.weight, seen.hits,
                    seen.added, seen.found});
    std::push_heap(last.begin(), last.end(), is_before);
    if (last.size() <= most) return;
    std::pop_heap(last.begin(), last.end(), is_before);
    last.pop_back();
  });
  std::sort_heap(last.begin(), last.end(), is_before);
  return last;
}

}  // namespace shapewright::server
