#include "core/graph/onnx/attribute_reader.h"

#include <array>
#include <bit>

#include "core/graph/onnx/tensor_reader.h"
#include "core/graph/onnx/type_reader.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

// The number of the field that holds the value of each kind.
constexpr std::array<uint32_t, 15> kFieldOfKind = {0, 2,  3,  4,  5,  6,  7, 8,
                                                   9, 10, 11, 22, 23, 14, 15};

constexpr uint32_t FieldOf(AttributeKind kind) { return kFieldOfKind[static_cast<size_t>(kind)]; }

constexpr auto kKindOfField = [] {
  std::array<AttributeKind, 24> kinds{};
  for (size_t kind = 1; kind < kFieldOfKind.size(); ++kind) {
    kinds[kFieldOfKind[kind]] = static_cast<AttributeKind>(kind);
  }
  return kinds;
}();

AttributeKind KindOf(uint32_t field) {
  return field < kKindOfField.size() ? kKindOfField[field] : AttributeKind::kUndefined;
}

// Whether values of the kind are sub-messages.
bool IsMessage(AttributeKind kind) {
  switch (kind) {
    case AttributeKind::kUndefined:
    case AttributeKind::kFloat:
    case AttributeKind::kInt:
    case AttributeKind::kString:
    case AttributeKind::kFloats:
    case AttributeKind::kInts:
    case AttributeKind::kStrings:
      return false;
    default:
      return true;
  }
}

constexpr uint32_t kFloatField = FieldOf(AttributeKind::kFloat);
constexpr uint32_t kIntField = FieldOf(AttributeKind::kInt);
constexpr uint32_t kStringField = FieldOf(AttributeKind::kString);
constexpr uint32_t kFloatsField = FieldOf(AttributeKind::kFloats);
constexpr uint32_t kIntsField = FieldOf(AttributeKind::kInts);
constexpr uint32_t kStringsField = FieldOf(AttributeKind::kStrings);

class AttributeReader {
 public:
  AttributeReader(OnnxWire& wire, absl::string_view bytes, ReadSubgraph read_subgraph,
                  Attribute* attribute)
      : wire_(wire), bytes_(bytes), read_subgraph_(read_subgraph), attribute_(*attribute) {}

  absl::Status Read();

 private:
  absl::Status Scan();
  // Reads the field under the cursor; false if it is malformed.
  bool ScanField(const WireCursor& cursor);
  void SetKind(int32_t number);
  absl::Status SetValue();
  template <typename T>
  void SetList(const T* Attribute::*member, absl::Span<const T> list);
  // Reads a single sub-message, and an array of sub-messages.
  template <typename T, typename ReadOne>
  absl::Status ReadOneMessage(ReadOne read_one, const T* Attribute::*member);
  template <typename T, typename ReadOne>
  absl::Status ReadMessages(ReadOne read_one, const T* Attribute::*member);

  uint32_t tag() const { return BytesTag(FieldOf(attribute_.kind)); }
  // The value, where the kind has a single sub-message. Nearly always no other sub-message is
  // there.
  absl::string_view OnlyMessage() const {
    return message_kind_ == attribute_.kind ? messages_.Join(wire_, bytes_, tag())
                                            : JoinField(wire_, bytes_, tag());
  }

  OnnxWire& wire_;
  const absl::string_view bytes_;
  const ReadSubgraph read_subgraph_;
  Attribute& attribute_;
  // A bit for each kind that has a value: without a type field the lowest one is the
  // kind.
  uint32_t kinds_ = 0;
  double float_ = 0;
  int64_t int_ = 0;
  // All sub-messages that are values, and the kind of the last of them.
  Pieces messages_;
  AttributeKind message_kind_ = AttributeKind::kUndefined;
};

absl::Status AttributeReader::Read() {
  if (absl::Status status = Scan(); !status.ok()) return status;
  if (attribute_.kind == AttributeKind::kUndefined && kinds_ != 0) {
    SetKind(std::countr_zero(kinds_));
  }
  return SetValue();
}

absl::Status AttributeReader::Scan() {
  WireCursor cursor(bytes_);
  while (cursor.Next()) {
    if (!ScanField(cursor)) {
      return Refused(wire_, reason::kMalformedModel, "malformed AttributeProto: packed list",
                     cursor.field_begin());
    }
  }
  if (!cursor.failed()) return absl::OkStatus();
  return Malformed(wire_, cursor, "AttributeProto");
}

bool AttributeReader::ScanField(const WireCursor& cursor) {
  const AttributeKind kind = KindOf(cursor.tag() >> 3);
  bool is_valid = true;
  switch (cursor.tag()) {
    case BytesTag(1):
      attribute_.name = cursor.bytes();
      return true;
    case VarintTag(20):
      SetKind(cursor.int32_number());
      return true;
    case BytesTag(21):
      attribute_.reference = cursor.bytes();
      return true;
    case Fixed32Tag(kFloatField):
      float_ = cursor.float_number();
      break;
    case VarintTag(kIntField):
      int_ = cursor.signed_number();
      break;
    case BytesTag(kStringField):
      attribute_.string_value = cursor.bytes();
      break;
    case Fixed32Tag(kFloatsField):
    case BytesTag(kFloatsField):
      // An empty list is as good as absent: it does not determine the kind.
      if (cursor.bytes().empty()) return true;
      is_valid = AddPackedFloats(cursor.bytes(), &wire_.floats);
      break;
    case VarintTag(kIntsField):
    case BytesTag(kIntsField):
      if (cursor.bytes().empty()) return true;
      is_valid = AddPackedInts(cursor.bytes(), &wire_.ints);
      break;
    case BytesTag(kStringsField):
      wire_.texts.Add(cursor.bytes());
      break;
    default:
      // Sub-messages are read when the kind is known.
      if (!IsMessage(kind) || cursor.tag() != BytesTag(FieldOf(kind))) {
        return true;
      }
      messages_.Add(cursor.bytes());
      message_kind_ = kind;
  }
  kinds_ |= 1u << static_cast<uint32_t>(kind);
  return is_valid;
}

void AttributeReader::SetKind(int32_t number) {
  // An unknown number of a closed enum counts as absent.
  if (number < 0 || number >= static_cast<int32_t>(kFieldOfKind.size())) return;
  attribute_.kind = static_cast<AttributeKind>(number);
}

absl::Status AttributeReader::SetValue() {
  const auto read_type = [this](absl::string_view bytes, DeclaredType* type) {
    return ReadOnnxType(wire_, bytes, type);
  };
  const auto read_tensor = [this](absl::string_view bytes, Tensor* tensor) {
    return ReadOnnxTensor(wire_, bytes, tensor);
  };
  const auto read_sparse = [this](absl::string_view bytes, Tensor* tensor) {
    return ReadOnnxSparseTensor(wire_, bytes, tensor);
  };
  // Taken whatever the kind is, so that the next attribute starts with empty lists.
  const absl::Span<const int64_t> ints = wire_.ints.Take();
  const absl::Span<const double> floats = wire_.floats.Take();
  const absl::Span<const absl::string_view> texts = wire_.texts.Take();
  switch (attribute_.kind) {
    case AttributeKind::kFloat:
      attribute_.float_value = float_;
      break;
    case AttributeKind::kInt:
      attribute_.int_value = int_;
      break;
    case AttributeKind::kFloats:
      SetList(&Attribute::floats, floats);
      break;
    case AttributeKind::kInts:
      SetList(&Attribute::ints, ints);
      break;
    case AttributeKind::kStrings:
      SetList(&Attribute::strings, texts);
      break;
    case AttributeKind::kTensor:
      return ReadOneMessage(read_tensor, &Attribute::tensor);
    case AttributeKind::kSparseTensor:
      return ReadOneMessage(read_sparse, &Attribute::tensor);
    case AttributeKind::kType:
      return ReadOneMessage(read_type, &Attribute::type);
    case AttributeKind::kTensors:
      return ReadMessages(read_tensor, &Attribute::tensors);
    case AttributeKind::kSparseTensors:
      return ReadMessages(read_sparse, &Attribute::tensors);
    case AttributeKind::kTypes:
      return ReadMessages(read_type, &Attribute::types);
    case AttributeKind::kGraph:
      return read_subgraph_(OnlyMessage(), &attribute_.graph);
    case AttributeKind::kGraphs:
      return ReadMessages(read_subgraph_, &Attribute::graphs);
    case AttributeKind::kString:
    case AttributeKind::kUndefined:
      break;
  }
  return absl::OkStatus();
}

template <typename T>
void AttributeReader::SetList(const T* Attribute::*member, absl::Span<const T> list) {
  attribute_.*member = list.data();
  attribute_.count = static_cast<uint32_t>(list.size());
}

template <typename T, typename ReadOne>
absl::Status AttributeReader::ReadOneMessage(ReadOne read_one, const T* Attribute::*member) {
  T* value = New<T>(wire_.arena);
  attribute_.*member = value;
  return read_one(OnlyMessage(), value);
}

template <typename T, typename ReadOne>
absl::Status AttributeReader::ReadMessages(ReadOne read_one, const T* Attribute::*member) {
  size_t count = 0;
  for (WireCursor cursor(bytes_); cursor.Next();) count += cursor.tag() == tag();
  const absl::Span<T> values = NewArray<T>(wire_.arena, count);
  SetList(member, absl::Span<const T>(values));
  T* value = values.data();
  for (WireCursor cursor(bytes_); cursor.Next();) {
    if (cursor.tag() != tag()) continue;
    absl::Status status = read_one(cursor.bytes(), value++);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadOnnxAttribute(OnnxWire& wire, absl::string_view bytes, ReadSubgraph read_subgraph,
                               Attribute* attribute) {
  return AttributeReader(wire, bytes, read_subgraph, attribute).Read();
}

}  // namespace shapewright::graph
