
#include "absl/strings/str_cat.h"
#include "core/graph/mlir_bytecode/encodings.h"

namespace shapewright::graph {
namespace {

using Kind = MlirAttribute::Kind;

enum class VhloAttributeCode : uint8_t {
  kArray = 1,
  kBoolean = 2,
  kComparisonDirection = 3,
  kComparisonType = 4,
  kCustomCallApiVersion = 5,
  kDictionary = 6,
  kFftType = 7,
  kFloat = 8,
  kInteger = 9,
  kPrecision = 11,
  kRngAlgorithm = 12,
  kRngDistribution = 13,
  kString = 14,
  kTensor = 15,
  kTranspose = 16,
  kType = 17,
  kTypeExtensions = 18,
  kLastKnown = 25,
};

enum class VhloTypeCode : uint8_t {
  kComplex = 1,
  kFunction = 8,
  kTensor = 20,
  kTensorWithEncoding = 21,
  kToken = 22,
  kTuple = 23,
  kQuantized = 24,
  kUnrankedTensor = 25,
  kWitness = 26,
  kQuantizedPerAxis = 30,
  kBuffer = 41,
  kFuture = 42,
};

constexpr ScalarCode kVhloScalars[] = {
    {0, "i1", 1},       {2, "bf16"},        {3, "f16"},
    {4, "f32"},         {5, "f64"},         {6, "f8E4M3FN"},
    {7, "f8E5M2"},      {9, "index", 64},   {10, "i4", 4},
    {11, "i8", 8},      {12, "i16", 16},    {13, "i32", 32},
    {14, "i64", 64},    {15, "ui4", 4},     {16, "ui8", 8},
    {17, "ui16", 16},   {18, "ui32", 32},   {19, "ui64", 64},
    {27, "f8E4M3FNUZ"}, {28, "f8E5M2FNUZ"}, {29, "f8E4M3B11FNUZ"},
    {31, "i2", 2},      {32, "ui2", 2},     {33, "none"},
    {34, "tf32"},       {35, "f8E4M3"},     {36, "f8E3M4"},
    {37, "f4E2M1FN"},   {38, "f6E2M3FN"},   {39, "f6E3M2FN"},
    {40, "f8E8M0FNU"},
};

class VhloDecoder {
 public:
  VhloDecoder(AttributeTable& table, ByteCursor& cursor) : table_(table), cursor_(cursor) {}

  bool DecodeAttribute(MlirAttribute* attribute);
  bool DecodeType(MlirType* type);

 private:
  bool DecodeBoolean(MlirAttribute* attribute);
  bool DecodeApiVersion(MlirAttribute* attribute);

  AttributeTable& table_;
  ByteCursor& cursor_;
};

bool VhloDecoder::DecodeAttribute(MlirAttribute* attribute) {
  uint8_t code = 0;
  if (!cursor_.ReadCode(&code)) return false;
  switch (static_cast<VhloAttributeCode>(code)) {
    case VhloAttributeCode::kArray:
      return DecodeArray(table_, cursor_, attribute);
    case VhloAttributeCode::kBoolean:
      return DecodeBoolean(attribute);
    case VhloAttributeCode::kComparisonDirection:
      return DecodeWord(cursor_, ComparisonDirections(), 0, attribute);
    case VhloAttributeCode::kComparisonType:
      return DecodeWord(cursor_, ComparisonTypes(), 0, attribute);
    case VhloAttributeCode::kCustomCallApiVersion:
      return DecodeApiVersion(attribute);
    case VhloAttributeCode::kDictionary:
      return DecodeDictionary(table_, cursor_, attribute);
    case VhloAttributeCode::kFftType:
      return DecodeWord(cursor_, FftTypes(), 0, attribute);
    case VhloAttributeCode::kFloat:
      return DecodeNumber(table_, cursor_, true, attribute);
    case VhloAttributeCode::kInteger:
      return DecodeNumber(table_, cursor_, false, attribute);
    case VhloAttributeCode::kPrecision:
      return DecodeWord(cursor_, Precisions(), 0, attribute);
    case VhloAttributeCode::kRngAlgorithm:
      return DecodeWord(cursor_, RngAlgorithms(), 0, attribute);
    case VhloAttributeCode::kRngDistribution:
      return DecodeWord(cursor_, RngDistributions(), 1, attribute);
    case VhloAttributeCode::kString:
      attribute->kind = Kind::kString;
      return table_.ReadString(cursor_, &attribute->text);
    case VhloAttributeCode::kTensor:
      return DecodeDense(table_, cursor_, attribute);
    case VhloAttributeCode::kTranspose:
      return DecodeWord(cursor_, Transposes(), 0, attribute);
    case VhloAttributeCode::kType:
      attribute->kind = Kind::kType;
      return table_.ReadType(cursor_, &attribute->type);
    case VhloAttributeCode::kTypeExtensions:
      attribute->kind = Kind::kDict;
      return cursor_.ReadSignedList(&attribute->ints);
    default:
      break;
  }
  // Aliases of buffers, accuracies, meshes.
  if (code > 0 && code <= static_cast<uint8_t>(VhloAttributeCode::kLastKnown)) {
    return SkipAttribute(cursor_, attribute);
  }
  return cursor_.Fail(absl::StrCat("an attribute of VHLO that is known, not ", code));
}

bool VhloDecoder::DecodeBoolean(MlirAttribute* attribute) {
  uint64_t value = 0;
  if (!cursor_.ReadVarint(&value)) return false;
  attribute->kind = Kind::kBool;
  attribute->int_value = value != 0 ? 1 : 0;
  return true;
}

bool VhloDecoder::DecodeApiVersion(MlirAttribute* attribute) {
  uint64_t version = 0;
  if (!cursor_.ReadVarint(&version)) return false;
  attribute->kind = Kind::kInt;
  attribute->int_value = static_cast<int64_t>(version);
  return true;
}

bool VhloDecoder::DecodeType(MlirType* type) {
  uint8_t code = 0;
  if (!cursor_.ReadCode(&code)) return false;
  if (SetScalar(kVhloScalars, code, type)) return true;
  const MlirType* part = nullptr;
  const MlirAttribute* encoding = nullptr;
  switch (static_cast<VhloTypeCode>(code)) {
    case VhloTypeCode::kComplex:
      if (!table_.ReadType(cursor_, &part)) return false;
      SetComplex(*part, type);
      return true;
    case VhloTypeCode::kFunction:
      return DecodeFunction(table_, cursor_, type);
    case VhloTypeCode::kTensor:
    case VhloTypeCode::kBuffer:
      return DecodeTensor(table_, cursor_, nullptr, type);
    case VhloTypeCode::kTensorWithEncoding:
      return table_.ReadAttribute(cursor_, &encoding) &&
             DecodeTensor(table_, cursor_, encoding, type);
    case VhloTypeCode::kToken:
    case VhloTypeCode::kWitness:
      SetOpaque("stablehlo", "token", type);
      return true;
    case VhloTypeCode::kTuple:
      return DecodeParts(table_, cursor_, "tuple", type);
    case VhloTypeCode::kFuture:
      return DecodeParts(table_, cursor_, "future", type);
    case VhloTypeCode::kQuantized:
    case VhloTypeCode::kQuantizedPerAxis:
      return DecodeQuantized(table_, cursor_, type);
    case VhloTypeCode::kUnrankedTensor:
      return DecodeUnranked(table_, cursor_, type);
    default:
      return cursor_.Fail(absl::StrCat("a type of VHLO that is known, not ", code));
  }
}

}  // namespace

bool DecodeVhloAttribute(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute) {
  return VhloDecoder(table, cursor).DecodeAttribute(attribute);
}

bool DecodeVhloType(AttributeTable& table, ByteCursor& cursor, MlirType* type) {
  return VhloDecoder(table, cursor).DecodeType(type);
}

}  // namespace shapewright::graph
