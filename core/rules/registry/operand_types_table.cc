#include "core/rules/registry/operand_types_table.h"

namespace shapewright::ops {
namespace {

constexpr OperandTypesRow kRows[] = {
    {"F | 6:N | 13:NB", "Abs"},
    {"F | 22:FB",
     "Acos Acosh Asin Asinh Atan Atanh AveragePool Bernoulli Cos Cosh Det Elu "
     "GlobalAveragePool GlobalLpPool GlobalMaxPool HardSigmoid HardSwish LpNormalization "
     "LpPool Mish Multinomial Round Selu Sin Sinh Softplus Softsign Tan ThresholdedRelu"},
    {"T=F T | 6:T=N32 T | 13:T=N32+bf16 T | 14:T=NB T", "Add Div Mul Sub"},
    {"FB i64", "AffineGrid"},
    {"T=bool T", "And Or Xor"},
    {"N | 13:NB", "ArgMax ArgMin Sign"},
    {"T1=FB T1 T2=FB NB+bool T1 T2 | 24:T1=FB T1 T2=FB NB+bool T1 T2 i64", "Attention"},
    {"T=F T T T T | 14:T=FB T T U=FB U | 15:FB T1=FB T1 T2=FB T2", "BatchNormalization"},
    {"NB+F8+C+bool+f4e2m1+f8e8m0+i2+i4+u2+u4", "BitCast"},
    {"T=U T | 28:T=IU T", "BitShift"},
    {"T=IU T", "BitwiseAnd BitwiseOr BitwiseXor"},
    {"IU", "BitwiseNot"},
    {"i32+i64", "BlackmanWindow HammingWindow HannWindow"},
    {"N+bool | 9:N+bool+str | 13:NB+bool+str | 19:NB+F8+bool+str | 21:NB+F8+bool+i4+str+u4 | "
     "23:NB+F8+bool+f4e2m1+i4+str+u4 | 24:NB+F8+bool+f4e2m1+f8e8m0+i4+str+u4 | "
     "25:NB+F8+bool+f4e2m1+f8e8m0+i2+i4+str+u2+u4 | "
     "28:NB+F8+bool+f4e2m1+f6e2m3+f6e3m2+f8e8m0+i2+i4+str+u2+u4",
     "Cast"},
    {"NB+bool+str NB+bool+str | 19:NB+F8+bool+str NB+F8+bool+str | 21:NB+F8+bool+i4+str+u4 "
     "NB+F8+bool+i4+str+u4 | 23:NB+F8+bool+f4e2m1+i4+str+u4 NB+F8+bool+f4e2m1+i4+str+u4 | "
     "24:NB+F8+bool+f4e2m1+f8e8m0+i4+str+u4 NB+F8+bool+f4e2m1+f8e8m0+i4+str+u4 | "
     "25:NB+F8+bool+f4e2m1+f8e8m0+i2+i4+str+u2+u4 NB+F8+bool+f4e2m1+f8e8m0+i2+i4+str+u2+u4",
     "CastLike"},
    {"T=bf16+f16+f32 T T T", "CausalConvWithState"},
    {"F | 13:FB",
     "Ceil Exp Floor Hardmax LRN Log LogSoftmax MeanVarianceNormalization Reciprocal Sigmoid "
     "Softmax Sqrt Tanh"},
    {"f32 | 28:FB", "Celu"},
    {"A13 i32+i64", "CenterCropPad"},
    {"F | 11:T=F T T | 12:T=N T T | 13:T=NB T T", "Clip"},
    {"A13 i64 i64", "Col2Im"},
    {"ALL bool | 28:A13 bool", "Compress"},
    {"T=F... | 4:T=ALL... | 13:T=A13...", "Concat"},
    {"seq", "ConcatFromSequence SequenceLength"},
    {"i64", "ConstantOfShape"},
    {"T=F T T | 22:T=FB T T", "Conv ConvTranspose InstanceNormalization"},
    {"T1=i8+u8 T2=i8+u8 T1 T2", "ConvInteger MatMulInteger"},
    {"N32+bf16 i32+i64", "CumProd"},
    {"f32+f64+i32+i64+u32+u64 i32+i64 | 14:N32+bf16 i32+i64", "CumSum"},
    {"FB i32+i64 | 20:FB i32+i64 i64", "DFT"},
    {"T=F T T T T | 22:T=FB T T T T", "DeformConv"},
    {"ALL | 13:A13", "DepthToSpace NonZero SpaceToDepth"},
    {"T=i32+i8+u8 f32 T | 19:T1=F8+i32+i8+u8 bf16+f16+f32 T1 | "
     "21:T1=F8+i16+i32+i4+i8+u16+u4+u8 bf16+f16+f32 T1 | "
     "23:T1=F8+f4e2m1+i16+i32+i4+i8+u16+u4+u8 bf16+f16+f32 T1 | "
     "24:T1=F8+f4e2m1+i16+i32+i4+i8+u16+u4+u8 bf16+f16+f32+f8e8m0 T1 | "
     "25:T1=F8+f4e2m1+i16+i2+i32+i4+i8+u16+u2+u4+u8 bf16+f16+f32+f8e8m0 T1 | "
     "28:T1=F8+f4e2m1+f6e2m3+f6e3m2+i16+i2+i32+i4+i8+u16+u2+u4+u8 bf16+f16+f32+f8e8m0 T1",
     "DequantizeLinear"},
    {"F | 12:F F bool | 13:FB F bool | 22:F8+FB F8+FB bool", "Dropout"},
    {"f32", "DynamicQuantizeLinear ai.onnx.ml:ZipMap"},
    {"T=N... | 28:T=NB...", "Einsum"},
    {"T=bool+i32+i64 T | 11:T=N+bool T | 13:T=NB+bool T | 19:T=NB+bool+str T", "Equal"},
    {"N | 13:FB", "Erf"},
    {"ALL i64 | 13:A13 i64", "Expand GatherND"},
    {"N+bool | 22:NB+bool", "EyeLike"},
    {"F | 9:ALL | 13:A13 | 21:A21 | 23:A23 | 24:A24 | 25:A25", "Flatten"},
    {"T=F T T T i32 T | 22:T=FB T T T i32 T", "GRU RNN"},
    {"ALL i32+i64 | 13:A13 i32+i64", "Gather GatherElements"},
    {"FB", "Gelu Swish"},
    {"T=F T T | 9:T=N32 T T | 13:T=N32+bf16 T T", "Gemm"},
    {"T=F T | 9:T=N T | 13:T=NB T", "Greater Less"},
    {"T=N T | 16:T=NB T", "GreaterOrEqual LessOrEqual"},
    {"ALL F | 22:A13 FB", "GridSample"},
    {"T=FB T T", "GroupNormalization LayerNormalization"},
    {"ALL | 13:A13 | 14:A13+seq | 16:A13+optional+seq | 19:A19+optional+seq | "
     "21:A21+optional+seq | 23:A23+optional+seq | 24:A24+optional+seq | 25:A25+optional+seq",
     "Identity"},
    {"bool", "If Not"},
    {"u8", "ImageDecoder"},
    {"f32+f64 | 20:F8+FB", "IsInf"},
    {"F | 13:FB | 20:F8+FB", "IsNaN"},
    {"T=F T T T i32 T T T | 22:T=FB T T T i32 T T T", "LSTM"},
    {"F | 16:FB", "LeakyRelu"},
    {"T=bf16+f16+f32 T T bf16+f16+f32 T T", "LinearAttention"},
    {"i64 bool ALL... | 13:i64 bool ALL+seq... | 16:i64 bool A13+optional+seq... | 19:i64 bool "
     "A19+optional+seq... | 21:i64 bool A21+optional+seq... | 23:i64 bool A23+optional+seq... "
     "| 24:i64 bool A24+optional+seq... | 25:i64 bool A25+optional+seq...",
     "Loop"},
    {"T=F T | 9:T=N32 T | 13:T=N32+bf16 T", "MatMul"},
    {"T=F... | 12:T=N... | 13:T=NB...", "Max Min"},
    {"F | 12:F+i8+u8 | 22:FB+i8+u8", "MaxPool"},
    {"T=F T | 22:T=FB T", "MaxRoiPool"},
    {"F T2=i64 T2 | 22:FB T2=i64 T2", "MaxUnpool"},
    {"T=F... | 13:T=FB...", "Mean Sum"},
    {"T1=i32+i64 T1 T1 T2=FB T2", "MelWeightMatrix"},
    {"T=N T | 13:T=NB T", "Mod"},
    {"F | 6:I+F | 13:I+FB", "Neg"},
    {"T=F i32+i64 T | 22:T=FB i32+i64 T", "NegativeLogLikelihoodLoss"},
    {"f32 f32 i64 f32 f32", "NonMaxSuppression"},
    {"N N ALL | 28:N N A13", "OneHot"},
    {"ALL+seq | 28:A28+seq", "Optional"},
    {"optional | 18:ALL+optional+seq | 28:A28+optional+seq",
     "OptionalGetElement OptionalHasElement"},
    {"T=F T | 9:T=N32 T | 16:T=N32+bf16 T", "PRelu"},
    {"F | 11:T=N i64 T | 13:T=A13 i64 T | 18:T=A13 i64 T i32+i64 | 21:T=A21 i64 T i32+i64 | "
     "23:T=A23 i64 T i32+i64 | 24:T=A24 i64 T i32+i64 | 25:T=A25 i64 T i32+i64",
     "Pad"},
    {"T=F T | 12:F+i32+i64 N | 13:FB+i32+i64 N | 15:FB+i32+i64 NB", "Pow"},
    {"T1=i8+u8 f32 T1 T2=i8+u8 f32 T2 f32 i8+u8 i32", "QLinearConv"},
    {"T1=i8+u8 f32 T1 T2=i8+u8 f32 T2 f32 i8+u8 | 21:T1=F8+i8+u8 TS=bf16+f16+f32 T1 "
     "T2=F8+i8+u8 TS T2 TS F8+i8+u8",
     "QLinearMatMul"},
    {"f32+i32 f32 i8+u8 | 19:T1=bf16+f16+f32+i32 T1 F8+i8+u8 | 21:T1=bf16+f16+f32+i32 T1 "
     "F8+i16+i4+i8+u16+u4+u8 | 23:bf16+f16+f32+i32 bf16+f16+f32+i32 "
     "F8+f4e2m1+i16+i4+i8+u16+u4+u8 | 24:bf16+f16+f32+i32 bf16+f16+f32+f8e8m0+i32 "
     "F8+f4e2m1+i16+i4+i8+u16+u4+u8 | 25:bf16+f16+f32+i32 bf16+f16+f32+f8e8m0+i32 "
     "F8+f4e2m1+i16+i2+i4+i8+u16+u2+u4+u8 | 28:bf16+f16+f32+i32 bf16+f16+f32+f8e8m0+i32 "
     "F8+f4e2m1+f6e2m3+f6e3m2+i16+i2+i4+i8+u16+u2+u4+u8",
     "QuantizeLinear"},
    {"FB FB", "RMSNormalization"},
    {"ALL | 22:A13", "RandomNormalLike RandomUniformLike"},
    {"T=f32+f64+i16+i32+i64 T T | 27:T=FB+i16+i32+i64 T T", "Range"},
    {"N32 | 13:N32+bf16 | 18:N32+bf16 i64",
     "ReduceL1 ReduceL2 ReduceMean ReduceProd ReduceSumSquare"},
    {"N32 | 13:N32+bf16 | 18:N32+bf16 i64 | 28:FB i64", "ReduceLogSum ReduceLogSumExp"},
    {"N32 | 12:N32+i8+u8 | 13:N32+bf16+i8+u8 | 18:N32+bf16+i8+u8 i64 | 20:N32+bf16+bool+i8+u8 "
     "i64",
     "ReduceMax ReduceMin"},
    {"N32 | 13:N32+bf16 i64", "ReduceSum"},
    {"str", "RegexFullMatch StringNormalizer StringSplit"},
    {"F | 13:FB | 14:I+FB", "Relu"},
    {"F | 5:ALL i64 | 13:A13 i64 | 19:A19 i64 | 21:A21 i64 | 23:A23 i64 | 24:A24 i64 | 25:A25 "
     "i64",
     "Reshape"},
    {"ALL f32 | 11:ALL F f32 i64 | 13:A13 F f32 i64", "Resize"},
    {"ALL i64 | 28:A13 i64", "ReverseSequence"},
    {"T1=F T1 i64 | 22:T1=FB T1 i64", "RoiAlign"},
    {"T=bf16+f16+f32 T T i64", "RotaryEmbedding"},
    {"T1=FB T2=i32+i64 T1 T2", "STFT"},
    {"i64 ALL... | 9:ALL... | 16:A13... | 19:A19... | 21:A21... | 23:A23... | 24:A24... | "
     "25:A25...",
     "Scan"},
    {"T=ALL i32+i64 T", "Scatter"},
    {"T=ALL i32+i64 T | 13:T=A13 i32+i64 T", "ScatterElements"},
    {"T=ALL i64 T | 13:T=A13 i64 T", "ScatterND"},
    {"seq i32+i64", "SequenceAt SequenceErase"},
    {"T=ALL...", "SequenceConstruct"},
    {"seq ALL i32+i64", "SequenceInsert"},
    {"seq ALL+seq...", "SequenceMap"},
    {"ALL | 13:A13 | 19:A19 | 21:A21 | 23:A23 | 24:A24 | 25:A25", "Shape Size"},
    {"N", "Shrink"},
    {"ALL | 10:ALL Tind=i32+i64 Tind Tind Tind | 13:A13 Tind=i32+i64 Tind Tind Tind", "Slice"},
    {"T=F i32+i64 T | 13:T=FB i32+i64 T", "SoftmaxCrossEntropyLoss"},
    {"T=F T | 2:ALL | 13:A13 i64", "Split"},
    {"ALL i32+i64 | 24:A13 i32+i64", "SplitToSequence"},
    {"ALL | 13:A13 i64 | 21:A21 i64 | 23:A23 i64 | 24:A24 i64 | 25:A25 i64", "Squeeze Unsqueeze"},
    {"T=str T", "StringConcat"},
    {"T=FB T", "SwiGLU"},
    {"T=A24 T i64", "TensorScatter"},
    {"i32+i64+str", "TfIdfVectorizer"},
    {"T=F T T | 6:ALL i64 | 13:A13 i64", "Tile"},
    {"F | 10:F i64 | 11:N i64 | 24:NB i64", "TopK"},
    {"ALL | 13:A13 | 21:A21 | 23:A23 | 24:A24 | 25:A25", "Transpose"},
    {"A13 i64", "Trilu"},
    {"ALL | 28:A13", "Unique"},
    {"F+bool+i32+i64 | 7:ALL | 9:ALL f32", "Upsample"},
    {"bool T=ALL T | 16:bool T=A13 T", "Where"},
    {"f32+f64+i32+i64+str i64", "ai.onnx.ml:ArrayFeatureExtractor"},
    {"f32+f64+i32+i64",
     "ai.onnx.ml:Binarizer ai.onnx.ml:Imputer ai.onnx.ml:LinearClassifier "
     "ai.onnx.ml:LinearRegressor ai.onnx.ml:Normalizer ai.onnx.ml:SVMClassifier "
     "ai.onnx.ml:SVMRegressor ai.onnx.ml:Scaler ai.onnx.ml:TreeEnsembleClassifier "
     "ai.onnx.ml:TreeEnsembleRegressor"},
    {"map", "ai.onnx.ml:CastMap ai.onnx.ml:DictVectorizer"},
    {"i64+str", "ai.onnx.ml:CategoryMapper"},
    {"T1=f32+f64+i32+i64...", "ai.onnx.ml:FeatureVectorizer"},
    {"i64+str | 2:f32+i64+str | 4:f32+f64+i16+i32+i64+str", "ai.onnx.ml:LabelEncoder"},
    {"f32+f64+i32+i64+str", "ai.onnx.ml:OneHotEncoder"},
    {"F", "ai.onnx.ml:TreeEnsemble"},
    {"f32+f64 i64 f32+f64...",
     "ai.onnx.preview.training:Adagrad ai.onnx.preview.training:Adam "
     "ai.onnx.preview.training:Momentum"},
    {"ALL...", "ai.onnx.preview.training:Gradient"},
    {"T1=FB T1 T1", "ai.onnx.preview:FlexAttention"},
};

}  // namespace

absl::Span<const OperandTypesRow> OperandTypesTable() { return kRows; }

}  // namespace shapewright::ops
