// Slices whose starts and ends have a sign that the sizes decide. Expected sizes are numpy's.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

// numpy: len(range(size)[start:end:step]).
int64_t SliceLength(int64_t size, int64_t start, int64_t end, int64_t step) {
  const int64_t low = step < 0 ? -1 : 0;
  const int64_t high = step < 0 ? size - 1 : size;
  const auto clamp = [&](int64_t at) {
    return std::min(std::max(at < 0 ? at + size : at, low), high);
  };
  const int64_t length = step < 0 ? clamp(start) - clamp(end) : clamp(end) - clamp(start);
  const int64_t stride = step < 0 ? -step : step;
  return length <= 0 ? 0 : (length + stride - 1) / stride;
}

// e = 4 - M - min(M, 1): 4, 2, 1, ...
constexpr char kModel[] = R"(
  input x: float32[N]
  input d: float32[M]
  const zero: int64[1] = 0
  const one: int64[1] = 1
  const four: int64[1] = 4
  const axis: int64[1] = 0
  const step: int64[1] = $0
  const far: int64[1] = $1
  s = Shape(d)
  m = Min(s, one)
  t = Add(s, m)
  e = Sub(four, t)
  y = Slice(x, $2, $3, axis, step)
  output y
)";

class SliceBySign : public testing::TestWithParam<int64_t> {
 protected:
  // The length of the slice; -1 if it is unknown.
  int64_t Length(const std::string& start, const std::string& end, int64_t far, int64_t n,
                 int64_t m) const {
    const auto answer =
        Answer(EvaluateRequestOf(absl::Substitute(kModel, GetParam(), far, start, end),
                                 absl::StrCat("bindings { symbols { symbol: 'N' size: ", n,
                                              " } symbols { symbol: 'M' size: ", m, " } }")));
    return SizesOf(answer.evaluations(0))[0];
  }
  // Returns 1 if the length is known, to count such cases.
  static int Check(int64_t length, int64_t expected, const std::string& at) {
    if (length < 0) return 0;
    EXPECT_EQ(length, expected) << at;
    return 1;
  }
};

TEST_P(SliceBySign, IsNumpys) {
  const int64_t step = GetParam();
  int known = 0;
  for (int64_t n = 0; n < 7; ++n) {
    for (int64_t m = 0; m < 14; ++m) {
      const int64_t e = 4 - m - std::min<int64_t>(m, 1);
      for (const int64_t far : {0, 2, 5}) {
        const std::string at = absl::StrCat("N=", n, " e=", e, " far=", far);
        known += Check(Length("far", "e", far, n, m), SliceLength(n, far, e, step), at);
        known += Check(Length("e", "far", far, n, m), SliceLength(n, e, far, step), at);
      }
    }
  }
  EXPECT_GE(known, 7 * 14 * 3);
}

INSTANTIATE_TEST_SUITE_P(Steps, SliceBySign, testing::Values(1, 2, -1, -2));

}  // namespace
}  // namespace shapewright::inference
