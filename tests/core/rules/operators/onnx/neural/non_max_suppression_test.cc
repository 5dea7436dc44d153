// Expected counts are what onnxruntime 1.31 and the ONNX reference return.
#include "gtest/gtest.h"
#include "tests/core/rules/operators/rule_tester.h"

namespace shapewright::rules {
namespace {

TEST(NonMaxSuppression, IsBounded) {
  TestModel model;
  const auto boxes = model.Input("float32[1, 5, 4]");
  const auto scores = model.Input("float32[1, 2, 5]");
  const auto limit = model.Input("int64[1] = {3}");
  const auto selected = model.Node("NonMaxSuppression-11", {boxes, scores, limit});
  model.Run();
  EXPECT_EQ(model.Text(selected[0]), "int64[?1, 3]");
  const symbolic::ExprArena& exprs = model.workspace().exprs();
  EXPECT_EQ(exprs.symbol(0).bounds, (Interval{0, 6}));
  EXPECT_EQ(exprs.symbol(0).kind, symbolic::SymbolKind::kDataDependent);
}

TEST(NonMaxSuppression, Cases) {
  CheckCases({
      // Without a limit nothing is selected.
      {.op = "NonMaxSuppression-10",
       .inputs = {"float32[1, 5, 4]", "float32[1, 2, 5]"},
       .outputs = {"int64[0, 3]"}},
      {.op = "NonMaxSuppression-11",
       .inputs = {"float32[N, B, 4]", "float32[M, 2, 5]", "int64[]"},
       .outputs = {"int64[?1, 3]"},
       .facts = {"REQUIRED N = M", "REQUIRED B = 5"}},
      {.op = "NonMaxSuppression-11",
       .inputs = {"float32[1, 5, 3]", "float32[1, 2, 5]", "int64[]"},
       .outputs = {"int64[?1, 3]"},
       .diagnostics = {"ERROR DIM_MISMATCH input 0 axis 2"}},
  });
}

// Boxes 0 and 1 overlap by 9/11, box 2 lies apart.
constexpr char kBoxes[] = "float32[1, 3, 4] = {0, 0, 1, 1, 0, 0.1, 1, 1.1, 0, 10, 1, 11}";
constexpr char kFlipped[] = "float32[1, 3, 4] = {1, 1, 0, 0, 0, 1.1, 1, 0.1, 0, 11, 1, 10}";
constexpr char kCenters[] = "float32[1, 3, 4] = {0.5, 0.5, 1, 1, 0.5, 0.6, 1, 1, 0.5, 10.5, 1, 1}";
constexpr char kScores[] = "float32[1, 1, 3] = {0.9, 0.75, 0.6}";

OpCase Constant(const char* boxes, const char* scores, const char* limit, const char* overlap,
                const char* least_score, const char* selected) {
  return {.op = "NonMaxSuppression-11",
          .inputs = {boxes, scores, limit, overlap, least_score},
          .outputs = {selected}};
}

TEST(NonMaxSuppression, ConstantsAreCounted) {
  OpCase centers =
      Constant(kCenters, kScores, "int64[1] = {3}", "float32[1] = {0.5}", "", "int64[2, 3]");
  centers.attributes = {{"center_point_box", 1}};
  CheckCases({
      Constant(kBoxes, kScores, "int64[1] = {3}", "float32[1] = {0.5}", "", "int64[2, 3]"),
      Constant(kFlipped, kScores, "int64[1] = {3}", "float32[1] = {0.5}", "", "int64[2, 3]"),
      centers,
      Constant(kBoxes, kScores, "int64[1] = {3}", "float32[1] = {0.9}", "", "int64[3, 3]"),
      Constant(kBoxes, kScores, "int64[1] = {1}", "float32[1] = {0.9}", "", "int64[1, 3]"),
      Constant(kBoxes, kScores, "int64[1] = {3}", "float32[1] = {0.9}", "float32[1] = {0.7}",
               "int64[2, 3]"),
  });
}

// Which of two boxes of one score comes first is up to the run time.
TEST(NonMaxSuppression, TiesAreNotDecided) {
  CheckCases({
      Constant(kBoxes, "float32[1, 1, 3] = {0.9, 0.9, 0.6}", "int64[1] = {3}", "float32[1] = {0.5}",
               "", "int64[?1, 3]"),
  });
}

}  // namespace
}  // namespace shapewright::rules
