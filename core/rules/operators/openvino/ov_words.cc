#include "core/rules/operators/openvino/ov_words.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"

namespace shapewright::rules {
namespace {

constexpr absl::string_view kAutoBroadcast[] = {"none", "explicit", "numpy", "pdpd"};
constexpr absl::string_view kAutoPad[] = {"explicit", "same_lower", "same_upper", "valid"};
constexpr absl::string_view kBroadcastMode[] = {"none", "explicit", "numpy", "pdpd",
                                                "bidirectional"};
constexpr absl::string_view kRounding[] = {"floor", "ceil", "ceil_torch"};
constexpr absl::string_view kPadMode[] = {"constant", "edge", "reflect", "symmetric"};
constexpr absl::string_view kBlockMode[] = {"blocks_first", "depth_first"};
constexpr absl::string_view kInterpolateMode[] = {"nearest", "linear",          "linear_onnx",
                                                  "cubic",   "bilinear_pillow", "bicubic_pillow"};
constexpr absl::string_view kShapeMode[] = {"sizes", "scales"};
constexpr absl::string_view kCoordinateMode[] = {"half_pixel", "pytorch_half_pixel", "asymmetric",
                                                 "tf_half_pixel_for_nn", "align_corners"};
constexpr absl::string_view kNearestMode[] = {"round_prefer_floor", "round_prefer_ceil", "floor",
                                              "ceil", "simple"};
constexpr absl::string_view kTopKMode[] = {"max", "min"};
constexpr absl::string_view kTopKSort[] = {"none", "index", "value"};
constexpr absl::string_view kRoundMode[] = {"half_to_even", "half_away_from_zero"};
constexpr absl::string_view kReverseMode[] = {"index", "mask"};
constexpr absl::string_view kRoiAlignMode[] = {"avg", "max"};
constexpr absl::string_view kPsroiMode[] = {"average", "bilinear"};
constexpr absl::string_view kRoiPoolingMethod[] = {"max", "bilinear"};
constexpr absl::string_view kWeightsFormat[] = {"fico", "icof", "ifco", "ifoc", "iofc"};
constexpr absl::string_view kCodeType[] = {"caffe.PriorBoxParameter.CORNER",
                                           "caffe.PriorBoxParameter.CENTER_SIZE"};
constexpr absl::string_view kAlignedMode[] = {"asymmetric", "half_pixel_for_nn", "half_pixel"};
constexpr absl::string_view kGridMode[] = {"bilinear", "bicubic", "nearest"};
constexpr absl::string_view kGridPadding[] = {"zeros", "border", "reflection"};
constexpr absl::string_view kDirection[] = {"forward", "reverse", "bidirectional"};
constexpr absl::string_view kEpsMode[] = {"add", "max"};
constexpr absl::string_view kMvnEpsMode[] = {"inside_sqrt", "outside_sqrt"};
constexpr absl::string_view kApproximation[] = {"tanh", "erf"};
constexpr absl::string_view kBoxEncoding[] = {"corner", "center"};
constexpr absl::string_view kSortResult[] = {"classid", "score", "none"};
constexpr absl::string_view kDecay[] = {"gaussian", "linear"};
constexpr absl::string_view kBagReduction[] = {"sum", "mean"};
constexpr absl::string_view kElementsReduction[] = {"none", "sum", "prod", "min", "max", "mean"};
constexpr absl::string_view kNdReduction[] = {"none", "sum", "sub", "prod", "min", "max"};
constexpr absl::string_view kFillMode[] = {"zero", "lowest"};
constexpr absl::string_view kNegativeIndices[] = {"ignore_negative", "normalize"};

constexpr OvWords kOvWords[] = {
    {"", "auto_broadcast", kAutoBroadcast},
    {"", "auto_pad", kAutoPad},
    {"", "rounding_type", kRounding},
    {"", "pad_mode", kPadMode},
    {"", "direction", kDirection},
    {"", "sort_result_type", kSortResult},
    {"", "box_encoding", kBoxEncoding},
    {"Broadcast", "mode", kBroadcastMode},
    {"DepthToSpace,SpaceToDepth", "mode", kBlockMode},
    {"GridSample", "mode", kGridMode},
    {"GridSample", "padding_mode", kGridPadding},
    {"PSROIPooling", "mode", kPsroiMode},
    {"ROIAlign", "mode", kRoiAlignMode},
    {"ROIPooling", "method", kRoiPoolingMethod},
    {"DetectionOutput", "code_type", kCodeType},
    {"LSTMCell,LSTMSequence", "weights_format", kWeightsFormat},
    {"ROIAlign", "aligned_mode", kAlignedMode},
    {"Reverse", "mode", kReverseMode},
    {"Round", "mode", kRoundMode},
    {"TopK", "mode", kTopKMode},
    {"TopK", "sort", kTopKSort},
    {"Interpolate", "shape_calculation_mode", kShapeMode},
    {"Interpolate", "coordinate_transformation_mode", kCoordinateMode},
    {"Interpolate", "nearest_mode", kNearestMode},
    {"NormalizeL2", "eps_mode", kEpsMode},
    {"MVN", "eps_mode", kMvnEpsMode},
    {"Gelu", "approximation_mode", kApproximation},
    {"MatrixNms", "decay_function", kDecay},
    {"EmbeddingBagOffsets,EmbeddingBagPacked", "reduction", kBagReduction},
    {"ScatterElementsUpdate", "reduction", kElementsReduction},
    {"ScatterNDUpdate", "reduction", kNdReduction},
    {"SegmentMax", "fill_mode", kFillMode},
    {"OneHot", "negative_indices_mode", kNegativeIndices},
};
// Of versions 4 and 11; version 1 takes any word.
constexpr OvWords kInterpolateWords = {"Interpolate", "mode", kInterpolateMode};

bool IsAmong(absl::string_view names, absl::string_view name) {
  if (names.empty()) return true;
  for (const absl::string_view each : absl::StrSplit(names, ',')) {
    if (each == name) return true;
  }
  return false;
}

}  // namespace

const OvWords* FindOvWords(absl::string_view op_type, int version, absl::string_view attribute) {
  if (op_type == "Interpolate" && attribute == "mode") {
    return version < 4 ? nullptr : &kInterpolateWords;
  }
  for (const OvWords& row : kOvWords) {
    if (row.attribute == attribute && IsAmong(row.operators, op_type)) return &row;
  }
  return nullptr;
}

absl::string_view FindOvWord(const OvWords& row, absl::string_view text) {
  const auto* const found =
      std::find_if(row.words.begin(), row.words.end(),
                   [text](absl::string_view word) { return absl::EqualsIgnoreCase(word, text); });
  return found == row.words.end() ? absl::string_view() : *found;
}

}  // namespace shapewright::rules
