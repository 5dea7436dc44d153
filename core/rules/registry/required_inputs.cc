#include "core/rules/registry/required_inputs.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "core/base/hash_map.h"

namespace shapewright::ops {
namespace {

struct Group {
  int count;
  // With `@version` where the count is another from that since_version on.
  absl::string_view operators;
};

// From the operator schemas of ONNX, which tests/conformance compares with it.
constexpr Group kGroups[] = {
    {0, "Constant Optional OptionalHasElement@18 RandomNormal RandomUniform SequenceEmpty"},
    {1,
     "Abs Acos Acosh ArgMax ArgMin Asin Asinh Atan Atanh AveragePool Bernoulli BitCast "
     "BitwiseNot BlackmanWindow Cast Ceil Celu Clip Concat ConcatFromSequence "
     "ConstantOfShape Cos Cosh DFT DepthToSpace Det Dropout DynamicQuantizeLinear Einsum "
     "Elu Erf Exp EyeLike Flatten Floor Gelu GlobalAveragePool GlobalLpPool GlobalMaxPool "
     "HammingWindow HannWindow HardSigmoid HardSwish Hardmax Identity If ImageDecoder "
     "IsInf IsNaN LRN LeakyRelu Log LogSoftmax LpNormalization LpPool Max MaxPool Mean "
     "MeanVarianceNormalization Min Mish Multinomial Neg NonZero Not OptionalGetElement "
     "OptionalHasElement Pad RandomNormalLike RandomUniformLike Reciprocal ReduceL1 "
     "ReduceL2 ReduceLogSum ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd "
     "ReduceSum ReduceSumSquare RegexFullMatch Relu Reshape Resize@13 Round Scan@9 Selu "
     "SequenceConstruct SequenceErase SequenceLength SequenceMap Shape Shrink Sigmoid Sign "
     "Sin Sinh Size Slice Softmax Softplus Softsign SpaceToDepth Split SplitToSequence "
     "Sqrt Squeeze StringNormalizer StringSplit Sum Swish Tan Tanh TfIdfVectorizer "
     "ThresholdedRelu TopK Transpose Trilu Unique Unsqueeze Upsample ai.onnx.ml:Binarizer "
     "ai.onnx.ml:CastMap ai.onnx.ml:CategoryMapper ai.onnx.ml:DictVectorizer "
     "ai.onnx.ml:FeatureVectorizer ai.onnx.ml:Imputer ai.onnx.ml:LabelEncoder "
     "ai.onnx.ml:LinearClassifier ai.onnx.ml:LinearRegressor ai.onnx.ml:Normalizer "
     "ai.onnx.ml:OneHotEncoder ai.onnx.ml:SVMClassifier ai.onnx.ml:SVMRegressor "
     "ai.onnx.ml:Scaler ai.onnx.ml:TreeEnsemble ai.onnx.ml:TreeEnsembleClassifier "
     "ai.onnx.ml:TreeEnsembleRegressor ai.onnx.ml:ZipMap ai.onnx.preview.training:Gradient"},
    {2,
     "Add AffineGrid And BitShift BitwiseAnd BitwiseOr BitwiseXor CastLike "
     "CausalConvWithState CenterCropPad Compress Conv ConvInteger ConvTranspose CumProd "
     "CumSum DequantizeLinear Div Equal Expand Gather GatherElements GatherND Gemm@11 "
     "Greater GreaterOrEqual GridSample LayerNormalization Less LessOrEqual Loop@11 MatMul "
     "MatMulInteger MaxRoiPool MaxUnpool Mod Mul NegativeLogLikelihoodLoss "
     "NonMaxSuppression Or PRelu Pad@11 Pow QuantizeLinear RMSNormalization Reshape@5 "
     "Resize ReverseSequence STFT Scan SequenceAt SequenceInsert SoftmaxCrossEntropyLoss "
     "StringConcat Sub SwiGLU TensorScatter Tile@6 TopK@10 Unsqueeze@13 Upsample@9 Xor "
     "ai.onnx.ml:ArrayFeatureExtractor"},
    {3,
     "Attention Col2Im DeformConv GRU Gemm GroupNormalization InstanceNormalization LSTM "
     "LinearAttention Loop OneHot RNN Range Resize@11 RoiAlign RotaryEmbedding Scatter "
     "ScatterElements ScatterND Slice@10 Tile Where ai.onnx.preview:FlexAttention "
     "ai.onnx.preview.training:Adagrad ai.onnx.preview.training:Adam "
     "ai.onnx.preview.training:Momentum"},
    {5, "BatchNormalization MelWeightMatrix"},
    {8, "QLinearConv QLinearMatMul"},
};

// The since_version and the count from there on.
using Counts = std::vector<std::pair<int, int>>;
using CountsByName = HashMap<std::string, Counts>;

CountsByName ReadGroups() {
  CountsByName result;
  for (const Group& group : kGroups) {
    for (const absl::string_view entry : absl::StrSplit(group.operators, ' ')) {
      const std::pair<std::string, std::string> parts = absl::StrSplit(entry, '@');
      int since = 0;
      if (!absl::SimpleAtoi(parts.second, &since)) since = 1;
      result[parts.first].emplace_back(since, group.count);
    }
  }
  return result;
}

}  // namespace

int RequiredInputs(absl::string_view domain, absl::string_view name, int since_version) {
  static const auto& counts = *new const CountsByName(ReadGroups());
  const auto found =
      counts.find(domain.empty() ? absl::StrCat(name) : absl::StrCat(domain, ":", name));
  if (found == counts.end()) return 0;
  std::pair<int, int> best = {0, 0};
  for (const auto& [since, count] : found->second) {
    if (since <= since_version && since > best.first) best = {since, count};
  }
  return best.second;
}

}  // namespace shapewright::ops
