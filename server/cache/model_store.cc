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

}  // namespace shapewright::server
