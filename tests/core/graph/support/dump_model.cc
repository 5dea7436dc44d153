#include <cstring>
#include <set>

#include "core/wire/wire_cursor.h"
#include "tests/core/graph/support/dump.h"
#include "tests/core/graph/support/dump_text.h"

namespace shapewright::graph {
namespace {

class ModelDump {
 public:
  explicit ModelDump(const Model& model) : model_(model) {}

  std::string Dump() const;

 private:
  std::string DumpType(const DeclaredType* type) const;
  std::string DumpTensor(const Tensor& tensor) const;
  std::string DumpAttribute(const Attribute& attribute) const;
  std::string DumpGraph(GraphId id) const;
  std::string DumpFunction(const Function& function) const;
  std::string DumpIds(absl::Span<const ValueId> ids) const;

  const Model& model_;
};

std::string ModelDump::DumpType(const DeclaredType* type) const {
  if (type == nullptr || type->kind == shape::TypeKind::kUnknown) return "-";
  const auto element = static_cast<int>(type->element);
  std::string text = absl::StrCat("kind ", static_cast<int>(type->kind), " of ", element);
  if (type->has_shape) {
    absl::StrAppend(&text, "[");
    for (const DeclaredDim& dim : type->dims) {
      absl::StrAppend(&text, dim.has_size ? absl::StrCat(dim.size) : DumpName(dim.text), ",");
    }
    absl::StrAppend(&text, "]");
  }
  return absl::StrCat(text, "<", DumpType(type->inner), ">", DumpName(type->domain),
                      DumpName(type->name));
}

template <typename T>
std::vector<T> Unpack(absl::string_view bytes) {
  std::vector<T> items(bytes.size() / sizeof(T));
  std::memcpy(items.data(), bytes.data(), items.size() * sizeof(T));
  return items;
}

std::vector<int64_t> UnpackVarints(const Tensor& tensor) {
  const bool is_wide =
      shape::ElementBits(tensor.element) == 64 || tensor.element == shape::ElementType::kUint32;
  std::vector<int64_t> items;
  const char* position = tensor.payload.data();
  const char* end = position + tensor.payload.size();
  for (uint64_t item; ReadVarint(&position, end, kMaxVarintBytes, &item);) {
    items.push_back(is_wide ? static_cast<int64_t>(item) : static_cast<int32_t>(item));
  }
  return items;
}

std::string ModelDump::DumpTensor(const Tensor& tensor) const {
  std::string text =
      absl::StrCat(DumpName(tensor.name), " ", static_cast<int>(tensor.element), "[",
                   absl::StrJoin(tensor.dims, ","), "]", tensor.is_external ? " external" : "",
                   tensor.is_sparse ? " sparse" : "");
  switch (tensor.encoding) {
    case TensorEncoding::kNone:
      return text;
    case TensorEncoding::kRaw:
      return absl::StrCat(text, " raw ", DumpBytes(tensor.payload));
    case TensorEncoding::kVarints:
      return absl::StrCat(text, " ints ", DumpNumbers(UnpackVarints(tensor)));
    case TensorEncoding::kFloat32:
      return absl::StrCat(text, " floats ", DumpNumbers(Unpack<float>(tensor.payload)));
    case TensorEncoding::kFloat64:
      return absl::StrCat(text, " doubles ", DumpNumbers(Unpack<double>(tensor.payload)));
    case TensorEncoding::kStrings:
      return absl::StrCat(text, " strings ", DumpNames(tensor.strings));
  }
  return text;
}

std::string ModelDump::DumpAttribute(const Attribute& attribute) const {
  std::string text =
      absl::StrCat(DumpName(attribute.name), " kind ", static_cast<int>(attribute.kind), " ref ",
                   DumpName(attribute.reference), " ");
  switch (attribute.kind) {
    case AttributeKind::kUndefined:
      return text;
    case AttributeKind::kFloat:
      return absl::StrCat(text, attribute.float_value);
    case AttributeKind::kInt:
      return absl::StrCat(text, attribute.int_value);
    case AttributeKind::kString:
      return absl::StrCat(text, DumpBytes(attribute.string_value));
    case AttributeKind::kFloats:
      return absl::StrCat(text, DumpNumbers(attribute.float_list()));
    case AttributeKind::kInts:
      return absl::StrCat(text, DumpNumbers(attribute.int_list()));
    case AttributeKind::kStrings:
      return absl::StrCat(text, DumpNames(attribute.string_list()));
    case AttributeKind::kTensor:
    case AttributeKind::kSparseTensor:
      return absl::StrCat(text, DumpTensor(*attribute.tensor));
    case AttributeKind::kType:
      return absl::StrCat(text, DumpType(attribute.type));
    case AttributeKind::kGraph:
      return absl::StrCat(text, "\n", Indent(DumpGraph(attribute.graph)));
    default:
      break;
  }
  for (uint32_t i = 0; i < attribute.count; ++i) {
    if (attribute.kind == AttributeKind::kGraphs) {
      absl::StrAppend(&text, "\n", Indent(DumpGraph(attribute.graphs[i])));
    } else if (attribute.kind == AttributeKind::kTypes) {
      absl::StrAppend(&text, DumpType(&attribute.types[i]), ";");
    } else {
      absl::StrAppend(&text, DumpTensor(attribute.tensors[i]), ";");
    }
  }
  return text;
}

std::string ModelDump::DumpIds(absl::Span<const ValueId> ids) const {
  std::vector<absl::string_view> names;
  for (const ValueId id : ids) {
    names.push_back(id == kNoValue ? "" : model_.values[id].name);
  }
  return DumpNames(names);
}

std::string ModelDump::DumpGraph(GraphId id) const {
  const Graph& graph = model_.graphs[id];
  std::string text = absl::StrCat("graph ", DumpName(graph.name), "\n");
  absl::StrAppend(&text, "inputs ", DumpIds(graph.inputs), "\n");
  for (const Node& node : graph.nodes) {
    const OperatorName& op = model_.operators[node.op];
    absl::StrAppend(&text, "node ", DumpName(node.name), " ",
                    DumpOperator(op.domain, op.op_type, op.overload, op.opset_version),
                    DumpIds(node.inputs), " -> ", DumpIds(node.outputs), "\n");
    for (const Attribute& attribute : node.attributes) {
      absl::StrAppend(&text, Indent(DumpAttribute(attribute)));
    }
  }
  absl::StrAppend(&text, "outputs ", DumpIds(graph.outputs), "\n");
  // By name: the numbers are not protobuf's.
  std::set<std::string> values;
  for (ValueId value = graph.first_value; value < graph.end_value; ++value) {
    const Value& v = model_.values[value];
    if (v.graph != id || v.origin == ValueOrigin::kUndefined) continue;
    values.insert(absl::StrCat(
        "value ", DumpName(v.name), " ", v.origin == ValueOrigin::kInitializer ? "constant " : "",
        DumpType(v.declared), " ", v.constant == nullptr ? "" : DumpTensor(*v.constant), "\n"));
  }
  return absl::StrCat(text, absl::StrJoin(values, ""));
}

std::string ModelDump::DumpFunction(const Function& function) const {
  std::string text =
      absl::StrCat("function ", DumpOperator(function.domain, function.name, function.overload, 0),
                   DumpNames(function.attributes), "\n");
  for (const Attribute& attribute : function.defaults) {
    absl::StrAppend(&text, Indent(DumpAttribute(attribute)));
  }
  return absl::StrCat(text, Indent(DumpGraph(function.body)));
}

std::string ModelDump::Dump() const {
  std::string text = absl::StrCat("ir ", model_.ir_version, "\n");
  for (const OpsetImport& opset : model_.opsets) {
    absl::StrAppend(&text, "opset ", DumpName(opset.domain), " ", opset.version, "\n");
  }
  absl::StrAppend(&text, DumpGraph(0));
  for (const Function& function : model_.functions) {
    absl::StrAppend(&text, DumpFunction(function));
  }
  return text;
}

}  // namespace

std::string DumpModel(const Model& model) { return ModelDump(model).Dump(); }

std::string FirstDifference(absl::string_view a, absl::string_view b) {
  if (a == b) return "";
  size_t line = 1;
  size_t begin = 0;
  for (size_t i = 0; i < a.size() && i < b.size() && a[i] == b[i]; ++i) {
    if (a[i] == '\n') {
      begin = i + 1;
      ++line;
    }
  }
  const auto line_of = [begin](absl::string_view text) {
    const absl::string_view rest = text.substr(std::min(begin, text.size()));
    return std::string(rest.substr(0, std::min<size_t>(rest.find('\n'), 400)));
  };
  return absl::StrCat("line ", line, ":\n  ", line_of(a), "\n  ", line_of(b));
}

}  // namespace shapewright::graph
