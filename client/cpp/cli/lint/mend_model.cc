#include "client/cpp/cli/lint/mend_model.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "absl/status/status.h"
#include "client/cpp/cli/lint/splice.h"
#include "client/cpp/model_graphs.h"
#include "client/cpp/onnx_dims.h"
#include "client/cpp/onnx_types.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright::cli {
namespace {

using MendedPlace = Mend::Place;
using ModelPart = Mend::Part;

// Of a tensor, dense or sparse.
const v1::TensorType& TensorOf(const v1::Type& type) {
  return type.has_tensor() ? type.tensor() : type.sparse_tensor();
}

template <typename Tensor>
void MendTensor(const Mend& mend, const v1::TensorType& inferred, OnnxDims& dims, Tensor& out) {
  if (mend.part == ModelPart::kElement) {
    out.set_elem_type(inferred.element_type());
  } else if (mend.part == ModelPart::kShape) {
    WriteShape(inferred, dims, out);
  } else if (mend.axis < out.shape().dim_size() && mend.axis < inferred.shape().dims_size()) {
    WriteDim(inferred.shape().dims(mend.axis), dims, *out.mutable_shape()->mutable_dim(mend.axis));
  }
}

void MendType(const Mend& mend, OnnxDims& dims, onnx::TypeProto& out) {
  const v1::Type& type = mend.inferred->type();
  if (mend.part == ModelPart::kAll) {
    WriteType(type, dims, out);
  } else if (type.has_tensor()) {
    MendTensor(mend, type.tensor(), dims, *out.mutable_tensor_type());
  } else if (type.has_sparse_tensor()) {
    MendTensor(mend, type.sparse_tensor(), dims, *out.mutable_sparse_tensor_type());
  }
}

// Announces the dims that the mend will write.
void CountWritten(const Mend& mend, OnnxDims& dims) {
  if (mend.inferred == nullptr || mend.part == ModelPart::kElement) return;
  const v1::Type& type = mend.inferred->type();
  if (mend.part != ModelPart::kAxis) {
    CountDims(type, dims);
  } else if (mend.axis < TensorOf(type).shape().dims_size()) {
    dims.Count(TensorOf(type).shape().dims(mend.axis));
  }
}

// Mends the parsed model, and notes what changed for Splice().
class Mender {
 public:
  Mender(onnx::ModelProto& model, const v1::InferShapesResponse& response)
      : graphs_(FindGraphs(response, model)), dims_(response, TakenNames(graphs_, response)) {}

  void Run(const std::vector<Finding>& findings) {
    for (const Finding& finding : findings) {
      for (const Mend& mend : finding.mends) CountWritten(mend, dims_);
    }
    for (const Finding& finding : findings) {
      for (const Mend& mend : finding.mends) Apply(mend);
    }
    Remove();
    for (const auto& place : changed_) {
      Edit(place.graph).replaced[{place.field, place.index}] = ValueAt(place).SerializeAsString();
    }
    // Behind the changes, whose indices are those of the model as it was.
    for (const auto& [graph, indices] : removed_) {
      auto& values = *GraphOf(graph).mutable_value_info();
      for (auto i = indices.rbegin(); i != indices.rend(); ++i) values.DeleteSubrange(*i, 1);
    }
    for (auto& [graph, value] : added_) {
      Edit(graph).added.emplace_back(onnx::GraphProto::kValueInfoFieldNumber,
                                     value.SerializeAsString());
      *GraphOf(graph).add_value_info() = std::move(value);
    }
  }

  const MessageEdit& edit() const { return edit_; }

 private:
  struct ChangedPlace {
    int graph;
    uint32_t field;
    int index;

    auto operator<=>(const ChangedPlace&) const = default;
  };

  onnx::GraphProto& GraphOf(int graph) { return *graphs_[static_cast<size_t>(graph)].graph; }

  onnx::ValueInfoProto& ValueAt(const ChangedPlace& place) {
    onnx::GraphProto& graph = GraphOf(place.graph);
    return place.field == onnx::GraphProto::kOutputFieldNumber
               ? *graph.mutable_output(place.index)
               : *graph.mutable_value_info(place.index);
  }

  void Apply(const Mend& mend) {
    if (mend.part == ModelPart::kRemoval) {
      removed_[mend.graph].insert(mend.index);
      return;
    }
    if (mend.place == MendedPlace::kNewValueInfo) {
      onnx::ValueInfoProto value;
      value.set_name(mend.inferred->name());
      MendType(mend, dims_, *value.mutable_type());
      added_.emplace_back(mend.graph, std::move(value));
      return;
    }
    const uint32_t field = mend.place == MendedPlace::kOutput
                               ? onnx::GraphProto::kOutputFieldNumber
                               : onnx::GraphProto::kValueInfoFieldNumber;
    const ChangedPlace place = {mend.graph, field, mend.index};
    MendType(mend, dims_, *ValueAt(place).mutable_type());
    changed_.insert(place);
  }

  void Remove() {
    for (const auto& [graph, indices] : removed_) {
      for (const int index : indices) {
        Edit(graph).replaced[{onnx::GraphProto::kValueInfoFieldNumber, index}] = std::nullopt;
      }
    }
  }

  // The changes of a graph; those of a body are within its node.
  MessageEdit& Edit(int index) {
    const ModelGraph& graph = graphs_[static_cast<size_t>(index)];
    if (graph.parent < 0) return edit_.Within(onnx::ModelProto::kGraphFieldNumber, 0);
    MessageEdit& attribute = Edit(graph.parent)
                                 .Within(onnx::GraphProto::kNodeFieldNumber, graph.node)
                                 .Within(onnx::NodeProto::kAttributeFieldNumber, graph.attribute);
    return graph.item < 0 ? attribute.Within(onnx::AttributeProto::kGFieldNumber, 0)
                          : attribute.Within(onnx::AttributeProto::kGraphsFieldNumber, graph.item);
  }

  const std::vector<ModelGraph> graphs_;
  OnnxDims dims_;
  std::set<ChangedPlace> changed_;
  std::map<int, std::set<int>> removed_;
  std::vector<std::pair<int, onnx::ValueInfoProto>> added_;
  MessageEdit edit_;
};

}  // namespace

absl::StatusOr<std::string> MendModel(absl::string_view model,
                                      const v1::InferShapesResponse& response,
                                      const std::vector<Finding>& findings) {
  const bool mends_something = std::any_of(findings.begin(), findings.end(),
                                           [](const Finding& each) { return !each.mends.empty(); });
  if (!mends_something) return std::string(model);
  onnx::ModelProto proto;
  absl::Status parsed = ParseModel(model, &proto);
  if (!parsed.ok()) return parsed;
  Mender mender(proto, response);
  mender.Run(findings);
  std::string mended;
  if (!proto.SerializeToString(&mended)) {
    return absl::InvalidArgumentError("the mended model is over 2 GB");
  }
  std::string spliced = Splice(model, mender.edit());
  // A message that is written in several parts, which protobuf joins, has other places on the wire
  // than in memory.
  onnx::ModelProto check;
  const bool is_same = ParseModel(spliced, &check).ok() && check.SerializeAsString() == mended;
  return is_same ? std::move(spliced) : std::move(mended);
}

}  // namespace shapewright::cli
