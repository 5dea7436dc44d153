#include "core/graph/message/message_attribute_reader.h"

#include <algorithm>
#include <vector>

#include "core/graph/message/message_tensor_reader.h"
#include "core/graph/message/message_text.h"
#include "core/graph/message/message_type_reader.h"
#include "core/graph/read_error.h"
#include "core/graph/small_float.h"

namespace shapewright::graph {
namespace {

// Attributes of ONNX have single precision.
double SinglePrecision(double value) { return RoundedTo(shape::ElementType::kFloat, value); }

class AttributeMessageReader {
 public:
  AttributeMessageReader(const v1::Attribute& message, const ReaderLimits& limits, Work* work,
                         ReadGraphMessage read_graph, Arena* arena, Attribute* attribute)
      : message_(message),
        limits_(limits),
        work_(work),
        read_graph_(read_graph),
        arena_(arena),
        attribute_(*attribute) {}

  absl::Status ReadValue();

 private:
  void ReadScalar();
  void ReadNumbers();
  absl::Status ReadTensor();
  absl::Status ReadSparseTensor();
  absl::Status ReadType();
  absl::Status ReadGraph();
  // Reads each item of a list into an array of the arena.
  template <typename T, typename Items, typename ReadOne>
  absl::Status ReadEach(const Items& items, ReadOne read_one, const T* Attribute::*member);
  absl::Status ReadTensors();
  absl::Status ReadTypes();
  absl::Status ReadGraphs();
  template <typename T>
  void SetList(AttributeKind kind, const T* Attribute::*member, absl::Span<const T> list);

  const v1::Attribute& message_;
  const ReaderLimits& limits_;
  Work* const work_;
  const ReadGraphMessage read_graph_;
  Arena* const arena_;
  Attribute& attribute_;
};

absl::Status AttributeMessageReader::ReadValue() {
  switch (message_.value_case()) {
    case v1::Attribute::kIntValue:
    case v1::Attribute::kFloatValue:
    case v1::Attribute::kBytesValue:
    case v1::Attribute::kReference:
      ReadScalar();
      return absl::OkStatus();
    case v1::Attribute::kInts:
    case v1::Attribute::kFloats:
    case v1::Attribute::kBytesList:
      ReadNumbers();
      return absl::OkStatus();
    case v1::Attribute::kTensor:
      return Within("tensor", ReadTensor());
    case v1::Attribute::kSparseTensor:
      return Within("sparse_tensor", ReadSparseTensor());
    case v1::Attribute::kType:
      return Within("type", ReadType());
    case v1::Attribute::kGraph:
      return Within("graph", ReadGraph());
    case v1::Attribute::kTensors:
      return Within("tensors", ReadTensors());
    case v1::Attribute::kTypes:
      return Within("types", ReadTypes());
    case v1::Attribute::kGraphs:
      return Within("graphs", ReadGraphs());
    case v1::Attribute::VALUE_NOT_SET:
      break;
  }
  return FieldError("value", "the attribute has no value");
}

void AttributeMessageReader::ReadScalar() {
  if (message_.has_int_value()) {
    attribute_.kind = AttributeKind::kInt;
    attribute_.int_value = message_.int_value();
  } else if (message_.has_float_value()) {
    attribute_.kind = AttributeKind::kFloat;
    attribute_.float_value = SinglePrecision(message_.float_value());
  } else if (message_.has_bytes_value()) {
    attribute_.kind = AttributeKind::kString;
    attribute_.string_value = message_.bytes_value();
  } else {
    // The attribute of the call has the kind.
    attribute_.reference = message_.reference();
  }
}

template <typename T>
void AttributeMessageReader::SetList(AttributeKind kind, const T* Attribute::*member,
                                     absl::Span<const T> list) {
  attribute_.kind = kind;
  attribute_.*member = list.data();
  attribute_.count = static_cast<uint32_t>(list.size());
}

void AttributeMessageReader::ReadNumbers() {
  if (message_.has_ints()) {
    const auto& ints = message_.ints().values();
    SetList<int64_t>(AttributeKind::kInts, &Attribute::ints,
                     {ints.data(), static_cast<size_t>(ints.size())});
  } else if (message_.has_floats()) {
    const auto& floats = message_.floats().values();
    std::vector<double> rounded(floats.begin(), floats.end());
    std::transform(rounded.begin(), rounded.end(), rounded.begin(), SinglePrecision);
    SetList<double>(AttributeKind::kFloats, &Attribute::floats,
                    absl::Span<const double>(CopyToArena(arena_, rounded)));
  } else {
    SetList(AttributeKind::kStrings, &Attribute::strings,
            ViewTexts(message_.bytes_list().values(), arena_));
  }
}

absl::Status AttributeMessageReader::ReadTensor() {
  auto* tensor = New<Tensor>(arena_);
  attribute_.kind = AttributeKind::kTensor;
  attribute_.tensor = tensor;
  return ReadTensorMessage(message_.tensor(), limits_, arena_, tensor);
}

absl::Status AttributeMessageReader::ReadSparseTensor() {
  auto* tensor = New<Tensor>(arena_);
  attribute_.kind = AttributeKind::kSparseTensor;
  attribute_.tensor = tensor;
  return ReadSparseTensorMessage(message_.sparse_tensor(), limits_, arena_, tensor);
}

absl::Status AttributeMessageReader::ReadType() {
  auto* type = New<DeclaredType>(arena_);
  attribute_.kind = AttributeKind::kType;
  attribute_.type = type;
  return ReadTypeMessage(message_.type(), limits_, work_, arena_, type);
}

absl::Status AttributeMessageReader::ReadGraph() {
  attribute_.kind = AttributeKind::kGraph;
  return read_graph_(message_.graph(), &attribute_.graph);
}

template <typename T, typename Items, typename ReadOne>
absl::Status AttributeMessageReader::ReadEach(const Items& items, ReadOne read_one,
                                              const T* Attribute::*member) {
  const absl::Span<T> array = NewArray<T>(arena_, static_cast<size_t>(items.size()));
  SetList(attribute_.kind, member, absl::Span<const T>(array));
  for (int i = 0; i < items.size(); ++i) {
    absl::Status status = read_one(items[i], &array[static_cast<size_t>(i)]);
    if (!status.ok()) return Within(Item("values", i), status);
  }
  return absl::OkStatus();
}

absl::Status AttributeMessageReader::ReadTensors() {
  attribute_.kind = AttributeKind::kTensors;
  const auto read = [this](const v1::Tensor& message, Tensor* tensor) {
    return ReadTensorMessage(message, limits_, arena_, tensor);
  };
  return ReadEach(message_.tensors().values(), read, &Attribute::tensors);
}

absl::Status AttributeMessageReader::ReadTypes() {
  attribute_.kind = AttributeKind::kTypes;
  const auto read = [this](const v1::Type& message, DeclaredType* type) {
    return ReadTypeMessage(message, limits_, work_, arena_, type);
  };
  return ReadEach(message_.types().values(), read, &Attribute::types);
}

absl::Status AttributeMessageReader::ReadGraphs() {
  attribute_.kind = AttributeKind::kGraphs;
  return ReadEach(message_.graphs().values(), read_graph_, &Attribute::graphs);
}

}  // namespace

absl::Status ReadAttributeMessage(const v1::Attribute& message, const ReaderLimits& limits,
                                  Work* work, ReadGraphMessage read_graph, Arena* arena,
                                  Attribute* attribute) {
  if (message.name().empty()) {
    return FieldError("name", "an attribute has a name");
  }
  attribute->name = message.name();
  return AttributeMessageReader(message, limits, work, read_graph, arena, attribute).ReadValue();
}

}  // namespace shapewright::graph
