#include "core/rules/operators/openvino/ov_operands.h"

#include <vector>

#include "absl/strings/str_split.h"
#include "core/base/hash_map.h"
#include "core/shape/element_type.h"

namespace shapewright::rules {
namespace {

bool IsOvReal(ElementType element) { return shape::IsFloat(element) || element == shape::kNf4; }

bool IsHalfOrSingle(ElementType element) {
  return element == ElementType::kBfloat16 || element == ElementType::kFloat16 ||
         element == ElementType::kFloat;
}

bool IsPixel(ElementType element) {
  return IsHalfOrSingle(element) || element == ElementType::kDouble ||
         element == ElementType::kInt8 || element == ElementType::kUint8 ||
         element == ElementType::kInt32 || element == ElementType::kInt64;
}

constexpr OvOperands kOvOperands[] = {
    {"Broadcast", 1, 2, OvKind::kInteger, 1, 1},
    {"Bucketize", 3, 0, OvKind::kNumber},
    {"Bucketize", 3, 1, OvKind::kNumber},
    {"CTCLoss", 4, 0, OvKind::kReal},
    {"CTCLoss", 4, 1, OvKind::kInteger},
    {"CTCLoss", 4, 2, OvKind::kInteger},
    {"CTCLoss", 4, 3, OvKind::kInteger},
    {"CTCLoss", 4, 4, OvKind::kInteger, 0, 0},
    {"ConvolutionBackpropData,GroupConvolutionBackpropData", 1, 2, OvKind::kInteger, 1, 1},
    {"Col2Im", 15, 1, OvKind::kIndex, 1, 1},
    {"Col2Im", 15, 2, OvKind::kIndex, 1, 1},
    {"CumSum", 3, 1, OvKind::kIndex},
    {"DFT,IDFT,RDFT,IRDFT", 7, 1, OvKind::kIndex},
    {"DFT,IDFT,RDFT,IRDFT", 7, 0, OvKind::kHalfOrSingle},
    {"DFT,IDFT,RDFT,IRDFT", 7, 2, OvKind::kIndex, 1, 1},
    {"DetectionOutput", 1, -1, OvKind::kReal},
    {"EmbeddingBagOffsets,EmbeddingBagOffsetsSum", 3, 3, OvKind::kIndex},
    {"EmbeddingBagOffsets,EmbeddingBagOffsetsSum,EmbeddingBagPacked,EmbeddingBagPackedSum,"
     "EmbeddingSegmentsSum",
     3, 1, OvKind::kIndex},
    {"EmbeddingBagOffsets,EmbeddingBagOffsetsSum,EmbeddingSegmentsSum", 3, 2, OvKind::kIndex},
    {"EmbeddingSegmentsSum", 3, 3, OvKind::kIndex, 0, 0},
    {"EmbeddingSegmentsSum", 3, 4, OvKind::kIndex, 0, 0},
    {"ExperimentalDetectronDetectionOutput,ExperimentalDetectronGenerateProposalsSingleImage,"
     "ExperimentalDetectronPriorGridGenerator,ExperimentalDetectronROIFeatureExtractor,"
     "ExperimentalDetectronTopKROIs",
     6, -1, OvKind::kReal},
    {"Eye", 9, -1, OvKind::kIndex},
    {"FakeConvert", 13, 0, OvKind::kHalfOrSingle},
    {"GatherElements", 6, 1, OvKind::kIndex},
    {"GridSample", 9, 1, OvKind::kReal},
    {"I420toBGR,I420toRGB,NV12toBGR,NV12toRGB", 8, -1, OvKind::kColour},
    {"ISTFT", 16, 0, OvKind::kReal},
    {"ISTFT", 16, 1, OvKind::kReal, 1, 1},
    {"ISTFT", 16, 2, OvKind::kIndex, 0, 0},
    {"ISTFT", 16, 3, OvKind::kIndex, 0, 0},
    {"ISTFT", 16, 4, OvKind::kIndex, 0, 1},
    {"Interpolate", 4, 0, OvKind::kPixel},
    {"LRN", 1, 1, OvKind::kInteger, 1, 1},
    {"MVN", 6, 0, OvKind::kReal},
    {"MVN", 6, 1, OvKind::kInteger, 1, 1},
    {"MatrixNms,MulticlassNms", 8, 0, OvKind::kHalfOrSingle},
    {"MatrixNms,MulticlassNms", 8, 1, OvKind::kHalfOrSingle},
    {"MulticlassNms", 9, 2, OvKind::kIndex, 1, 1},
    {"Multinomial", 13, 0, OvKind::kReal},
    {"Multinomial", 13, 1, OvKind::kInteger},
    {"NMSRotated", 13, 0, OvKind::kReal},
    {"NMSRotated", 13, 1, OvKind::kReal},
    {"NMSRotated", 13, 2, OvKind::kInteger},
    {"NMSRotated", 13, 3, OvKind::kReal},
    {"NMSRotated", 13, 4, OvKind::kReal},
    {"NonMaxSuppression", 5, 0, OvKind::kHalfOrSingle},
    {"NonMaxSuppression", 5, 1, OvKind::kHalfOrSingle},
    {"NonMaxSuppression", 5, 3, OvKind::kHalfOrSingle},
    {"NonMaxSuppression", 5, 4, OvKind::kHalfOrSingle},
    {"NonMaxSuppression", 5, 5, OvKind::kHalfOrSingle},
    {"NormalizeL2", 1, 1, OvKind::kInteger, 0, 1},
    {"PSROIPooling,ROIAlign,ROIAlignRotated,ROIPooling", 1, 0, OvKind::kReal},
    {"PSROIPooling,ROIAlign,ROIAlignRotated,ROIPooling", 1, 1, OvKind::kReal},
    {"RandomUniform", 8, 0, OvKind::kIndex},
    {"Range", 1, -1, OvKind::kNumber, 0, 0},
    {"ReduceL1,ReduceL2,ReduceLogicalAnd,ReduceLogicalOr,ReduceMax,ReduceMean,ReduceMin,"
     "ReduceProd,ReduceSum",
     1, 1, OvKind::kInteger, 0, 1},
    {"RegionYolo", 1, 0, OvKind::kReal},
    {"Roll", 7, 1, OvKind::kIndex},
    {"Roll", 7, 2, OvKind::kIndex},
    {"ScaledDotProductAttention", 13, 4, OvKind::kReal, 0, 1},
    {"STFT", 15, 0, OvKind::kReal},
    {"STFT", 15, 1, OvKind::kReal, 1, 1},
    {"STFT", 15, 2, OvKind::kIndex, 0, 0},
    {"STFT", 15, 3, OvKind::kIndex, 0, 0},
    {"ScatterElementsUpdate", 3, 1, OvKind::kIntegerOrBool},
    {"ScatterElementsUpdate", 3, 3, OvKind::kIntegerOrBool, 0, 1},
    {"ScatterUpdate", 3, 3, OvKind::kInteger, 0, 1},
    {"ScatterNDUpdate", 4, 1, OvKind::kIndex},
    {"SegmentMax", 16, 1, OvKind::kIndex},
    {"SegmentMax", 16, 2, OvKind::kIndex},
    {"Slice", 8, 1, OvKind::kInteger},
    {"Slice", 8, 2, OvKind::kInteger},
    {"Slice", 8, 3, OvKind::kInteger},
    {"Slice", 8, 4, OvKind::kInteger},
    {"SliceScatter", 15, 2, OvKind::kInteger, 1, 1},
    {"SliceScatter", 15, 3, OvKind::kInteger, 1, 1},
    {"SliceScatter", 15, 4, OvKind::kInteger, 1, 1},
    {"SliceScatter", 15, 5, OvKind::kInteger, 1, 1},
    {"SpaceToBatch", 2, 1, OvKind::kInteger, 1, 1},
    {"SpaceToBatch", 2, 2, OvKind::kInteger, 1, 1},
    {"SpaceToBatch", 2, 3, OvKind::kInteger, 1, 1},
    {"BatchToSpace", 2, 1, OvKind::kInteger, 1, 1},
    {"BatchToSpace", 2, 2, OvKind::kInteger, 1, 1},
    {"BatchToSpace", 2, 3, OvKind::kInteger, 1, 1},
    {"StridedSlice", 1, 3, OvKind::kAny, 1, 1},
    {"StringTensorPack", 15, 0, OvKind::kIndex},
    {"StringTensorPack", 15, 1, OvKind::kIndex},
    {"StringTensorPack", 15, 2, OvKind::kByte, 1, 1},
    {"StringTensorUnpack", 15, 0, OvKind::kString},
    {"Transpose", 1, 1, OvKind::kInteger, 1, 1},
    {"Unique", 10, 1, OvKind::kIndex},
    {"VariadicSplit", 1, 2, OvKind::kAny, 1, 1},
};

using RowsByOperator = HashMap<absl::string_view, std::vector<const OvOperands*>>;

RowsByOperator IndexRows() {
  RowsByOperator rows;
  for (const OvOperands& row : kOvOperands) {
    for (const absl::string_view op_type : absl::StrSplit(row.operators, ',')) {
      rows[op_type].push_back(&row);
    }
  }
  return rows;
}

}  // namespace

absl::Span<const OvOperands* const> OvOperandsOf(absl::string_view op_type) {
  static const auto& rows = *new const RowsByOperator(IndexRows());
  const auto found = rows.find(op_type);
  if (found == rows.end()) return {};
  return found->second;
}

bool IsOfKind(ElementType element, OvKind kind) {
  switch (kind) {
    case OvKind::kAny:
      return true;
    case OvKind::kBool:
      return element == ElementType::kBool;
    case OvKind::kReal:
      return IsOvReal(element);
    case OvKind::kInteger:
      return shape::IsInteger(element);
    case OvKind::kNumber:
      return shape::IsInteger(element) || IsOvReal(element);
    case OvKind::kIndex:
      return element == ElementType::kInt32 || element == ElementType::kInt64;
    case OvKind::kIntegerOrBool:
      return shape::IsIntegerOrBool(element);
    case OvKind::kHalfOrSingle:
      return IsHalfOrSingle(element);
    case OvKind::kColour:
      return element == ElementType::kUint8 || shape::IsFloat(element);
    case OvKind::kByte:
      return element == ElementType::kUint8;
    case OvKind::kString:
      return element == ElementType::kString;
    case OvKind::kPixel:
      return IsPixel(element);
    case OvKind::kWide:
      return shape::IsInteger(element) && shape::ElementBits(element) >= 32;
  }
  return true;
}

absl::string_view NameOfKind(OvKind kind) {
  switch (kind) {
    case OvKind::kAny:
      return "any type";
    case OvKind::kBool:
      return "bool";
    case OvKind::kReal:
      return "a floating-point type";
    case OvKind::kInteger:
      return "an integer type";
    case OvKind::kNumber:
      return "a type of numbers";
    case OvKind::kIndex:
      return "int32 or int64";
    case OvKind::kIntegerOrBool:
      return "an integer type or bool";
    case OvKind::kHalfOrSingle:
      return "bfloat16, float16 or float32";
    case OvKind::kColour:
      return "uint8 or a floating-point type";
    case OvKind::kByte:
      return "uint8";
    case OvKind::kString:
      return "string";
    case OvKind::kPixel:
      return "a floating-point type, int8, uint8, int32 or int64";
    case OvKind::kWide:
      return "an integer type of 32 or 64 bits";
  }
  return "";
}

}  // namespace shapewright::rules
