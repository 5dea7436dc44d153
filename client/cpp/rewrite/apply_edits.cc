#include "client/cpp/rewrite/apply_edits.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "client/cpp/rewrite/graph_change.h"
#include "client/cpp/rewrite/onnx_parts.h"
#include "client/cpp/rewrite/rename_values.h"
#include "client/cpp/rewrite/wire_fields.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright {
namespace {

using Attribute = onnx::AttributeProto;
using Graph = onnx::GraphProto;
using Node = onnx::NodeProto;

absl::Status NoSuch(absl::string_view what, absl::string_view which) {
  return absl::InvalidArgumentError(
      absl::StrCat("an edit is about ", what, " ", which, ", which the model does not have"));
}

bool HasNumber(const WireFields::Field& field, int number) {
  return field.has_content && field.number == static_cast<uint32_t>(number);
}

absl::StatusOr<WireFields> WriteGraph(absl::string_view graph, const GraphChange& change);

// An attribute with changed graphs. Adds the places of those to `done`.
absl::StatusOr<std::string> WriteAttribute(absl::string_view attribute, absl::string_view name,
                                           const NodeChange& change,
                                           std::vector<std::pair<std::string, uint32_t>>& done) {
  absl::StatusOr<WireFields> fields = WireFields::Read(attribute);
  if (!fields.ok()) return fields.status();
  uint32_t item = 0;
  for (size_t i = 0; i < fields->fields().size(); ++i) {
    const WireFields::Field field = fields->fields()[i];
    const bool is_graph = HasNumber(field, Attribute::kGFieldNumber);
    if (!is_graph && !HasNumber(field, Attribute::kGraphsFieldNumber)) continue;
    const std::pair<std::string, uint32_t> place(name, is_graph ? 0 : item++);
    const auto found = change.bodies.find(place);
    if (found == change.bodies.end()) continue;
    absl::StatusOr<WireFields> body = WriteGraph(field.content, *found->second);
    if (!body.ok()) return body.status();
    fields->Replace(i, body->Join());
    done.push_back(place);
  }
  return fields->Join();
}

absl::StatusOr<std::string> WriteNode(absl::string_view node, const NodeChange& change) {
  absl::StatusOr<WireFields> fields = WireFields::Read(node);
  if (!fields.ok()) return fields.status();
  uint32_t input = 0;
  size_t operands = 0;
  std::vector<std::pair<std::string, uint32_t>> done;
  std::set<std::string> replaced;
  for (size_t i = 0; i < fields->fields().size(); ++i) {
    const WireFields::Field field = fields->fields()[i];
    if (HasNumber(field, Node::kInputFieldNumber)) {
      const auto found = change.operands.find(input++);
      if (found == change.operands.end()) continue;
      ++operands;
      fields->Replace(i, found->second->value());
    } else if (HasNumber(field, Node::kAttributeFieldNumber)) {
      const absl::StatusOr<absl::string_view> name =
          FindContent(field.content, Attribute::kNameFieldNumber);
      if (!name.ok()) return name.status();
      const auto found = change.attributes.find(std::string(*name));
      absl::StatusOr<std::string> written =
          found != change.attributes.end() ? OnnxAttribute(*found->second)
                                           : WriteAttribute(field.content, *name, change, done);
      if (!written.ok()) return written;
      if (found != change.attributes.end()) replaced.insert(found->first);
      if (*written != field.content) fields->Replace(i, *std::move(written));
    }
  }
  if (operands != change.operands.size()) return NoSuch("an operand of", "a node");
  if (done.size() != change.bodies.size()) return NoSuch("a body of", "a node");
  for (const auto& [name, attribute] : change.attributes) {
    if (replaced.contains(name)) continue;
    absl::StatusOr<std::string> written = OnnxAttribute(*attribute);
    if (!written.ok()) return written;
    fields->Add(Node::kAttributeFieldNumber, *std::move(written));
  }
  return fields->Join();
}

// Writes one graph.
class GraphWriter {
 public:
  explicit GraphWriter(const GraphChange& change) : change_(change) {}

  absl::StatusOr<WireFields> Write(absl::string_view graph) {
    const absl::StatusOr<WireFields> fields = WireFields::Read(graph);
    if (!fields.ok()) return fields.status();
    for (const WireFields::Field& field : fields->fields()) {
      absl::Status status = WriteField(field);
      if (!status.ok()) return status;
    }
    absl::Status status = Finish();
    if (!status.ok()) return status;
    return std::move(out_);
  }

 private:
  absl::Status WriteField(const WireFields::Field& field) {
    if (HasNumber(field, Graph::kNodeFieldNumber)) return WriteNodeField(field);
    if (HasNumber(field, Graph::kInitializerFieldNumber)) {
      return WriteTensor(field, field.content);
    }
    if (HasNumber(field, Graph::kSparseInitializerFieldNumber)) {
      const absl::StatusOr<absl::string_view> values =
          FindContent(field.content, onnx::SparseTensorProto::kValuesFieldNumber);
      return values.ok() ? WriteTensor(field, *values) : values.status();
    }
    if (HasNumber(field, Graph::kInputFieldNumber)) {
      return WriteInfo(field, v1::ShapeEdit::PLACE_INPUT);
    }
    if (HasNumber(field, Graph::kOutputFieldNumber)) {
      return WriteInfo(field, v1::ShapeEdit::PLACE_OUTPUT);
    }
    if (HasNumber(field, Graph::kValueInfoFieldNumber)) {
      return WriteInfo(field, v1::ShapeEdit::PLACE_VALUE_INFO);
    }
    out_.Add(field);
    return absl::OkStatus();
  }

  absl::Status WriteNodeField(const WireFields::Field& field) {
    const uint32_t index = nodes_++;
    absl::Status status = Insert(index);
    if (!status.ok()) return status;
    const auto found = change_.nodes.find(index);
    if (found == change_.nodes.end()) {
      out_.Add(field);
      return absl::OkStatus();
    }
    const NodeChange& change = found->second;
    ++changed_nodes_;
    if (change.is_removed) return absl::OkStatus();
    if (change.inlined != nullptr) return Inline(field.content, change);
    absl::StatusOr<std::string> node = WriteNode(field.content, change);
    if (!node.ok()) return node.status();
    out_.Add(Graph::kNodeFieldNumber, *std::move(node));
    return absl::OkStatus();
  }

  absl::Status Insert(uint32_t before) {
    const auto found = change_.inserted.find(before);
    if (found == change_.inserted.end()) return absl::OkStatus();
    ++insertions_;
    for (const v1::Node* const node : found->second) {
      absl::StatusOr<std::string> written = OnnxNode(*node);
      if (!written.ok()) return written.status();
      out_.Add(Graph::kNodeFieldNumber, *std::move(written));
    }
    return absl::OkStatus();
  }

  absl::Status Inline(absl::string_view node, const NodeChange& change) {
    const absl::StatusOr<WireFields> fields = WireFields::Read(node);
    if (!fields.ok()) return fields.status();
    for (const WireFields::Field& field : fields->fields()) {
      if (!HasNumber(field, Node::kAttributeFieldNumber)) continue;
      const auto name = FindContent(field.content, Attribute::kNameFieldNumber);
      if (!name.ok()) return name.status();
      if (*name != change.inlined->attribute()) continue;
      const auto branch = FindContent(field.content, Attribute::kGFieldNumber);
      if (!branch.ok()) return branch.status();
      return InlineGraph(*branch, change);
    }
    return NoSuch("the branch", change.inlined->attribute());
  }

  absl::Status InlineGraph(absl::string_view branch, const NodeChange& change) {
    static const GraphChange kNone;
    const auto found = change.bodies.find({change.inlined->attribute(), 0});
    const absl::StatusOr<WireFields> fields =
        WriteGraph(branch, found == change.bodies.end() ? kNone : *found->second);
    if (!fields.ok()) return fields.status();
    NewNames names;
    for (const v1::Renaming& renaming : change.inlined->renamings()) {
      if (!names.emplace(renaming.from(), renaming.to()).second) {
        return absl::InvalidArgumentError(
            absl::StrCat("an edit renames ", renaming.from(), " twice"));
      }
    }
    for (const WireFields::Field& field : fields->fields()) {
      const bool is_node = HasNumber(field, Graph::kNodeFieldNumber);
      const bool is_moved = HasNumber(field, Graph::kInitializerFieldNumber) ||
                            HasNumber(field, Graph::kSparseInitializerFieldNumber) ||
                            HasNumber(field, Graph::kValueInfoFieldNumber);
      if (!is_node && !is_moved) continue;
      absl::StatusOr<std::string> renamed = RenameInField(field.number, field.content, names);
      if (!renamed.ok()) return renamed.status();
      if (is_node) {
        out_.Add(field.number, *std::move(renamed));
      } else {
        moved_.emplace_back(field.number, *std::move(renamed));
      }
    }
    return absl::OkStatus();
  }

  absl::Status WriteTensor(const WireFields::Field& field, absl::string_view tensor) {
    const auto name = FindContent(tensor, onnx::TensorProto::kNameFieldNumber);
    if (!name.ok()) return name.status();
    if (change_.removed_initializers.contains(std::string(*name))) {
      found_initializers_.insert(std::string(*name));
    } else {
      out_.Add(field);
    }
    return absl::OkStatus();
  }

  absl::Status WriteInfo(const WireFields::Field& field, v1::ShapeEdit::Place place) {
    const auto found_name = FindContent(field.content, onnx::ValueInfoProto::kNameFieldNumber);
    if (!found_name.ok()) return found_name.status();
    const std::string name(*found_name);
    if (place != v1::ShapeEdit::PLACE_OUTPUT && change_.removed_initializers.contains(name)) {
      return absl::OkStatus();
    }
    if (place == v1::ShapeEdit::PLACE_VALUE_INFO && change_.removed_value_info.contains(name)) {
      found_value_info_.insert(name);
      return absl::OkStatus();
    }
    auto found = change_.shapes.find({place, name});
    if (found != change_.shapes.end()) found_shapes_.insert(found->first);
    // Some models repeat the types of outputs in value_info.
    if (found == change_.shapes.end() && place == v1::ShapeEdit::PLACE_VALUE_INFO) {
      found = change_.shapes.find({v1::ShapeEdit::PLACE_OUTPUT, name});
    }
    if (found == change_.shapes.end()) {
      out_.Add(field);
      return absl::OkStatus();
    }
    absl::StatusOr<std::string> written = WithShape(field.content, *found->second);
    if (!written.ok()) return written.status();
    out_.Add(field.number, *std::move(written));
    return absl::OkStatus();
  }

  absl::Status Finish() {
    absl::Status status = Insert(nodes_);
    if (!status.ok()) return status;
    if (changed_nodes_ != change_.nodes.size() || insertions_ != change_.inserted.size()) {
      return NoSuch("a node of", "a graph");
    }
    if (found_initializers_ != change_.removed_initializers)
      return NoSuch("an initializer of", "a graph");
    if (found_value_info_ != change_.removed_value_info) return NoSuch("value_info of", "a graph");
    if (found_shapes_.size() != change_.shapes.size())
      return NoSuch("a declared type of", "a graph");
    for (auto& [number, content] : moved_) out_.Add(number, std::move(content));
    for (const v1::NamedTensor* const tensor : change_.added) {
      absl::StatusOr<std::string> written = OnnxTensor(*tensor);
      if (!written.ok()) return written.status();
      out_.Add(Graph::kInitializerFieldNumber, *std::move(written));
    }
    return absl::OkStatus();
  }

  const GraphChange& change_;
  WireFields out_;
  uint32_t nodes_ = 0;
  size_t changed_nodes_ = 0;
  size_t insertions_ = 0;
  std::set<std::string> found_initializers_;
  std::set<std::string> found_value_info_;
  std::set<std::pair<v1::ShapeEdit::Place, std::string>> found_shapes_;
  std::vector<std::pair<uint32_t, std::string>> moved_;
};

absl::StatusOr<WireFields> WriteGraph(absl::string_view graph, const GraphChange& change) {
  return GraphWriter(change).Write(graph);
}

}  // namespace

absl::StatusOr<std::string> ApplyEdits(
    absl::string_view model, const google::protobuf::RepeatedPtrField<v1::ModelEdit>& edits) {
  const absl::StatusOr<GraphChange> change = SortEdits(edits);
  if (!change.ok()) return change.status();
  absl::StatusOr<WireFields> fields = WireFields::Read(model);
  if (!fields.ok()) return fields.status();
  size_t graphs = 0;
  for (size_t i = 0; i < fields->fields().size(); ++i) {
    const WireFields::Field field = fields->fields()[i];
    if (!HasNumber(field, onnx::ModelProto::kGraphFieldNumber)) continue;
    if (++graphs > 1) break;
    absl::StatusOr<WireFields> graph = WriteGraph(field.content, *change);
    if (!graph.ok()) return graph.status();
    fields->Replace(i, graph->Join());
  }
  if (graphs != 1) {
    return absl::InvalidArgumentError(
        "the model has no graph, or one that is written in several parts");
  }
  return fields->Join();
}

}  // namespace shapewright
