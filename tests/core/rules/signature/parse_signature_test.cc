#include "core/rules/signature/parse_signature.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "absl/strings/str_cat.h"
#include "absl/types/span.h"

namespace shapewright::rules {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

struct Refusal {
  std::string text;
  std::string message;
};

void CheckAll(absl::Span<const Refusal> refusals) {
  for (const Refusal& refusal : refusals) {
    const auto signature = ParseSignature(refusal.text);
    ASSERT_FALSE(signature.ok()) << refusal.text;
    EXPECT_EQ(signature.status().code(), absl::StatusCode::kInvalidArgument);
    EXPECT_THAT(std::string(signature.status().message()), HasSubstr(refusal.message))
        << refusal.text;
  }
}

TEST(ParseSignature, SaysWhereACostIsWrong) {
  const Refusal refusals[] = {
      {"(x: T[N]) -> T[N] cost macs = N",
       "column 24: expected mac, alu, div, sqrt or special, found \"macs = N\""},
      {"(x: T[N]) -> T[N] cost mac", "column 27: expected \"=\", found the end"},
      {"(x: T[N]) -> T[N] cost mac =", "column 29: expected a number, a name"},
      {"(x: T[N]) -> T[N] cost mac = N, mac = 2", "column 33: the cost says mac twice"},
      {"(x: T[N]) -> T[N] cost mac = N, ", "column 33: expected mac, alu, div, sqrt or special"},
      {"(x: T[N]) -> T[N] where N <= 8, cost mac = M", "column 44: nothing says what \"M\" is"},
      {"(x: T[N]) -> T[N] cost mac = 3, N <= 8", "column 33: expected mac, alu, div, sqrt or"},
      {"(x: T[N]) -> T[N] cost mac = size(y)", "column 35: no operand and no result is called y"},
      {"(x: T[N]) -> x: T[N] cost mac = size(x)", "column 38: an operand and a result are called"},
      {"(x: T[N]) -> T[N] cost mac = size(*b)", "column 35: no operand says what *b is"},
      {"(x...: T[*b]) -> T[] cost mac = size(*b)", "column 38: *b is another one for each occurr"},
      {"(x...: T[N]) -> T[] cost mac = N", "column 32: N is another one for each occurrence of x"},
      {"(x: T[N]) -> T[size(x)]", "column 21: only costs speak of size(x)"},
  };
  CheckAll(refusals);
}

TEST(ParseSignature, SaysWhereATextIsWrong) {
  const Refusal refusals[] = {
      {"", "column 1: expected \"(\", found the end"},
      {"(x T[N]) -> T[N]", "column 4: expected \":\", found \"T[N]) -> T[N]\""},
      {"(x: T[N]", "column 9: expected \",\" or \")\", found the end"},
      {"(x: T[N]) T[N]", "column 11: expected \"->\", found \"T[N]\""},
      {"(x: T[N]) -> T[N", "column 17: expected \",\" or \"]\", found the end"},
      {"(x: T[N]) -> T[N] with",
       "column 19: expected \"where\", \"cost\" or the end, found \"with\""},
      {"(x: T[N +]) -> T[N]", "column 10: expected a number, a name or \"(\", found the end"},
      {"(x: flaot32[N]) -> T[N]", "column 5: \"flaot32\" is not an element type"},
      {"(x: T[N]) -> U[N]", "column 14: no operand says what U is"},
      {"(x: T[N]) -> T[M]", "column 16: nothing says what \"M\" is"},
      {"(x: T[N]) -> T[N, 2*M + 1]", "column 21: nothing says what \"M\" is"},
      {"(x: T[N]) -> T[*b]", "column 16: no operand says what *b is"},
      {"(x: T[N]) -> T[broadcast(*b)]", "column 16: no operand says what *b is"},
      {"(x: T[N]) -> T[N] where M <= N", "column 25: nothing says what \"M\" is"},
      {"(x: T[N]) -> T[L] where L = K", "column 29: nothing says what \"K\" is"},
      {"(x: T[*a, *b]) -> T[*a]", "column 11: a shape has one \"*\" at most"},
      {"(x: T[A + B]) -> T[3]", "column 7: the equation has two open variables, A and B"},
      {"(x: T[1..8]) -> T[3]", "column 7: only a dim of a result is a range"},
      {"(x: T[*@n]) -> T[3]", "column 7: only a result has a number of dims like this"},
      {"(x: @to[N]) -> T[3]", "column 5: only a result has the element type of an attribute"},
      {"(x: T[N], x: T[N]) -> T[3]", "column 11: an earlier operand has this name"},
      {"(x...: T[N], y: T[N]) -> T[3]", "column 14: no operand stands behind one that is given"},
      {"(x...: T[N]) -> T[N]", "column 19: N is another one for each occurrence of x; sum(x.N)"},
      {"(x...: T[N]) -> T[x.N]", "column 19: x.N is another one for each occurrence; sum(x.N)"},
      {"(x...: T[*s]) -> T[*s]", "column 20: *s is another one for each occurrence; broadcast(*s)"},
      {"(x: T[N]) -> T[x.count]", "column 16: no operand is given any number of times as x.count"},
      {"(x: T[N]) -> T[sum(x.N)]",
       "column 20: \"x.N\" is not a dim of an operand that is given any"},
      {"(x: T[N]) -> T[has(y)]", "column 20: no operand is called y"},
      {"(x: T[N]) -> T[x[0]]", "column 16: no operand's elements are called x: write `x: int64[R]"},
      {"(x: T[N]) -> T[? + 1]", "column 16: ? stands for a whole dim"},
      {"(x: T[N]) -> T[@k + @k[0]]", "column 21: the attribute k is not a list"},
      {"(x: T[N], @k = 1) -> T[len(@k)]", "column 28: the attribute k is not a list"},
      {"(x: T[N], @to = []) -> @to[N]", "column 24: the number of an element type is not a list"},
      {"(x: T[N], @k = a) -> T[N]", "column 16: expected an integer of 64 bits"},
      {"(x: T[N]) -> T[N] where U in {bool}", "column 31: expected an integer"},
      {"(x: T[N]) -> T[N] where T in {bool", "column 35: expected \"}\", found the end"},
      {"(x: T[N]) -> T[N] where N", "column 25: expected a relation"},
      {"(x: T[N]) -> T[N] where N <", "column 28: expected a number, a name or \"(\""},
      {"(x: T[N]) -> T[N] where cost = 3, cost = 4, dear <= 1", "column 45: nothing says what"},
      {"(x: T[f32(N)]) -> T[N]", "column 7: the result is a floating-point number"},
      {"(a: T[N], v: int64[R] = v, w: int64[R] = v) -> T[N]", "two operands have one name"},
  };
  CheckAll(refusals);
}

TEST(ParseSignature, HasLimits) {
  EXPECT_THAT(
      std::string(ParseSignature(std::string(kMaxSignatureBytes + 1, ' ')).status().message()),
      StartsWith("the signature has more than 16384 bytes"));
  std::string operands;
  for (size_t i = 0; i <= kMaxSignatureOperands; ++i) {
    absl::StrAppend(&operands, i == 0 ? "" : ", ", "x", i, ": T[]");
  }
  EXPECT_THAT(
      std::string(ParseSignature(absl::StrCat("(", operands, ") -> T[]")).status().message()),
      HasSubstr("more than 64 operands"));
  std::string sum = "N";
  for (size_t i = 0; 2 * i <= kMaxSignatureSteps; ++i) absl::StrAppend(&sum, " + N");
  EXPECT_THAT(
      std::string(ParseSignature(absl::StrCat("(x: T[N]) -> T[", sum, "]")).status().message()),
      HasSubstr("types and formulas have more than 512 parts"));
  std::string nested = "T[N]";
  for (size_t i = 0; i <= kMaxSignatureNesting; ++i) nested = absl::StrCat("seq(", nested, ")");
  EXPECT_THAT(
      std::string(ParseSignature(absl::StrCat("(x: ", nested, ") -> T[N]")).status().message()),
      HasSubstr("types are nested too deeply"));
}

TEST(ParseSignature, CountsItsWork) {
  Work work(100);
  const auto signature =
      ParseSignature("(x: T[A, B, C, D, E, F, G, H, I, J, K, L]) -> T[A, B, C]", &work);
  EXPECT_EQ(signature.status().code(), absl::StatusCode::kResourceExhausted);
}

}  // namespace
}  // namespace shapewright::rules
