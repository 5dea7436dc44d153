#include "absl/strings/str_cat.h"
#include "core/graph/mlir_bytecode/encodings.h"

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

// A member of a struct, in the order of the encoding.
struct StructMember {
  absl::string_view name;
  bool is_list = true;
};

constexpr StructMember kChannelStruct[] = {{"handle", false}, {"type", false}};
constexpr StructMember kConvStruct[] = {{"input_batch_dimension", false},
                                        {"input_feature_dimension", false},
                                        {"input_spatial_dimensions"},
                                        {"kernel_input_feature_dimension", false},
                                        {"kernel_output_feature_dimension", false},
                                        {"kernel_spatial_dimensions"},
                                        {"output_batch_dimension", false},
                                        {"output_feature_dimension", false},
                                        {"output_spatial_dimensions"}};
constexpr StructMember kDotStruct[] = {{"lhs_batching_dimensions"},
                                       {"rhs_batching_dimensions"},
                                       {"lhs_contracting_dimensions"},
                                       {"rhs_contracting_dimensions"}};
constexpr StructMember kGatherStruct[] = {
    {"offset_dims"},           {"collapsed_slice_dims"},
    {"operand_batching_dims"}, {"start_indices_batching_dims"},
    {"start_index_map"},       {"index_vector_dim", false}};
constexpr StructMember kScatterStruct[] = {
    {"update_window_dims"},           {"inserted_window_dims"},
    {"input_batching_dims"},          {"scatter_indices_batching_dims"},
    {"scatter_dims_to_operand_dims"}, {"index_vector_dim", false}};

bool DecodeStruct(ByteCursor& cursor, absl::Span<const StructMember> members,
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
      return DecodeStruct(cursor, kChannelStruct, attribute);
    case StablehloAttributeCode::kComparisonDirection:
      return DecodeWord(cursor, ComparisonDirections(), 0, attribute);
    case StablehloAttributeCode::kComparisonType:
      return DecodeWord(cursor, ComparisonTypes(), 0, attribute);
    case StablehloAttributeCode::kConvDimensionNumbers:
      return DecodeStruct(cursor, kConvStruct, attribute);
    case StablehloAttributeCode::kDotDimensionNumbers:
      return DecodeStruct(cursor, kDotStruct, attribute);
    case StablehloAttributeCode::kFftType:
      return DecodeWord(cursor, FftTypes(), 0, attribute);
    case StablehloAttributeCode::kGatherDimensionNumbers:
      return DecodeStruct(cursor, kGatherStruct, attribute);
    case StablehloAttributeCode::kPrecision:
      return DecodeWord(cursor, Precisions(), 0, attribute);
    case StablehloAttributeCode::kRngAlgorithm:
      return DecodeWord(cursor, RngAlgorithms(), 0, attribute);
    case StablehloAttributeCode::kRngDistribution:
      return DecodeWord(cursor, RngDistributions(), 1, attribute);
    case StablehloAttributeCode::kScatterDimensionNumbers:
      return DecodeStruct(cursor, kScatterStruct, attribute);
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

// A quantized type is the integer type that it is stored as, which stands behind its flags.
bool DecodeQuantType(AttributeTable& table, ByteCursor& cursor, MlirType* type) {
  uint8_t code = 0;
  uint64_t flags = 0;
  absl::string_view bytes;
  const MlirType* storage = nullptr;
  if (!cursor.ReadCode(&code) || !cursor.ReadVarint(&flags)) return false;
  if (!table.ReadType(cursor, &storage)) return false;
  type->element = storage->element;
  return cursor.ReadBytes(cursor.left(), &bytes);
}

}  // namespace shapewright::graph
