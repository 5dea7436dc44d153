#include "core/graph/onnx/tensor_reader.h"

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;

constexpr uint32_t kFloatData = 4;
constexpr uint32_t kInt32Data = 5;
constexpr uint32_t kStringData = 6;
constexpr uint32_t kInt64Data = 7;
constexpr uint32_t kDoubleData = 10;
constexpr uint32_t kUint64Data = 11;
constexpr int32_t kExternal = 1;

// The field that holds the elements of a type if they are not in raw_data.
uint32_t DataField(ElementType element) {
  switch (element) {
    case ElementType::kFloat:
    case ElementType::kComplex64:
      return kFloatData;
    case ElementType::kDouble:
    case ElementType::kComplex128:
      return kDoubleData;
    case ElementType::kInt64:
      return kInt64Data;
    case ElementType::kUint32:
    case ElementType::kUint64:
      return kUint64Data;
    case ElementType::kString:
      return kStringData;
    case ElementType::kUndefined:
      return 0;
    default:
      return static_cast<int>(element) < shape::kElementTypeCount ? kInt32Data : 0;
  }
}

class TensorReader {
 public:
  TensorReader(OnnxWire& wire, absl::string_view bytes, Tensor* tensor)
      : wire_(wire), bytes_(bytes), tensor_(*tensor) {}

  absl::Status Read();

 private:
  struct Data {
    Pieces floats, int32s, int64s, doubles, uint64s;
    absl::string_view raw;
    bool has_strings = false;
  };

  absl::Status Scan(Data* data);
  absl::Status SetPayload(const Data& data);
  absl::Status SetNumbers(const Pieces& pieces, uint32_t field, WireType unpacked,
                          TensorEncoding encoding);
  void SetStrings();

  OnnxWire& wire_;
  const absl::string_view bytes_;
  Tensor& tensor_;
};

absl::Status RefuseDim(const OnnxWire& wire, const Tensor& tensor, int64_t dim,
                       const char* position) {
  return Refused(wire, reason::kMalformedModel,
                 absl::StrCat("tensor ", Quoted(tensor.name), " has the negative dimension ", dim),
                 position);
}

// Takes the dims that were added; an error if a tensor cannot have them.
absl::Status TakeDims(OnnxWire& wire, absl::string_view message, Tensor* tensor) {
  tensor->dims = wire.ints.Take();
  for (const int64_t dim : tensor->dims) {
    if (dim < 0) return RefuseDim(wire, *tensor, dim, message.data());
  }
  if (tensor->dims.size() <= static_cast<size_t>(wire.limits.max_rank)) {
    return absl::OkStatus();
  }
  return Refused(wire, reason::kRankTooLarge,
                 absl::StrCat("tensor ", Quoted(tensor->name), " has ", tensor->dims.size(),
                              " dimensions, more than ", wire.limits.max_rank),
                 message.data());
}

absl::Status TensorReader::Read() {
  Data data;
  if (absl::Status status = Scan(&data); !status.ok()) return status;
  if (absl::Status status = TakeDims(wire_, bytes_, &tensor_); !status.ok()) {
    return status;
  }
  return tensor_.is_external ? absl::OkStatus() : SetPayload(data);
}

absl::Status TensorReader::Scan(Data* data) {
  bool has_location = false;
  bool is_external = false;
  WireCursor cursor(bytes_);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case VarintTag(1):
      case BytesTag(1):
        if (!AddPackedInts(cursor.bytes(), &wire_.ints)) {
          return Refused(wire_, reason::kMalformedModel, "malformed TensorProto: dims",
                         cursor.field_begin());
        }
        break;
      case VarintTag(2):
        tensor_.element = ElementOf(cursor.int32_number());
        break;
      case BytesTag(kFloatData):
      case Fixed32Tag(kFloatData):
        data->floats.Add(cursor.bytes());
        break;
      case BytesTag(kInt32Data):
      case VarintTag(kInt32Data):
        data->int32s.Add(cursor.bytes());
        break;
      case BytesTag(kStringData):
        data->has_strings = true;
        break;
      case BytesTag(kInt64Data):
      case VarintTag(kInt64Data):
        data->int64s.Add(cursor.bytes());
        break;
      case BytesTag(8):
        tensor_.name = cursor.bytes();
        break;
      case BytesTag(9):
        data->raw = cursor.bytes();
        break;
      case BytesTag(kDoubleData):
      case Tag(kDoubleData, WireType::kFixed64):
        data->doubles.Add(cursor.bytes());
        break;
      case BytesTag(kUint64Data):
      case VarintTag(kUint64Data):
        data->uint64s.Add(cursor.bytes());
        break;
      case BytesTag(13):
        is_external = true;
        break;
      case VarintTag(14):
        // Unknown numbers of the enum count as absent.
        if (cursor.int32_number() == kExternal) has_location = true;
        if (cursor.int32_number() == 0) has_location = false;
        break;
    }
  }
  tensor_.is_external = is_external || has_location;
  if (!cursor.failed()) return absl::OkStatus();
  return Malformed(wire_, cursor, "TensorProto");
}

absl::Status TensorReader::SetPayload(const Data& data) {
  const uint32_t field = DataField(tensor_.element);
  if (!data.raw.empty() && field != kStringData) {
    tensor_.encoding = TensorEncoding::kRaw;
    tensor_.payload = data.raw;
    return absl::OkStatus();
  }
  switch (field) {
    case kFloatData:
      return SetNumbers(data.floats, field, WireType::kFixed32, TensorEncoding::kFloat32);
    case kDoubleData:
      return SetNumbers(data.doubles, field, WireType::kFixed64, TensorEncoding::kFloat64);
    case kInt32Data:
      return SetNumbers(data.int32s, field, WireType::kVarint, TensorEncoding::kVarints);
    case kInt64Data:
      return SetNumbers(data.int64s, field, WireType::kVarint, TensorEncoding::kVarints);
    case kUint64Data:
      return SetNumbers(data.uint64s, field, WireType::kVarint, TensorEncoding::kVarints);
    case kStringData:
      if (data.has_strings) SetStrings();
      return absl::OkStatus();
    default:
      return absl::OkStatus();
  }
}

absl::Status TensorReader::SetNumbers(const Pieces& pieces, uint32_t field, WireType unpacked,
                                      TensorEncoding encoding) {
  const absl::string_view payload =
      pieces.Join(wire_, bytes_, BytesTag(field), Tag(field, unpacked));
  if (payload.empty()) return absl::OkStatus();
  tensor_.encoding = encoding;
  tensor_.payload = payload;
  return absl::OkStatus();
}

void TensorReader::SetStrings() {
  for (WireCursor cursor(bytes_); cursor.Next();) {
    if (cursor.tag() == BytesTag(kStringData)) wire_.texts.Add(cursor.bytes());
  }
  tensor_.encoding = TensorEncoding::kStrings;
  tensor_.strings = wire_.texts.Take();
}

}  // namespace

absl::Status ReadOnnxTensor(OnnxWire& wire, absl::string_view bytes, Tensor* tensor) {
  return TensorReader(wire, bytes, tensor).Read();
}

absl::Status ReadOnnxSparseTensor(OnnxWire& wire, absl::string_view bytes, Tensor* tensor) {
  Pieces values;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case BytesTag(1):
        values.Add(cursor.bytes());
        break;
      case VarintTag(3):
      case BytesTag(3):
        if (!AddPackedInts(cursor.bytes(), &wire.ints)) {
          return Refused(wire, reason::kMalformedModel, "malformed SparseTensorProto: dims",
                         cursor.field_begin());
        }
        break;
    }
  }
  if (cursor.failed()) return Malformed(wire, cursor, "SparseTensorProto");
  tensor->is_sparse = true;
  if (absl::Status status = TakeDims(wire, bytes, tensor); !status.ok()) {
    return status;
  }
  Tensor stored;
  absl::Status status = ReadOnnxTensor(wire, values.Join(wire, bytes, BytesTag(1)), &stored);
  tensor->name = stored.name;
  tensor->element = stored.element;
  return status;
}

}  // namespace shapewright::graph
