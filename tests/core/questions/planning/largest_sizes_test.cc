// The largest sizes within a budget. Expected values by hand, and by evaluating every value of a
// small range.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "shapewright/v1/plan.pb.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::questions {
namespace {

using LargestAnswer = v1::FindLargestSizesResponse;

constexpr char kRow[] = R"(
  input x: float32[N, S]
  a = Relu(x)
  output a
)";
constexpr char kConvolvedOnce[] = R"(
  input x: float32[1, 1, H, W]
  input k: float32[1, 1, 3, 3]
  a = Conv(x, k) strides=[2, 2]
  output a
)";
// N has to be a multiple of 8.
constexpr char kRowsOfEight[] = R"(
  input x: float32[N]
  const shape: int64[2] = -1 8
  a = Reshape(x, shape)
  output a
)";

v1::FindLargestSizesRequest AskedLargest(absl::string_view model, const std::string& rest) {
  return RequestOf<v1::FindLargestSizesRequest>(model, rest);
}

LargestAnswer LargestOf(absl::string_view model, const std::string& rest) {
  return AnswerOf<LargestAnswer>(AskedLargest(model, rest));
}

// "N<=135 prefix 135 BUDGET EXACT amount 3 next 136"
std::string ToldLargest(const LargestAnswer& answer) {
  std::string text = answer.has_largest() ? absl::StrCat(answer.largest()) : "none";
  if (answer.has_largest_prefix() && answer.largest_prefix() != answer.largest()) {
    absl::StrAppend(&text, " prefix ", answer.largest_prefix());
  }
  absl::StrAppend(&text, " ", LargestAnswer::Limit_Name(answer.limit()).substr(6));
  if (answer.certificate() != LargestAnswer::CERTIFICATE_EXACT) {
    absl::StrAppend(&text, " ", LargestAnswer::Certificate_Name(answer.certificate()).substr(12));
  }
  if (answer.has_next()) {
    const auto& symbols = answer.next().binding().symbols();
    absl::StrAppend(&text, " next ", symbols[symbols.size() - 1].size());
  }
  return text;
}

// The example of S47.
TEST(S47Largest, OfAnExpression) {
  const auto answer = LargestOf(kRow, R"pb(
    symbols { symbol: 'N' least: 1 greatest: 1048576 }
    budget {
      quantity { expression: '98328 + N*(1536*S + 109*S*S)' }
      amount: 268435456
    }
    binding { symbols { symbol: 'S' size: 128 } })pb");
  EXPECT_EQ(ToldLargest(answer), "135 BUDGET next 136");
  EXPECT_EQ(answer.point().amount(), 267'730'968);
  EXPECT_EQ(answer.next().amount(), 269'713'432);
  EXPECT_EQ(answer.largest_prefix(), 135);
  EXPECT_EQ(answer.point().evaluation().verdict(), v1::Evaluation::VERDICT_VALID);
}

TEST(S47Largest, OfBytesElementsAndMemory) {
  const std::string bound = "symbols { symbol: 'N' } binding { symbols { symbol: 'S' size: 10 } } ";
  EXPECT_EQ(
      ToldLargest(LargestOf(kRow, bound + "budget { quantity { bytes_of: 'a' } amount: 4000 }")),
      "100 BUDGET next 101");
  EXPECT_EQ(
      ToldLargest(LargestOf(kRow, bound + "budget { quantity { elements_of: 'x' } amount: 4000 }")),
      "400 BUDGET next 401");
  EXPECT_EQ(
      ToldLargest(LargestOf(
          kRow, bound + "budget { quantity { memory: MEMORY_QUANTITY_OUTPUTS } amount: 4000 }")),
      "100 BUDGET next 101");
  // An input and an output.
  EXPECT_EQ(ToldLargest(LargestOf(kRow, bound + "budget { amount: 4000 }")), "50 BUDGET next 51");
}

TEST(S47Largest, TellsWhatStandsInTheWay) {
  const std::string bytes =
      "budget { quantity { bytes_of: 'a' } amount: 4000 } symbols { symbol: 'N' ";
  EXPECT_EQ(ToldLargest(LargestOf(kRowsOfEight, bytes + "greatest: 100 }")), "96 FACT next 97");
  EXPECT_EQ(ToldLargest(LargestOf(kRowsOfEight, bytes + "greatest: 96 }")), "96 RANGE");
  EXPECT_EQ(ToldLargest(LargestOf(kRowsOfEight, bytes + "}")), "1000 BUDGET next 1008");
  EXPECT_EQ(ToldLargest(LargestOf(kRowsOfEight, bytes + "least: 2000 }")), "none BUDGET");
  EXPECT_EQ(ToldLargest(LargestOf(kRowsOfEight, bytes + "least: 97 greatest: 103 }")), "none FACT");
  // With a premise the values between are none of the symbol's.
  EXPECT_EQ(ToldLargest(LargestOf(
                kRowsOfEight, "model { premises: 'mod(N, 8) = 0' } " + bytes + "greatest: 100 }")),
            "96 RANGE");
}

// Amounts beyond 64 bits do not fit. Expected: budget / bytes of an element, rounded down.
TEST(S47Largest, AtTheEndOfSixtyFourBits) {
  constexpr int64_t kMost = (uint64_t{1} << 63) - 2;
  const auto largest = [](absl::string_view type, const char* quantity, int64_t amount) {
    return LargestOf(absl::StrCat("input x: ", type, "[N, M]\n y = Identity(x)\n output y"),
                     absl::StrCat("symbols { symbol: 'N' } binding { symbols { symbol: 'M' size: 1 "
                                  "} } budget { quantity { ",
                                  quantity, " } amount: ", amount, " }"));
  };
  const auto expect = [](const LargestAnswer& answer, int64_t size) {
    EXPECT_EQ(LargestAnswer::Certificate_Name(answer.certificate()), "CERTIFICATE_EXACT");
    EXPECT_EQ(answer.largest(), size);
  };
  for (const int64_t amount : {int64_t{1} << 60, int64_t{1} << 62, kMost}) {
    expect(largest("float32", "bytes_of: 'y'", amount), amount / 4);
    expect(largest("float64", "bytes_of: 'y'", amount), amount / 8);
    if (amount < kMost) expect(largest("int8", "bytes_of: 'y'", amount), amount);
  }
  expect(largest("int8", "elements_of: 'y'", int64_t{1} << 62), int64_t{1} << 62);
  expect(largest("float32", "memory: MEMORY_QUANTITY_OUTPUTS", int64_t{1} << 62), int64_t{1} << 60);
  expect(largest("float32", "memory: MEMORY_QUANTITY_TOTAL", kMost), kMost / 8);
  expect(largest("float32", "expression: '4*N'", int64_t{1} << 62), int64_t{1} << 60);
}

TEST(S47Largest, MayHaveNoEnd) {
  const auto answer = LargestOf(
      "input x: float32[N]\n input y: float32[M]\n a = Relu(x)\n b = Relu(y)\n output a\n output b",
      R"pb(symbols { symbol: 'N' }
           budget {
             quantity { bytes_of: 'b' }
             amount: 4000
           }
           binding { symbols { symbol: 'M' size: 1000 } })pb");
  EXPECT_EQ(ToldLargest(answer), "none NONE");
}

// A window of 3: below 3 nothing is valid.
TEST(S47Largest, LeavesOutWhatFails) {
  const std::string rest = "binding { symbols { symbol: 'W' size: 9 } } symbols { symbol: 'H' ";
  EXPECT_EQ(
      ToldLargest(LargestOf(
          kConvolvedOnce, rest + "greatest: 2 } budget { quantity { bytes_of: 'a' } amount: 99 }")),
      "none FACT");
  // 4 columns of 4 bytes each.
  EXPECT_EQ(ToldLargest(LargestOf(kConvolvedOnce,
                                  rest + "} budget { quantity { bytes_of: 'a' } amount: 100 }")),
            "14 BUDGET next 15");
}

// That N is at least 1 is assumed, as Reshape takes 0 for the size of its operand: 0 is looked at
// by itself.
TEST(S47Largest, BesideAnAssumption) {
  const std::string model = R"(
    input x: float32[N, 4]
    input z: float32[4, N]
    s = Shape(x)
    b = Reshape(z, s)
    output b
  )";
  EXPECT_EQ(ToldLargest(LargestOf(model,
                                  "symbols { symbol: 'N' } budget { quantity { bytes_of: "
                                  "'b' } amount: 1600 }")),
            "100 BUDGET next 101");
}

TEST(S47Largest, OfWhatFallsOrGoesUpAndDown) {
  const std::string model = "input x: float32[N]\n a = Relu(x)\n output a";
  const auto of = [&](const std::string& expression, int budget) {
    return ToldLargest(
        LargestOf(model, absl::StrCat("symbols { symbol: 'N' greatest: 100 } budget { quantity { ",
                                      "expression: '", expression, "' } amount: ", budget, " }")));
  };
  EXPECT_EQ(of("100 - N", 40), "100 RANGE");
  EXPECT_EQ(of("mod(N, 7)", 2), "100 prefix 2 RANGE");
  EXPECT_EQ(of("(N - 50)*(N - 50)", 16), "54 BUDGET next 55");
  EXPECT_EQ(of("mod(N, 7) + N", 60), "58 prefix 54 BUDGET next 59");
}

TEST(S47Largest, RefusesWhatMakesNoSense) {
  const auto field = [](const std::string& rest) { return FieldOfError(AskedLargest(kRow, rest)); };
  EXPECT_EQ(field(""), "symbols");
  EXPECT_EQ(field("symbols { symbol: 'M' }"), "symbols[0].symbol");
  EXPECT_EQ(field("symbols { symbol: 'N' } symbols { symbol: 'N' }"), "symbols[1].symbol");
  EXPECT_EQ(field("symbols { symbol: 'N' least: -1 }"), "symbols[0].least");
  EXPECT_EQ(field("symbols { symbol: 'N' least: 3 greatest: 2 }"), "symbols[0].least");
  EXPECT_EQ(field("symbols { symbol: 'N' } budget { amount: -1 }"), "budget.amount");
  EXPECT_EQ(field("symbols { symbol: 'N' } budget { quantity { bytes_of: 'b' } }"),
            "budget.quantity.bytes_of");
  EXPECT_EQ(field("symbols { symbol: 'N' } budget { quantity { expression: 'N*M' } }"),
            "budget.quantity.expression");
  EXPECT_EQ(field("symbols { symbol: 'N' } budget { quantity { expression: 'N*' } }"),
            "budget.quantity.expression");
  EXPECT_EQ(field("symbols { symbol: 'N' } binding { symbols { symbol: 'N' size: 3 } }"),
            "binding");
  EXPECT_EQ(field("symbols { symbol: 'N' } binding { inputs { name: 'x' sizes: [3, 4] } }"),
            "binding");
  EXPECT_EQ(field("symbols { symbol: 'N' } binding { inputs { name: 'y' } }"),
            "binding.inputs[0].name");
  EXPECT_EQ(field("symbols { symbol: 'N' } memory { alignment_bytes: 3 }"),
            "memory.alignment_bytes");
  // S is not bound, and the amount depends on it.
  EXPECT_EQ(field("symbols { symbol: 'N' } budget { quantity { bytes_of: 'a' } }"), "binding");
}

// What ends a search by force is no guess.
TEST(S47Largest, TellsBoundsWhereTheSearchEnds) {
  const auto answer = LargestOf("input x: float32[N]\n a = Relu(x)\n output a", R"pb(
    symbols { symbol: 'N' }
    budget {
      quantity { expression: 'mod(N*N, 1000003) + 1000000' }
      amount: 1000000
    })pb");
  EXPECT_EQ(answer.certificate(), LargestAnswer::CERTIFICATE_BOUNDED);
  EXPECT_FALSE(answer.has_largest());
  EXPECT_EQ(answer.at_least(), 0);
  EXPECT_EQ(answer.point().amount(), 1'000'000);
}

}  // namespace
}  // namespace shapewright::questions
