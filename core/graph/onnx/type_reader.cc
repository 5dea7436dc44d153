#include "core/graph/onnx/type_reader.h"

#include "absl/strings/str_cat.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

using shape::TypeKind;

class TypeReader {
 public:
  explicit TypeReader(OnnxWire& wire) : wire_(wire) {}

  absl::Status Read(absl::string_view bytes, int depth, DeclaredType* type);

 private:
  // The kinds of TypeProto are one oneof, told apart by the tag.
  absl::Status ReadKind(uint32_t tag, absl::string_view bytes, int depth, DeclaredType* type);
  // Reads field 1, and collects the pieces of field 2.
  absl::Status ReadElementAndRest(absl::string_view bytes, absl::string_view message,
                                  DeclaredType* type, Pieces* rest);
  absl::Status ReadTensor(absl::string_view bytes, DeclaredType* type);
  absl::Status ReadShape(absl::string_view bytes, DeclaredType* type);
  absl::Status ReadDim(absl::string_view bytes, DeclaredDim* dim);
  // Of a sequence or an optional.
  absl::Status ReadHolder(absl::string_view bytes, int depth, DeclaredType* type);
  absl::Status ReadMap(absl::string_view bytes, int depth, DeclaredType* type);
  absl::Status ReadOpaque(absl::string_view bytes, DeclaredType* type);
  absl::Status ReadInner(absl::string_view bytes, int depth, DeclaredType* type);

  OnnxWire& wire_;
};

constexpr uint32_t kTensorType = BytesTag(1);
constexpr uint32_t kSequenceType = BytesTag(4);
constexpr uint32_t kMapType = BytesTag(5);
constexpr uint32_t kOpaqueType = BytesTag(7);
constexpr uint32_t kSparseTensorType = BytesTag(8);
constexpr uint32_t kOptionalType = BytesTag(9);

TypeKind TypeKindOf(uint32_t tag) {
  switch (tag) {
    case kTensorType:
      return TypeKind::kTensor;
    case kSequenceType:
      return TypeKind::kSequence;
    case kMapType:
      return TypeKind::kMap;
    case kOpaqueType:
      return TypeKind::kOpaque;
    case kSparseTensorType:
      return TypeKind::kSparseTensor;
    case kOptionalType:
      return TypeKind::kOptional;
    default:
      return TypeKind::kUnknown;
  }
}

absl::string_view Between(const char* begin, const char* end) {
  return absl::string_view(begin, static_cast<size_t>(end - begin));
}

absl::Status TypeReader::Read(absl::string_view bytes, int depth, DeclaredType* type) {
  if (depth > wire_.limits.max_type_depth) {
    return Refused(wire_, reason::kTypeTooDeep,
                   absl::StrCat("types nested more than ", wire_.limits.max_type_depth, " deep"),
                   bytes.data());
  }
  // Kinds are one oneof: the last one set counts, merged from its pieces since another one was set.
  // The others are read as well, as protobuf does, since they may be malformed.
  uint32_t tag = 0;
  Pieces kind;
  const char* begin = bytes.data();
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    if (TypeKindOf(cursor.tag()) == TypeKind::kUnknown) continue;
    if (cursor.tag() != tag && kind.is_set()) {
      DeclaredType replaced;
      absl::Status status = ReadKind(
          tag, kind.Join(wire_, Between(begin, cursor.field_begin()), tag), depth, &replaced);
      if (!status.ok()) return status;
      begin = cursor.field_begin();
      kind.Clear();
    }
    tag = cursor.tag();
    kind.Add(cursor.bytes());
  }
  if (cursor.failed()) return Malformed(wire_, cursor, "TypeProto");
  if (!kind.is_set()) return absl::OkStatus();
  const absl::string_view rest = Between(begin, bytes.data() + bytes.size());
  return ReadKind(tag, kind.Join(wire_, rest, tag), depth, type);
}

absl::Status TypeReader::ReadKind(uint32_t tag, absl::string_view bytes, int depth,
                                  DeclaredType* type) {
  type->kind = TypeKindOf(tag);
  switch (type->kind) {
    case TypeKind::kSequence:
    case TypeKind::kOptional:
      return ReadHolder(bytes, depth, type);
    case TypeKind::kMap:
      return ReadMap(bytes, depth, type);
    case TypeKind::kOpaque:
      return ReadOpaque(bytes, type);
    default:
      return ReadTensor(bytes, type);
  }
}

absl::Status TypeReader::ReadElementAndRest(absl::string_view bytes, absl::string_view message,
                                            DeclaredType* type, Pieces* rest) {
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case VarintTag(1):
        type->element = ElementOf(cursor.int32_number());
        break;
      case BytesTag(2):
        rest->Add(cursor.bytes());
        break;
    }
  }
  return cursor.failed() ? Malformed(wire_, cursor, message) : absl::OkStatus();
}

absl::Status TypeReader::ReadTensor(absl::string_view bytes, DeclaredType* type) {
  Pieces shape;
  absl::Status status = ReadElementAndRest(bytes, "TypeProto.Tensor", type, &shape);
  if (!status.ok() || !shape.is_set()) return status;
  return ReadShape(shape.Join(wire_, bytes, BytesTag(2)), type);
}

absl::Status TypeReader::ReadShape(absl::string_view bytes, DeclaredType* type) {
  size_t rank = 0;
  WireCursor counter(bytes);
  while (counter.Next()) rank += counter.tag() == BytesTag(1);
  if (counter.failed()) return Malformed(wire_, counter, "TensorShapeProto");
  if (rank > static_cast<size_t>(wire_.limits.max_rank)) {
    return Refused(
        wire_, reason::kRankTooLarge,
        absl::StrCat("a shape has ", rank, " dimensions, more than ", wire_.limits.max_rank),
        bytes.data());
  }
  type->has_shape = true;
  const absl::Span<DeclaredDim> dims = NewArray<DeclaredDim>(wire_.arena, rank);
  type->dims = dims;
  DeclaredDim* dim = dims.data();
  for (WireCursor cursor(bytes); cursor.Next();) {
    if (cursor.tag() != BytesTag(1)) continue;
    absl::Status status = ReadDim(cursor.bytes(), dim++);
    if (!status.ok()) return status;
  }
  return absl::OkStatus();
}

absl::Status TypeReader::ReadDim(absl::string_view bytes, DeclaredDim* dim) {
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case VarintTag(1):
        dim->has_size = true;
        dim->size = cursor.signed_number();
        dim->text = {};
        break;
      case BytesTag(2):
        dim->has_size = false;
        dim->size = 0;
        dim->text = cursor.bytes();
        break;
    }
  }
  if (!cursor.failed()) return absl::OkStatus();
  return Malformed(wire_, cursor, "TensorShapeProto.Dimension");
}

absl::Status TypeReader::ReadHolder(absl::string_view bytes, int depth, DeclaredType* type) {
  Pieces inner;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    if (cursor.tag() == BytesTag(1)) inner.Add(cursor.bytes());
  }
  if (cursor.failed()) return Malformed(wire_, cursor, "TypeProto.Sequence");
  return ReadInner(inner.Join(wire_, bytes, BytesTag(1)), depth, type);
}

absl::Status TypeReader::ReadMap(absl::string_view bytes, int depth, DeclaredType* type) {
  Pieces inner;
  absl::Status status = ReadElementAndRest(bytes, "TypeProto.Map", type, &inner);
  if (!status.ok()) return status;
  return ReadInner(inner.Join(wire_, bytes, BytesTag(2)), depth, type);
}

absl::Status TypeReader::ReadInner(absl::string_view bytes, int depth, DeclaredType* type) {
  if (bytes.empty()) return absl::OkStatus();
  auto* inner = New<DeclaredType>(wire_.arena);
  absl::Status status = Read(bytes, depth + 1, inner);
  if (inner->kind != TypeKind::kUnknown) type->inner = inner;
  return status;
}

absl::Status TypeReader::ReadOpaque(absl::string_view bytes, DeclaredType* type) {
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case BytesTag(1):
        type->domain = cursor.bytes();
        break;
      case BytesTag(2):
        type->name = cursor.bytes();
        break;
    }
  }
  if (!cursor.failed()) return absl::OkStatus();
  return Malformed(wire_, cursor, "TypeProto.Opaque");
}

}  // namespace

absl::Status ReadOnnxType(OnnxWire& wire, absl::string_view bytes, DeclaredType* type) {
  return TypeReader(wire).Read(bytes, 0, type);
}

absl::Status ReadOnnxValueInfo(OnnxWire& wire, absl::string_view bytes, OnnxValueInfo* info) {
  Pieces type;
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    switch (cursor.tag()) {
      case BytesTag(1):
        info->name = cursor.bytes();
        break;
      case BytesTag(2):
        type.Add(cursor.bytes());
        break;
    }
  }
  if (cursor.failed()) return Malformed(wire, cursor, "ValueInfoProto");
  if (!type.is_set()) return absl::OkStatus();
  auto* declared = New<DeclaredType>(wire.arena);
  if (absl::Status status = ReadOnnxType(wire, type.Join(wire, bytes, BytesTag(2)), declared);
      !status.ok()) {
    return status;
  }
  if (declared->kind != TypeKind::kUnknown) info->type = declared;
  return absl::OkStatus();
}

}  // namespace shapewright::graph
