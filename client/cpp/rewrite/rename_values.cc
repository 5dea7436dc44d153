#include "client/cpp/rewrite/rename_values.h"

#include <functional>
#include <initializer_list>
#include <utility>

#include "client/cpp/rewrite/wire_fields.h"
#include "proto/onnx/onnx.pb.h"

namespace shapewright {
namespace {

using RenameField = absl::StatusOr<std::string> (*)(absl::string_view content,
                                                    const NewNames& names);

// What is done with a field of a message.
struct FieldRenamer {
  int number;
  RenameField rename;
};

absl::StatusOr<std::string> RenameAll(absl::string_view message, const NewNames& names,
                                      std::initializer_list<FieldRenamer> renamers) {
  absl::StatusOr<WireFields> fields = WireFields::Read(message);
  if (!fields.ok()) return fields.status();
  for (size_t i = 0; i < fields->fields().size(); ++i) {
    const WireFields::Field field = fields->fields()[i];
    if (!field.has_content) continue;
    for (const FieldRenamer& renamer : renamers) {
      if (static_cast<uint32_t>(renamer.number) != field.number) continue;
      absl::StatusOr<std::string> renamed = renamer.rename(field.content, names);
      if (!renamed.ok()) return renamed;
      if (*renamed != field.content) fields->Replace(i, *std::move(renamed));
    }
  }
  return fields->Join();
}

absl::StatusOr<std::string> RenameText(absl::string_view name, const NewNames& names) {
  const auto found = names.find(name);
  return found == names.end() ? std::string(name) : found->second;
}

absl::StatusOr<std::string> RenameGraph(absl::string_view graph, const NewNames& names);

absl::StatusOr<std::string> RenameAttribute(absl::string_view attribute, const NewNames& names) {
  return RenameAll(attribute, names,
                   {{onnx::AttributeProto::kGFieldNumber, RenameGraph},
                    {onnx::AttributeProto::kGraphsFieldNumber, RenameGraph}});
}

absl::StatusOr<std::string> RenameNode(absl::string_view node, const NewNames& names) {
  return RenameAll(node, names,
                   {{onnx::NodeProto::kInputFieldNumber, RenameText},
                    {onnx::NodeProto::kOutputFieldNumber, RenameText},
                    {onnx::NodeProto::kAttributeFieldNumber, RenameAttribute}});
}

absl::StatusOr<std::string> RenameTensor(absl::string_view tensor, const NewNames& names) {
  return RenameAll(tensor, names, {{onnx::TensorProto::kNameFieldNumber, RenameText}});
}

absl::StatusOr<std::string> RenameSparse(absl::string_view tensor, const NewNames& names) {
  return RenameAll(tensor, names, {{onnx::SparseTensorProto::kValuesFieldNumber, RenameTensor}});
}

absl::StatusOr<std::string> RenameInfo(absl::string_view info, const NewNames& names) {
  return RenameAll(info, names, {{onnx::ValueInfoProto::kNameFieldNumber, RenameText}});
}

// Of a GraphProto.
constexpr FieldRenamer kGraphFields[] = {
    {onnx::GraphProto::kNodeFieldNumber, RenameNode},
    {onnx::GraphProto::kInitializerFieldNumber, RenameTensor},
    {onnx::GraphProto::kSparseInitializerFieldNumber, RenameSparse},
    {onnx::GraphProto::kInputFieldNumber, RenameInfo},
    {onnx::GraphProto::kOutputFieldNumber, RenameInfo},
    {onnx::GraphProto::kValueInfoFieldNumber, RenameInfo}};

absl::StatusOr<std::string> RenameGraph(absl::string_view graph, const NewNames& names) {
  absl::StatusOr<WireFields> fields = WireFields::Read(graph);
  if (!fields.ok()) return fields.status();
  for (size_t i = 0; i < fields->fields().size(); ++i) {
    const WireFields::Field field = fields->fields()[i];
    if (!field.has_content) continue;
    absl::StatusOr<std::string> renamed = RenameInField(field.number, field.content, names);
    if (!renamed.ok()) return renamed;
    if (*renamed != field.content) fields->Replace(i, *std::move(renamed));
  }
  return fields->Join();
}

}  // namespace

absl::StatusOr<std::string> RenameInField(uint32_t number, absl::string_view content,
                                          const NewNames& names) {
  for (const FieldRenamer& renamer : kGraphFields) {
    if (static_cast<uint32_t>(renamer.number) == number) return renamer.rename(content, names);
  }
  return std::string(content);
}

}  // namespace shapewright
