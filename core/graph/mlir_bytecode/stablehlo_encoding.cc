#include "absl/strings/str_cat.h"
#include "core/graph/mlir_bytecode/encodings.h"
#include "core/graph/stablehlo/struct_members.h"

namespace shapewright::graph {
namespace {

using Kind = MlirAttribute::Kind;

enum class StablehloAttributeCode : uint8_t {
  kChannelHandle = 1,
  kComparisonDirection = 2,
  kComparisonType = 3,
  kConvDimensionNumbers = 4,
  kDotDimensionNumbers = 5,
  kFftType = 6,
  kGatherDimensionNumbers = 7,
  kPrecision = 8,
  kRngAlgorithm = 9,
  kRngDistribution = 10,
  kScatterDimensionNumbers = 11,
  kTranspose = 12,
  kTypeExtensions = 13,
  kLastKnown = 22,
};

bool DecodeStruct(ByteCursor& cursor, absl::Span<const MlirStructMember> members,
                  MlirAttribute* attribute) {
  const absl::Span<MlirNamedAttribute> entries =
      NewArray<MlirNamedAttribute>(cursor.state().arena(), members.size());
  for (size_t i = 0; i < members.size(); ++i) {
    entries[i].name = members[i].name;
    MlirAttribute& value = entries[i].value;
    value.kind = members[i].is_list ? Kind::kInts : Kind::kInt;
    const bool is_read = members[i].is_list ? cursor.ReadSignedList(&value.ints)
                                            : cursor.ReadSigned(&value.int_value);
    if (!is_read) return false;
  }
  attribute->kind = Kind::kStruct;
  attribute->entries = entries;
  return true;
}

}  // namespace

bool DecodeStablehloAttribute(AttributeTable& /*table*/, ByteCursor& cursor,
                              MlirAttribute* attribute) {
  uint8_t code = 0;
  if (!cursor.ReadCode(&code)) return false;
  switch (static_cast<StablehloAttributeCode>(code)) {
    case StablehloAttributeCode::kChannelHandle:
      return DecodeStruct(cursor, kChannelMembers, attribute);
    case StablehloAttributeCode::kComparisonDirection:
      return DecodeWord(cursor, ComparisonDirections(), 0, attribute);
    case StablehloAttributeCode::kComparisonType:
      return DecodeWord(cursor, ComparisonTypes(), 0, attribute);
    case StablehloAttributeCode::kConvDimensionNumbers:
      return DecodeStruct(cursor, kConvMembers, attribute);
    case StablehloAttributeCode::kDotDimensionNumbers:
      return DecodeStruct(cursor, kDotMembers, attribute);
    case StablehloAttributeCode::kFftType:
      return DecodeWord(cursor, FftTypes(), 0, attribute);
    case StablehloAttributeCode::kGatherDimensionNumbers:
      return DecodeStruct(cursor, kGatherMembers, attribute);
    case StablehloAttributeCode::kPrecision:
      return DecodeWord(cursor, Precisions(), 0, attribute);
    case StablehloAttributeCode::kRngAlgorithm:
      return DecodeWord(cursor, RngAlgorithms(), 0, attribute);
    case StablehloAttributeCode::kRngDistribution:
      return DecodeWord(cursor, RngDistributions(), 1, attribute);
    case StablehloAttributeCode::kScatterDimensionNumbers:
      return DecodeStruct(cursor, kScatterMembers, attribute);
    case StablehloAttributeCode::kTranspose:
      return DecodeWord(cursor, Transposes(), 0, attribute);
    case StablehloAttributeCode::kTypeExtensions:
      attribute->kind = Kind::kDict;
      return cursor.ReadSignedList(&attribute->ints);
    default:
      break;
  }
  // Aliases of buffers, algorithms, accuracies, meshes.
  if (code <= static_cast<uint8_t>(StablehloAttributeCode::kLastKnown)) {
    return SkipAttribute(cursor, attribute);
  }
  return cursor.Fail(absl::StrCat("an attribute of StableHLO that is known, not ", code));
}

bool DecodeStablehloType(AttributeTable& /*table*/, ByteCursor& cursor, MlirType* type) {
  constexpr uint8_t kFuture = 1;
  uint8_t code = 0;
  absl::string_view bytes;
  if (!cursor.ReadCode(&code)) return false;
  if (code > kFuture) {
    return cursor.Fail(absl::StrCat("a type of StableHLO that is known, not ", code));
  }
  SetOpaque("stablehlo", code == kFuture ? "future" : "token", type);
  return cursor.ReadBytes(cursor.left(), &bytes);
}

bool DecodeChloAttribute(AttributeTable& /*table*/, ByteCursor& cursor, MlirAttribute* attribute) {
  uint8_t code = 0;
  if (!cursor.ReadCode(&code)) return false;
  if (code == 0) return DecodeWord(cursor, ComparisonDirections(), 0, attribute);
  if (code == 1) return DecodeWord(cursor, ComparisonTypes(), 0, attribute);
  return cursor.Fail(absl::StrCat("an attribute of CHLO that is known, not ", code));
}

bool DecodeQuantType(AttributeTable& table, ByteCursor& cursor, MlirType* type) {
  uint8_t code = 0;
  return cursor.ReadCode(&code) && DecodeQuantized(table, cursor, type);
}

}  // namespace shapewright::graph
