// What a binding is held to besides the facts of the model. Expected values by hand, unless a test
// says otherwise.
#include "core/questions/binding/violations.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

// Oracle: the premise itself, tried at each size.
TEST(Violations, ABindingIsHeldToThePremises) {
  constexpr char kPool[] = R"(
    input x: float32[N, 3, M, 10]
    a = MaxPool(x) kernel_shape=[3, 3]
    output a
  )";
  struct Row {
    absl::string_view premises;
    bool (*holds)(int64_t n);
  };
  constexpr Row kRows[] = {
      {"'N = 8'", [](int64_t n) { return n == 8; }},
      {"'N in {8}'", [](int64_t n) { return n == 8; }},
      {"'8 <= N <= 8'", [](int64_t n) { return n == 8; }},
      {"'8 <= N', 'N <= 8'", [](int64_t n) { return n == 8; }},
      {"'N in {4, 8}', 'N <= 7'", [](int64_t n) { return n == 4; }},
      {"'N + 3 = 7'", [](int64_t n) { return n == 4; }},
      {"'2 <= N <= 5'", [](int64_t n) { return 2 <= n && n <= 5; }},
      {"'mod(N, 4) = 0'", [](int64_t n) { return n % 4 == 0; }},
      {"'N in {1, 8}'", [](int64_t n) { return n == 1 || n == 8; }},
      {"'N in {0, 3, 4, 8, 9}', 'mod(N, 4) = 0'",
       [](int64_t n) { return n == 0 || n == 4 || n == 8; }},
      {"'N in {1, 2, 8}', '2 * N >= 3'", [](int64_t n) { return n == 2 || n == 8; }},
  };
  for (const Row& row : kRows) {
    // With a fact of the model beside the premise, and without.
    for (const absl::string_view model : {kPool, kConcatAndRelu}) {
      const bool is_pool = model == kPool;
      std::string rest = absl::StrCat("model { premises: [", row.premises, "] }");
      for (int n = 0; n < 13; ++n) {
        absl::StrAppend(&rest, "bindings { inputs { name: 'x' sizes: [", n,
                        is_pool ? ", 3, 7, 10" : ", 4", "] } }");
      }
      const auto answer = Evaluated(model, rest);
      ASSERT_EQ(answer.evaluations_size(), 13);
      for (int n = 0; n < 13; ++n) {
        const v1::Evaluation& evaluation = answer.evaluations(n);
        EXPECT_EQ(evaluation.verdict() == v1::Evaluation::VERDICT_VALID, row.holds(n))
            << row.premises << " " << n << " " << evaluation.ShortDebugString();
        EXPECT_EQ(evaluation.violations().empty(), row.holds(n)) << row.premises << " " << n;
      }
    }
  }
}

TEST(Violations, ABindingIsHeldToTheRangeOfANamedDim) {
  const auto answer = Evaluated(kConcatAndRelu, R"pb(
    model {
      input_types {
        name: "x"
        type {
          tensor {
            element_type: ELEMENT_TYPE_FLOAT
            shape {
              dims {
                expr: "N"
                range { min: 2 max: 4 }
              }
              dims { size: 4 }
            }
          }
        }
      }
    }
    bindings { symbols { symbol: 'N' size: 1 } }
    bindings { symbols { symbol: 'N' size: 2 } }
    bindings {
      inputs {
        name: 'x'
        sizes: [ 4, 4 ]
      }
    }
    bindings {
      inputs {
        name: 'x'
        sizes: [ 5, 4 ]
      }
    }
  )pb");
  ASSERT_EQ(answer.evaluations_size(), 4);
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(answer.evaluations(2).verdict(), v1::Evaluation::VERDICT_VALID);
  EXPECT_EQ(answer.evaluations(3).verdict(), v1::Evaluation::VERDICT_INVALID);
}

// The bound of an unknown holds of what is computed, not of what is given.
TEST(Violations, AnUnknownThatIsGivenIsHeldToItsBound) {
  constexpr char kNonZero[] = "input x: float32[N]\n y = NonZero(x)\n output y";
  const auto answer = Evaluated(kNonZero, R"pb(
    bindings { symbols { symbol: "?1" size: 99 } }
    bindings {
      symbols { symbol: "?1" size: 99 }
      symbols { symbol: "N" size: 98 }
    }
    bindings {
      symbols { symbol: "?1" size: 99 }
      symbols { symbol: "N" size: 99 }
    }
  )pb");
  EXPECT_EQ(answer.evaluations(0).verdict(), v1::Evaluation::VERDICT_OPEN);
  EXPECT_EQ(answer.evaluations(1).verdict(), v1::Evaluation::VERDICT_INVALID);
  EXPECT_EQ(answer.evaluations(2).verdict(), v1::Evaluation::VERDICT_VALID);
}

}  // namespace
}  // namespace shapewright::questions
