// S58: operands that decide no size of a result, but have to fit to the others. Of each a request
// that onnxruntime 1.31 runs, and one that it refuses; the verdicts are those of its runs.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/guard/request_check.h"
#include "core/questions/guard/compile_guard.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using RequestSizes = std::vector<std::vector<int64_t>>;

// RequestSizes are in the order of the model's inputs.
struct OperandCase {
  const char* name;
  const char* model;
  RequestSizes runs;
  RequestSizes refused;
  // That a reflection fits is assumed (S10), so that one that does not is undecided.
  guard::Verdict verdict = guard::Verdict::kFail;
};

void PrintTo(const OperandCase& operand, std::ostream* out) { *out << operand.name; }

class OperandSizesS58 : public ::testing::TestWithParam<OperandCase> {
 protected:
  void SetUp() override {
    v1::CompileGuardRequest request = RequestOf<v1::CompileGuardRequest>(GetParam().model, "");
    program_ = AnswerOf<v1::CompileGuardResponse>(request).program();
  }

  guard::Verdict VerdictOf(const RequestSizes& sizes) {
    const auto loaded = guard::LoadedGuard::Load(program_);
    EXPECT_TRUE(loaded.ok()) << loaded.status();
    std::vector<guard::RequestTensor> tensors;
    for (size_t i = 0; i < sizes.size(); ++i) {
      tensors.push_back({program_.inputs(static_cast<int>(i)).name(),
                         v1::ELEMENT_TYPE_UNSPECIFIED,
                         sizes[i],
                         {}});
    }
    return guard::RequestCheck(*loaded).Check(tensors);
  }

  v1::GuardProgram program_;
};

TEST_P(OperandSizesS58, PassesWhatRuns) {
  EXPECT_EQ(program_.coverage(), v1::GuardProgram::COVERAGE_COMPLETE);
  EXPECT_EQ(VerdictOf(GetParam().runs), guard::Verdict::kPass);
}

TEST_P(OperandSizesS58, DoesNotPassWhatIsRefused) {
  EXPECT_EQ(VerdictOf(GetParam().refused), GetParam().verdict);
}

const OperandCase kCases[] = {
    {"AttentionMask",
     "opset 23 input q: float32[B, S, 8] input k: float32[B, T, 8] input v: float32[B, T, 8] input "
     "m: float32[P, Q] y = Attention(q, k, v, m) q_num_heads=2 kv_num_heads=2 output y",
     {{2, 3, 8}, {2, 2, 8}, {2, 2, 8}, {3, 2}},
     {{2, 3, 8}, {2, 2, 8}, {2, 2, 8}, {4, 1}}},
    {"MultiHeadBias",
     "opset 18 opset com.microsoft 1 input q: float32[B, S, 4] input k: float32[B, T, 4] input v: "
     "float32[B, T, 4] input m: float32[P] y = com.microsoft.MultiHeadAttention(q, k, v, m) "
     "num_heads=2 output y",
     {{1, 3, 4}, {1, 2, 4}, {1, 2, 4}, {12}},
     {{1, 3, 4}, {1, 2, 4}, {1, 2, 4}, {3}}},
    {"MultiHeadMatrixMask",
     "opset 18 opset com.microsoft 1 input q: float32[B, S, 4] input k: float32[B, T, 4] input v: "
     "float32[B, T, 4] input m: int32[P, Q] y = com.microsoft.MultiHeadAttention(q, k, v, _, m) "
     "num_heads=2 output y",
     {{2, 2, 4}, {2, 3, 4}, {2, 3, 4}, {2, 3}},
     {{2, 2, 4}, {2, 3, 4}, {2, 3, 4}, {4, 5}}},
    {"MultiHeadVectorMask",
     "opset 18 opset com.microsoft 1 input q: float32[B, S, 4] input k: float32[B, T, 4] input v: "
     "float32[B, T, 4] input m: int32[P] y = com.microsoft.MultiHeadAttention(q, k, v, _, m) "
     "num_heads=2 output y",
     {{2, 2, 4}, {2, 3, 4}, {2, 3, 4}, {8}},
     {{2, 2, 4}, {2, 3, 4}, {2, 3, 4}, {3}}},
    {"MultiHeadCubicMask",
     "opset 18 opset com.microsoft 1 input q: float32[B, S, 4] input k: float32[B, T, 4] input v: "
     "float32[B, T, 4] input m: int32[P, Q, R] y = com.microsoft.MultiHeadAttention(q, k, v, _, m) "
     "num_heads=2 output y",
     {{2, 2, 4}, {2, 3, 4}, {2, 3, 4}, {2, 2, 3}},
     {{2, 2, 4}, {2, 3, 4}, {2, 3, 4}, {2, 3, 2}}},
    {"MultiHeadAttentionBias",
     "opset 18 opset com.microsoft 1 input q: float32[B, S, 4] input k: float32[B, T, 4] input v: "
     "float32[B, T, 4] input m: float32[P, Q, R, U] y = com.microsoft.MultiHeadAttention(q, k, v, "
     "_, _, m) num_heads=2 output y",
     {{3, 1, 4}, {3, 1, 4}, {3, 1, 4}, {1, 2, 1, 1}},
     {{3, 1, 4}, {3, 1, 4}, {3, 1, 4}, {2, 4, 4, 3}}},
    {"ProjectedMask",
     "opset 18 opset com.microsoft 1 input x: float32[B, S, 4] input w: float32[4, 12] input b: "
     "float32[12] input m: int32[P, Q] y = com.microsoft.Attention(x, w, b, m) num_heads=2 output "
     "y",
     {{2, 3, 4}, {4, 12}, {12}, {2, 3}},
     {{2, 3, 4}, {4, 12}, {12}, {2, 2}}},
    {"ProjectedAttentionBias",
     "opset 18 opset com.microsoft 1 input x: float32[B, S, 4] input w: float32[4, 12] input b: "
     "float32[12] input m: float32[P, Q, R, U] y = com.microsoft.Attention(x, w, b, _, _, m) "
     "num_heads=2 output y",
     {{2, 3, 4}, {4, 12}, {12}, {2, 1, 3, 3}},
     {{2, 3, 4}, {4, 12}, {12}, {2, 1, 3, 4}}},
    {"SimplifiedScale",
     "opset 18 input x: float32[N, M] input s: float32[P] y = SimplifiedLayerNormalization(x, s) "
     "output y",
     {{4, 3}, {3}},
     {{4, 3}, {2}}},
    {"ColumnZeroPoint",
     "opset 18 input x: uint8[N, K] input w: uint8[K, M] input a: uint8[] input z: uint8[R] y = "
     "MatMulInteger(x, w, a, z) output y",
     {{3, 2}, {2, 4}, {}, {4}},
     {{3, 2}, {2, 4}, {}, {3}}},
    {"RowZeroPoint",
     "opset 18 input x: uint8[N, K] input w: uint8[K, M] input z: uint8[R] y = MatMulInteger(x, w, "
     "z) output y",
     {{3, 2}, {2, 2}, {1}},
     {{3, 2}, {2, 2}, {2}}},
    {"ProductScale",
     "opset 18 input x: uint8[N, K] input s: float32[] input z: uint8[] input w: uint8[K, M] input "
     "p: float32[R] input q: uint8[R] y = QLinearMatMul(x, s, z, w, p, q, s, z) output y",
     {{1, 3}, {}, {}, {3, 3}, {3}, {3}},
     {{1, 3}, {}, {}, {3, 3}, {2}, {2}}},
    {"FilterScale",
     "opset 18 input x: uint8[N, C, L] input s: float32[] input z: uint8[] input w: uint8[O, C, 1] "
     "input p: float32[P] input q: uint8[P] y = QLinearConv(x, s, z, w, p, q, s, z) output y",
     {{1, 3, 2}, {}, {}, {4, 3, 1}, {4}, {4}},
     {{1, 3, 2}, {}, {}, {4, 3, 1}, {2}, {2}}},
    {"DynamicProductScale",
     "opset 18 opset com.microsoft 1 input x: float32[N, K] input w: uint8[K, M] input s: "
     "float32[R] input z: uint8[S] y = com.microsoft.DynamicQuantizeMatMul(x, w, s, z) output y",
     {{2, 3}, {3, 4}, {4}, {1}},
     {{2, 3}, {3, 4}, {2}, {1}}},
    {"CachePlaces",
     "opset 24 input p: float32[B, S, 4] input u: float32[B, T, 4] input w: int64[P] y = "
     "TensorScatter(p, u, w) axis=1 output y",
     {{3, 4, 4}, {3, 2, 4}, {3}},
     {{3, 4, 4}, {3, 2, 4}, {2}}},
    {"ScatteredIndices",
     "opset 18 input x: float32[N, M] input i: int64[P, Q] input u: float32[P, Q] y = "
     "ScatterElements(x, i, u) axis=1 output y",
     {{4, 2}, {3, 1}, {3, 1}},
     {{1, 2}, {3, 1}, {3, 1}}},
    {"ResizedRegion",
     "opset 18 input x: float32[N, C, L] input r: float32[P] const s: int64[3] = 1 1 3 y = "
     "Resize(x, r, _, s) coordinate_transformation_mode='tf_crop_and_resize' mode='linear' output "
     "y",
     {{1, 1, 3}, {6}},
     {{1, 1, 3}, {3}}},
    {"DeformedOffset",
     "opset 19 input x: float32[N, 2, P, W] input w: float32[3, 2, 1, 1] input o: float32[N, Q, P, "
     "W] y = DeformConv(x, w, o) output y",
     {{1, 2, 2, 1}, {3, 2, 1, 1}, {1, 2, 2, 1}},
     {{1, 2, 2, 1}, {3, 2, 1, 1}, {1, 3, 2, 1}}},
    {"LoopCount",
     "opset 18 input n: int64[P] input x: float32[N] const c: bool[] = 1 y = Loop(n, c, x) body={ "
     "input i: int64[] input d: bool[] input v: float32[N] e = Identity(d) w = Exp(v) output e "
     "output w } output y",
     {{1}, {4}},
     {{3}, {4}}},
    {"LoopCondition",
     "opset 18 input c: bool[P] input x: float32[N] const n: int64[] = 1 y = Loop(n, c, x) body={ "
     "input i: int64[] input d: bool[] input v: float32[N] e = Identity(d) w = Exp(v) output e "
     "output w } output y",
     {{1}, {4}},
     {{3}, {4}}},
    {"IfCondition",
     "opset 18 input c: bool[P] input x: float32[N] y = If(c) then_branch={ a = Exp(x) output a } "
     "else_branch={ b = Identity(x) output b } output y",
     {{1}, {3}},
     {{2}, {3}}},
    {"CroppedPadReflect",
     "opset 19 input x: float32[N, M] const p: int64[4] = 2 0 -2 0 y = Pad(x, p) mode='reflect' "
     "output y",
     {{5, 2}},
     {{3, 2}},
     guard::Verdict::kUndecided},
    {"CroppedPadWrap",
     "opset 19 input x: float32[N, M] const p: int64[4] = 2 0 -1 0 y = Pad(x, p) mode='wrap' "
     "output y",
     {{2, 2}},
     {{1, 2}}},
    {"CroppedPadEdge",
     "opset 19 input x: float32[N, M] const p: int64[4] = 2 0 -1 0 y = Pad(x, p) mode='edge' "
     "output y",
     {{2, 2}},
     {{1, 2}}},
    {"LinearCoefficients",
     "opset 18 opset ai.onnx.ml 3 input x: float32[N, M] y = ai.onnx.ml.LinearRegressor(x) "
     "coefficients=[1.0, 2.0, 3.0] intercepts=[1.0] targets=1 output y",
     {{2, 3}},
     {{2, 4}}},
    {"ScalerNumbers",
     "opset 18 opset ai.onnx.ml 3 input x: float32[N, M] y = ai.onnx.ml.Scaler(x) offset=[1.0, "
     "2.0, 3.0] scale=[1.0, 2.0, 3.0] output y",
     {{2, 3}},
     {{2, 4}}},
    {"ScatteredTuple",
     "opset 18 input x: float32[N, M] input i: int64[K] input u: float32[] y = ScatterND(x, i, u) "
     "output y",
     {{3, 4}, {2}, {}},
     {{3, 4}, {1}, {}}},
    {"CertainReflection",
     "opset 19 input x: float32[N, 1] const p: int64[4] = 0 1 0 0 y = Pad(x, p) mode='reflect' "
     "output y",
     {{0, 1}},
     {{3, 1}}},
    {"RealOrComplex",
     "opset 20 input x: float32[N, 4, C] y = DFT(x) output y",
     {{2, 4, 2}},
     {{2, 4, 3}}},
    {"ScalesOfAnyRank",
     "opset 10 input x: float32[N, 3] input s: float32[P, Q] y = Resize(x, s) output y",
     {{2, 3}, {1, 2}},
     {{2, 3}, {2, 2}}},
    {"RotaryTables",
     "opset 23 input x: float32[B, 2, S, 8] input c: float32[M, 4] input s: float32[K, 4] input p: "
     "int64[B, S] y = RotaryEmbedding(x, c, s, p) output y",
     {{2, 2, 3, 8}, {5, 4}, {5, 4}, {2, 3}},
     {{2, 2, 3, 8}, {5, 4}, {6, 4}, {2, 3}}},
    {"GateOfStreams",
     "opset 18 opset com.microsoft 1 input x: float32[N, C, H] input g: float32[M, P] y = "
     "com.microsoft.HyperConnectionPreMix(x, g) output y",
     {{2, 4, 8}, {2, 4}},
     {{2, 4, 8}, {2, 5}}},
    {"GateOfRows",
     "opset 18 opset com.microsoft 1 input x: float32[N, H] input z: float32[M, K] input g: "
     "float32[P, Q] y = com.microsoft.GatedAdd(x, z, g) output y",
     {{2, 8}, {2, 8}, {2, 1}},
     {{2, 8}, {2, 8}, {2, 8}}},
    {"LookedUpScale",
     "opset 18 opset com.microsoft 1 input x: uint8[N] input s: float32[P] input z: uint8[Q] y = "
     "com.microsoft.QLinearSigmoid(x, s, z, s, z) output y",
     {{3}, {1}, {1}},
     {{3}, {2}, {1}}},
    {"MaskOfPool",
     "opset 18 opset com.microsoft 1 input x: float32[N, C, L] input m: int32[P, Q, K] y = "
     "com.microsoft.MaxpoolWithMask(x, m) kernel_shape=[2] output y",
     {{1, 2, 5}, {1, 1, 5}},
     {{1, 2, 5}, {1, 1, 4}}},
    {"MovedBatch",
     "opset 18 opset com.microsoft 1 input x: float32[B, M, K] input w: float32[K, C, N] y = "
     "com.microsoft.FusedMatMul(x, w) transBatchB=1 output y",
     {{2, 3, 4}, {4, 2, 5}},
     {{2, 3, 4}, {4, 3, 5}}}};

INSTANTIATE_TEST_SUITE_P(Operands, OperandSizesS58, ::testing::ValuesIn(kCases),
                         [](const auto& info) { return std::string(info.param.name); });

// S85: what onnxruntime 1.31 refuses and the specification allows. The verdicts by its runs.
guard::Verdict VerdictAs(v1::Runtime runtime, const char* model, const RequestSizes& sizes) {
  v1::CompileGuardRequest request = RequestOf<v1::CompileGuardRequest>(model, "");
  request.mutable_model()->mutable_options()->set_as_runtime(runtime);
  const v1::GuardProgram program = AnswerOf<v1::CompileGuardResponse>(request).program();
  const auto loaded = guard::LoadedGuard::Load(program);
  EXPECT_TRUE(loaded.ok()) << loaded.status();
  std::vector<guard::RequestTensor> tensors;
  for (size_t i = 0; i < sizes.size(); ++i) {
    tensors.push_back(
        {program.inputs(static_cast<int>(i)).name(), v1::ELEMENT_TYPE_UNSPECIFIED, sizes[i], {}});
  }
  return guard::RequestCheck(*loaded).Check(tensors);
}

TEST(RuntimeDemandsS85, MaskIsNotBroadcastAlongKeys) {
  const char* const model =
      "opset 23 input q: float32[B, S, 8] input k: float32[B, T, 8] input v: float32[B, T, 8] "
      "input m: float32[P, Q] y = Attention(q, k, v, m) q_num_heads=2 kv_num_heads=2 output y";
  const RequestSizes whole = {{2, 3, 8}, {2, 4, 8}, {2, 4, 8}, {3, 4}};
  const RequestSizes broadcast = {{2, 3, 8}, {2, 4, 8}, {2, 4, 8}, {1, 4}};
  EXPECT_EQ(VerdictAs(v1::RUNTIME_UNSPECIFIED, model, broadcast), guard::Verdict::kPass);
  EXPECT_EQ(VerdictAs(v1::RUNTIME_ONNXRUNTIME, model, broadcast), guard::Verdict::kFail);
  EXPECT_EQ(VerdictAs(v1::RUNTIME_ONNXRUNTIME, model, whole), guard::Verdict::kPass);
}

TEST(RuntimeDemandsS85, ZeroPointsOfRowsAreRefused) {
  const char* const model =
      "opset 18 input x: uint8[N, K] input w: uint8[K, M] input z: uint8[R] y = "
      "MatMulInteger(x, w, z) output y";
  const RequestSizes one = {{3, 2}, {2, 4}, {1}};
  const RequestSizes rows = {{3, 2}, {2, 4}, {3}};
  EXPECT_EQ(VerdictAs(v1::RUNTIME_UNSPECIFIED, model, rows), guard::Verdict::kPass);
  EXPECT_EQ(VerdictAs(v1::RUNTIME_ONNXRUNTIME, model, rows), guard::Verdict::kFail);
  EXPECT_EQ(VerdictAs(v1::RUNTIME_ONNXRUNTIME, model, one), guard::Verdict::kPass);
}

}  // namespace
}  // namespace shapewright::questions
