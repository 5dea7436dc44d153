// The memory of bodies, calls, sequences, and of operators that write in place.
// Expected bytes by hand: a float32 takes 4, alignment is 1 where it would hide
// the sums.
#include "core/questions/memory/memory_use.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/corpus_truth.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

v1::Memory MemoryOf(absl::string_view model, const std::string& binding = "",
                    const std::string& options = "alignment_bytes: 1") {
  const auto answer = Evaluated(
      model, absl::StrCat("memory { with_plan: true ", options, " } bindings { ", binding, " }"));
  return answer.evaluations_size() == 1 ? answer.evaluations(0).memory() : v1::Memory();
}

TEST(MemoryUse, OfBothBranchesIsTheLargerOne) {
  const v1::Memory memory = MemoryOf(R"(
    input x: float32[16]
    input p: bool[]
    y = If(p) then_branch={ a = Exp(x) b = Neg(a) c = Abs(b) output c } else_branch={
      d = Concat(x, x) axis=0 e = Neg(d) f, g = Split(e) output f }
    z = Relu(y)
    output z
  )");
  // y 64, a and b 64 each, d and e 128 each, g 64 (f is y).
  EXPECT_EQ(memory.intermediates_bytes(), 64 + 2 * 64 + 2 * 128 + 64);
  // y with d and e.
  EXPECT_EQ(memory.lower_bound_bytes(), 64 + 2 * 128);
  EXPECT_EQ(memory.peak_bytes(), 64 + 2 * 128);
  EXPECT_EQ(memory.peak_node(), 0u);
  EXPECT_TRUE(memory.upper_bound());
}

// Each call of a function counts with the sizes of its own operands.
TEST(MemoryUse, OfAFunctionIsCountedPerCall) {
  const v1::Memory memory = MemoryOf(R"(
    opset 17
    opset my.domain 1
    function my.domain.F(a) -> (b) { t = Exp(a) b = Neg(t) }
    input x: float32[16]
    input w: float32[N]
    u = my.domain.F(x)
    v = my.domain.F(w)
    output u
    output v
  )",
                                     "symbols { symbol: 'N' size: 32 }");
  EXPECT_EQ(memory.intermediates_bytes(), 64 + 128);
  EXPECT_EQ(memory.peak_bytes(), 128);
  EXPECT_EQ(memory.outputs_bytes(), 64 + 128);
  EXPECT_FALSE(memory.upper_bound());
  ASSERT_EQ(memory.plan_size(), 2);
  EXPECT_EQ(memory.plan(1).first_node(), 1u);
}

TEST(MemoryUse, OfALoopIsThatOfOneIteration) {
  const v1::Memory memory = MemoryOf(R"(
    input x: float32[16]
    const m: int64[] = 3
    const c: bool[] = 1
    y = Loop(m, c, x) body={
      input i: int64[] input cond: bool[] input v: float32[16]
      co = Identity(cond) e = Exp(v) vo = Neg(e)
      output co output vo }
    z = Relu(y)
    output z
  )");
  // y, v, e and vo of 64, the number of the iteration, two conditions.
  EXPECT_EQ(memory.intermediates_bytes(), 4 * 64 + 8 + 1 + 1);
  EXPECT_TRUE(memory.upper_bound());
}

TEST(MemoryUse, OfASequenceIsWhatItHolds) {
  const v1::Memory memory = MemoryOf(R"(
    input x: float32[4]
    a = Exp(x)
    b = Concat(x, x) axis=0
    s = SequenceConstruct(a, b)
    const zero: int64[] = 0
    y = SequenceAt(s, zero)
    output y
  )");
  // a 16, b 32, s both of them.
  EXPECT_EQ(memory.intermediates_bytes(), 16 + 32 + 48);
  EXPECT_TRUE(memory.upper_bound());
}

TEST(MemoryUse, OfAnOptionalIsWhatItMayHold) {
  const v1::Memory memory = MemoryOf(R"(
    input x: float32[4]
    a = Exp(x)
    o = Optional(a)
    y = OptionalGetElement(o)
    output y
  )");
  EXPECT_EQ(memory.intermediates_bytes(), 16 + 16);
  EXPECT_TRUE(memory.upper_bound());
}

// Data-dependent sizes count with their upper bounds.
TEST(MemoryUse, OfWhatDataDecideHasABound) {
  const v1::Memory memory = MemoryOf(R"(
    input x: float32[N, M]
    n = NonZero(x)
    t = Transpose(n) perm=[1, 0]
    y = ReduceSum(t)
    output y
  )",
                                     "symbols { symbol: 'N' size: 2 }"
                                     "symbols { symbol: 'M' size: 3 }");
  // Two vectors of at most 2 coordinates of 6 elements.
  EXPECT_EQ(memory.intermediates_bytes(), 2 * (2 * 6 * 8));
  EXPECT_TRUE(memory.upper_bound());
}

constexpr char kInPlace[] = R"(
  input x: float32[16]
  a = Exp(x)
  b = Neg(a)
  c = Abs(b)
  d = Add(c, a)
  y = Relu(d)
  output y
)";

TEST(InPlace, AnOperandThatNobodyReadsAgainIsOverwritten) {
  // a lives until d; b and c take one place, d takes that of c.
  EXPECT_EQ(MemoryOf(kInPlace).peak_bytes(), 3 * 64);
  const v1::Memory memory = MemoryOf(kInPlace, "", "alignment_bytes: 1 reuse_in_place: true");
  EXPECT_EQ(memory.peak_bytes(), 2 * 64);
  EXPECT_EQ(memory.lower_bound_bytes(), 2 * 64);
  ASSERT_EQ(memory.plan_size(), 4);
  EXPECT_NE(memory.plan(0).offset(), memory.plan(1).offset());
  EXPECT_EQ(memory.plan(1).offset(), memory.plan(2).offset());
  EXPECT_EQ(memory.plan(2).offset(), memory.plan(3).offset());
}

// No operand is overwritten that is smaller or of another element type.
TEST(InPlace, OnlyWhatHasTheSameSizesAndType) {
  constexpr char kBroadcast[] = R"(
    input x: float32[16, 1]
    input w: float32[1, 16]
    a = Exp(x)
    b = Add(a, w)
    c = Greater(b, w)
    d = Not(c)
    y = Cast(d) to=1
    output y
  )";
  const v1::Memory memory = MemoryOf(kBroadcast, "", "alignment_bytes: 1 reuse_in_place: true");
  // b with c, which is a quarter; d is written over c.
  EXPECT_EQ(memory.peak_bytes(), 16 * 16 * 4 + 16 * 16);
}

TEST(Alignment, EveryBufferStartsAtAMultiple) {
  const v1::Memory memory = MemoryOf(R"(
    input x: float32[3]
    a = Exp(x)
    b = Neg(a)
    c = Add(a, b)
    y = Relu(c)
    output y
  )",
                                     "", "alignment_bytes: 256");
  ASSERT_EQ(memory.plan_size(), 3);
  for (const v1::Buffer& buffer : memory.plan()) {
    EXPECT_EQ(buffer.offset() % 256, 0);
    EXPECT_EQ(buffer.bytes(), 12);
  }
  EXPECT_EQ(memory.peak_bytes(), 3 * 256);
}

bool Meet(const v1::Buffer& a, const v1::Buffer& b) {
  return a.first_node() <= b.last_node() && b.first_node() <= a.last_node() &&
         a.offset() < b.offset() + b.bytes() && b.offset() < a.offset() + a.bytes();
}

class CorpusArena : public testing::TestWithParam<std::string> {};

// Only values of the main graph are compared, as all values in a body share one step of the main
// graph.
TEST_P(CorpusArena, NeverOverlapsLiveBuffers) {
  const Truth truth = ReadTruth(GetParam());
  v1::EvaluateShapesRequest request;
  request.mutable_model()->set_onnx(ReadCorpusModel(GetParam()));
  request.mutable_memory()->set_with_plan(true);
  request.mutable_packed();
  v1::Binding* binding = request.add_bindings();
  for (const auto& [symbol, size] : truth.runs[0].bind) {
    if (symbol.find(' ') != std::string::npos) continue;
    v1::SymbolSize* given = binding->add_symbols();
    given->set_symbol(symbol);
    given->set_size(size);
  }
  const v1::EvaluateShapesResponse answer = Answer(request);
  ASSERT_EQ(answer.evaluations_size(), 1);
  const auto main_values = static_cast<uint32_t>(answer.packed_index().values_size());
  std::vector<v1::Buffer> buffers;
  for (const v1::Buffer& buffer : answer.evaluations(0).memory().plan()) {
    if (buffer.value() < main_values) buffers.push_back(buffer);
  }
  for (size_t i = 0; i < buffers.size(); ++i) {
    for (size_t k = 0; k < i; ++k) {
      ASSERT_FALSE(Meet(buffers[i], buffers[k]))
          << buffers[i].value() << " and " << buffers[k].value();
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Models, CorpusArena, testing::ValuesIn(ModelNames()),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace shapewright::questions
