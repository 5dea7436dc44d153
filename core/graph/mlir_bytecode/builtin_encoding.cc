#include <cstdint>

#include "absl/strings/str_cat.h"
#include "core/graph/mlir_bytecode/encodings.h"
#include "core/graph/mlir_bytecode/raw_elements.h"
#include "core/graph/stablehlo/mlir_type.h"

namespace shapewright::graph {
namespace {

using Kind = MlirAttribute::Kind;

enum class BuiltinAttributeCode : uint8_t {
  kArray = 0,
  kDictionary = 1,
  kString = 2,
  kStringWithType = 3,
  kFlatSymbol = 4,
  kSymbol = 5,
  kType = 6,
  kUnit = 7,
  kInteger = 8,
  kFloat = 9,
  kDenseResource = 16,
  kDenseArray = 17,
  kDense = 18,
  kDenseStrings = 19,
  kSparse = 20,
  kDistinct = 21,
};

enum class BuiltinTypeCode : uint8_t {
  kInteger = 0,
  kFunction = 2,
  kComplex = 9,
  kMemRef = 10,
  kMemRefWithSpace = 11,
  kTensor = 13,
  kTensorWithEncoding = 14,
  kTuple = 15,
  kUnrankedMemRef = 16,
  kUnrankedMemRefWithSpace = 17,
  kUnrankedTensor = 18,
  kVector = 19,
  kScalableVector = 20,
};

constexpr int kIndexBits = 64;

constexpr ScalarCode kBuiltinScalars[] = {
    {1, "index", kIndexBits},
    {3, "bf16"},
    {4, "f16"},
    {5, "f32"},
    {6, "f64"},
    {7, "f80"},
    {8, "f128"},
    {12, "none"},
    {21, "tf32"},
    {22, "f8E5M2"},
    {23, "f8E4M3"},
    {24, "f8E4M3FN"},
    {25, "f8E5M2FNUZ"},
    {26, "f8E4M3FNUZ"},
    {27, "f8E4M3B11FNUZ"},
    {28, "f8E3M4"},
    {29, "f4E2M1FN"},
    {30, "f6E2M3FN"},
    {31, "f6E3M2FN"},
    {32, "f8E8M0FNU"},
};

class BuiltinDecoder {
 public:
  BuiltinDecoder(AttributeTable& table, ByteCursor& cursor) : table_(table), cursor_(cursor) {}

  bool DecodeAttribute(MlirAttribute* attribute);
  bool DecodeType(MlirType* type);

 private:
  bool DecodeSymbol(bool is_nested, MlirAttribute* attribute);
  bool DecodeInts(MlirAttribute* attribute);
  bool DecodeResource(MlirAttribute* attribute);
  bool DecodeIntegerType(MlirType* type);

  AttributeTable& table_;
  ByteCursor& cursor_;
};

bool BuiltinDecoder::DecodeAttribute(MlirAttribute* attribute) {
  uint8_t code = 0;
  if (!cursor_.ReadCode(&code)) return false;
  switch (static_cast<BuiltinAttributeCode>(code)) {
    case BuiltinAttributeCode::kArray:
      return DecodeArray(table_, cursor_, attribute);
    case BuiltinAttributeCode::kDictionary:
      return DecodeDictionary(table_, cursor_, attribute);
    case BuiltinAttributeCode::kString:
      attribute->kind = Kind::kString;
      return table_.ReadString(cursor_, &attribute->text);
    case BuiltinAttributeCode::kStringWithType:
      attribute->kind = Kind::kString;
      return table_.ReadString(cursor_, &attribute->text) &&
             table_.ReadType(cursor_, &attribute->type);
    case BuiltinAttributeCode::kFlatSymbol:
      return DecodeSymbol(false, attribute);
    case BuiltinAttributeCode::kSymbol:
      return DecodeSymbol(true, attribute);
    case BuiltinAttributeCode::kType:
      attribute->kind = Kind::kType;
      return table_.ReadType(cursor_, &attribute->type);
    case BuiltinAttributeCode::kUnit:
      return true;
    case BuiltinAttributeCode::kInteger:
      return DecodeNumber(table_, cursor_, false, attribute);
    case BuiltinAttributeCode::kFloat:
      return DecodeNumber(table_, cursor_, true, attribute);
    case BuiltinAttributeCode::kDenseArray:
      return DecodeInts(attribute);
    case BuiltinAttributeCode::kDense:
      return DecodeDense(table_, cursor_, attribute);
    case BuiltinAttributeCode::kDenseResource:
    case BuiltinAttributeCode::kDenseStrings:
    case BuiltinAttributeCode::kSparse:
      return DecodeResource(attribute);
    case BuiltinAttributeCode::kDistinct:
      return SkipAttribute(cursor_, attribute);
  }
  // Locations, which are no attributes of operations.
  const bool is_location = (code >= static_cast<uint8_t>(LocationCode::kCallSite) &&
                            code <= static_cast<uint8_t>(LocationCode::kUnknown)) ||
                           code == static_cast<uint8_t>(LocationCode::kFileLineColumnRange);
  if (is_location) return SkipAttribute(cursor_, attribute);
  return cursor_.Fail(absl::StrCat("an attribute of MLIR that is known, not ", code));
}

// @a, @a::@b: the last name counts.
bool BuiltinDecoder::DecodeSymbol(bool is_nested, MlirAttribute* attribute) {
  const MlirAttribute* name = nullptr;
  if (!table_.ReadAttribute(cursor_, &name)) return false;
  attribute->kind = Kind::kSymbol;
  attribute->text = name->text;
  if (!is_nested) return true;
  std::vector<MlirAttribute> nested;
  if (!table_.ReadAttributes(cursor_, &nested)) return false;
  if (!nested.empty()) attribute->text = nested.back().text;
  return true;
}

// A type, a number of elements, and their bytes.
bool BuiltinDecoder::DecodeInts(MlirAttribute* attribute) {
  uint64_t count = 0;
  absl::string_view bytes;
  if (!table_.ReadType(cursor_, &attribute->type)) return false;
  if (!cursor_.ReadVarint(&count) || !cursor_.ReadBlob(&bytes)) return false;
  const MlirType& type = *attribute->type;
  if (type.bits == 0) return SkipAttribute(cursor_, attribute);
  const auto size = static_cast<uint64_t>((type.bits + kBitsPerByte - 1) / kBitsPerByte);
  if (bytes.size() % size != 0 || bytes.size() / size != count || size > sizeof(uint64_t)) {
    return cursor_.Fail(absl::StrCat("the bytes of ", count, " integers, before this"));
  }
  if (!table_.state().Count(count)) return false;
  const absl::Span<int64_t> ints = NewArray<int64_t>(table_.state().arena(), count);
  for (size_t i = 0; i < count; ++i) {
    uint64_t bits = 0;
    for (size_t byte = 0; byte < size; ++byte) {
      bits |= uint64_t{static_cast<uint8_t>(bytes[i * size + byte])} << (kBitsPerByte * byte);
    }
    const auto unused = static_cast<int>(kBitsPerByte * (sizeof(bits) - size));
    ints[i] = static_cast<int64_t>(bits << unused) >> unused;
  }
  attribute->kind = Kind::kInts;
  attribute->ints = ints;
  return true;
}

// Elements that are elsewhere, or are not looked at.
bool BuiltinDecoder::DecodeResource(MlirAttribute* attribute) {
  const char* const at = cursor_.here();
  if (!table_.ReadType(cursor_, &attribute->type)) return false;
  if (!SkipAttribute(cursor_, attribute)) return false;
  attribute->kind = Kind::kTensor;
  Tensor* tensor = nullptr;
  if (!MakeWeights(table_.state(), *attribute->type, at, &tensor)) return false;
  attribute->tensor = tensor;
  return true;
}

bool BuiltinDecoder::DecodeType(MlirType* type) {
  uint8_t code = 0;
  if (!cursor_.ReadCode(&code)) return false;
  if (SetScalar(kBuiltinScalars, code, type)) return true;
  const MlirType* part = nullptr;
  const MlirAttribute* encoding = nullptr;
  switch (static_cast<BuiltinTypeCode>(code)) {
    case BuiltinTypeCode::kInteger:
      return DecodeIntegerType(type);
    case BuiltinTypeCode::kFunction:
      return DecodeFunction(table_, cursor_, type);
    case BuiltinTypeCode::kComplex:
      if (!table_.ReadType(cursor_, &part)) return false;
      SetComplex(*part, type);
      return true;
    case BuiltinTypeCode::kTensor:
      return DecodeTensor(table_, cursor_, nullptr, type);
    case BuiltinTypeCode::kTensorWithEncoding:
      return table_.ReadAttribute(cursor_, &encoding) &&
             DecodeTensor(table_, cursor_, encoding, type);
    case BuiltinTypeCode::kTuple:
      return DecodeParts(table_, cursor_, "tuple", type);
    case BuiltinTypeCode::kUnrankedTensor:
      return DecodeUnranked(table_, cursor_, type);
    case BuiltinTypeCode::kMemRef:
    case BuiltinTypeCode::kMemRefWithSpace:
    case BuiltinTypeCode::kUnrankedMemRef:
    case BuiltinTypeCode::kUnrankedMemRefWithSpace:
    case BuiltinTypeCode::kVector:
    case BuiltinTypeCode::kScalableVector: {
      absl::string_view bytes;
      SetOpaque("builtin", "", type);
      return cursor_.ReadBytes(cursor_.left(), &bytes);
    }
  }
  return cursor_.Fail(absl::StrCat("a type of MLIR that is known, not ", code));
}

// The width, and whether it has a sign: 1 signed, 2 unsigned.
bool BuiltinDecoder::DecodeIntegerType(MlirType* type) {
  constexpr uint64_t kMostBits = (1 << 24) - 1;
  uint64_t both = 0;
  if (!cursor_.ReadVarint(&both)) return false;
  const uint64_t bits = both >> 2;
  if (bits == 0 || bits > kMostBits) return cursor_.Fail("an integer type of MLIR, before this");
  type->bits = static_cast<int>(bits);
  type->element = ElementNamed(absl::StrCat((both & 3) == 2 ? "ui" : "i", bits))
                      .value_or(shape::ElementType::kUndefined);
  return true;
}

}  // namespace

bool DecodeBuiltinAttribute(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute) {
  return BuiltinDecoder(table, cursor).DecodeAttribute(attribute);
}

bool DecodeBuiltinType(AttributeTable& table, ByteCursor& cursor, MlirType* type) {
  return BuiltinDecoder(table, cursor).DecodeType(type);
}

}  // namespace shapewright::graph
