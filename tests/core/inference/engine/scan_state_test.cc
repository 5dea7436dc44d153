// The shapes of what Scan carries.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/core/inference/support/inferred.h"

namespace shapewright::inference {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

// The specification: what Scan carries has the same shape in each iteration.
TEST(Scan9, CarriedShapesStay) {
  const Inferred model(R"(
    input h: float32[N, D]
    input x: float32[S, M, E]
    y, s = Scan(h, x) num_scan_inputs=1 body={
      input hi: float32
      input xi: float32
      ho = Add(hi, xi)
      copy = Identity(ho)
      output ho
      output copy
    }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[N, D]");
}

// Found by ./dev fuzz models: onnxruntime runs it with N = 4 too, and y is [3].
TEST(Scan9, AShapeThatIsTakenToStayIsAssumed) {
  const Inferred model(R"(
    input h: float32[N]
    input x: float32[S, 3]
    y = Scan(h, x) num_scan_inputs=1 body={
      input hi: float32
      input xi: float32
      ho = Relu(xi)
      output ho
    }
    output y
  )");
  EXPECT_THAT(model.Diagnostics(), IsEmpty());
  EXPECT_EQ(model.Type("y"), "float32[N]");
  EXPECT_THAT(model.Facts(), ElementsAre("ASSUMED N = 3"));
}

}  // namespace
}  // namespace shapewright::inference
