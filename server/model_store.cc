#include "server/model_store.h"

#include <utility>

#include "core/graph/onnx_reader.h"

namespace shapewright::server {
namespace {

// The arrays of a model, and for each node about what it points to: names and ids of operands and
// attributes.
size_t ModelBytes(const graph::Model& model) {
  constexpr size_t kNodeContentBytes = 160;
  constexpr size_t kFirstBlockBytes = 16 << 10;
  return sizeof(model) + kFirstBlockBytes + model.values.capacity() * sizeof(graph::Value) +
         model.node_count * (sizeof(graph::Node) + kNodeContentBytes) +
         model.graphs.size() * sizeof(graph::Graph) +
         model.functions.capacity() * sizeof(graph::Function) +
         model.operators.capacity() * sizeof(graph::OperatorName);
}

}  // namespace

absl::StatusOr<std::shared_ptr<const StoredModel>> StoredModel::Import(
    std::string bytes, const graph::ReaderOptions& options) {
  // The model points into the bytes: they must have their final place.
  const std::shared_ptr<StoredModel> stored(new StoredModel(std::move(bytes)));
  absl::StatusOr<std::unique_ptr<graph::Model>> model =
      graph::ReadOnnxModel(stored->bytes_, options);
  if (!model.ok()) return model.status();
  stored->weight_ = sizeof(StoredModel) + stored->bytes_.capacity() + ModelBytes(**model);
  stored->model_ = *std::move(model);
  return std::shared_ptr<const StoredModel>(stored);
}

}  // namespace shapewright::server
