#include "core/inference/given/premises.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/base/work.h"
#include "core/graph/read_error.h"
#include "tests/core/inference/support/requests.h"

namespace shapewright::inference {
namespace {

using symbolic::Interval;
using testing::ElementsAre;
using testing::HasSubstr;
using Texts = std::vector<std::string>;

absl::Status Read(const Texts& texts, Given& given) {
  google::protobuf::RepeatedPtrField<std::string> premises(texts.begin(), texts.end());
  Work work;
  return ReadPremises(premises, &work, &given);
}

// What the premises say of their only symbol, N.
class OfN {
 public:
  explicit OfN(const Texts& texts) : status_(Read(texts, given_)) {
    EXPECT_TRUE(status_.ok()) << status_;
    EXPECT_EQ(given_.symbols.size(), 1);
    EXPECT_EQ(given_.symbols.front().name, "N");
  }

  const Given::Symbol& operator*() const { return given_.symbols.front(); }
  const Given::Symbol* operator->() const { return &given_.symbols.front(); }

 private:
  Given given_;
  absl::Status status_;
};

// The path of the premise that is to blame.
std::string Blamed(const Texts& texts) {
  Given given;
  const absl::Status status = Read(texts, given);
  EXPECT_TRUE(absl::IsInvalidArgument(status)) << status;
  EXPECT_EQ(status.GetPayload(graph::kReasonPayload), "MALFORMED_PREMISE");
  return graph::FieldOf(status);
}

TEST(Premises, AreRanges) {
  EXPECT_EQ(OfN({"1 <= N <= 32"})->bounds, (Interval{1, 32}));
  EXPECT_EQ(OfN({"0 < N < 33"})->bounds, (Interval{1, 32}));
  EXPECT_EQ(OfN({"32 >= N"})->bounds, Interval::AtMost(32));
  EXPECT_EQ(OfN({"N > -3"})->bounds, Interval::AtLeast(-2));
  EXPECT_EQ(OfN({"N = 8"})->bounds, Interval::Point(8));
  EXPECT_EQ(OfN({"8 == N"})->bounds, Interval::Point(8));
  EXPECT_EQ(OfN({"2*N + 1 <= 8"})->bounds, Interval::AtMost(3));
  EXPECT_EQ(OfN({"-2*N <= -3"})->bounds, Interval::AtLeast(2));
  EXPECT_EQ(OfN({"3*N = 12"})->bounds, Interval::Point(4));
  EXPECT_EQ(OfN({"N <= 9223372036854775806"})->bounds, Interval::AtMost(INT64_MAX - 1));
}

TEST(Premises, AreDivisors) {
  EXPECT_EQ(OfN({"mod(N, 8) = 0"})->divisor, 8);
  EXPECT_EQ(OfN({"mod(N, 6) = 0", "mod(N, 4) = 0"})->divisor, 12);
  EXPECT_EQ(OfN({"mod(N, 6) = 0", "4 <= N <= 9"})->bounds, (Interval{4, 9}));
}

TEST(Premises, AreLists) {
  const OfN list({"N in {16, 4, 8, 4}"});
  EXPECT_THAT(list->allowed, ElementsAre(4, 8, 16));
  EXPECT_EQ(list->bounds, (Interval{4, 16}));
  EXPECT_EQ(OfN({"N in {7}"})->bounds, Interval::Point(7));
}

TEST(Premises, AboutOneSymbolHoldTogether) {
  const OfN all(
      {"N in {1, 4, 6, 12, 24, 30}", "N >= 2", "mod(N, 4) = 0", "N in {4, 12, 24, 40}", "N < 24"});
  EXPECT_THAT(all->allowed, ElementsAre(4, 12));
  EXPECT_EQ(all->bounds, (Interval{4, 12}));
  EXPECT_EQ(all->divisor, 4);
  EXPECT_EQ(all->premise, 4);
}

TEST(Premises, OfSeveralSymbolsStandApart) {
  Given given;
  ASSERT_TRUE(
      Read({"1 <= N <= 8", "`a b` = 3", "x[0] >= -5", "x[] = 1", "?1 <= 4", "`N@2` = 2"}, given)
          .ok());
  std::vector<std::string> names;
  for (const Given::Symbol& symbol : given.symbols) names.emplace_back(symbol.name);
  EXPECT_THAT(names, ElementsAre("N", "a b", "x[0]", "x[]", "?1", "N@2"));
  EXPECT_EQ(given.FindSymbol("x[0]")->bounds, Interval::AtLeast(-5));
}

// Oracle: tries each value of N against each subset of premises.
TEST(Premises, LeaveWhatEachOfThemLeaves) {
  const Texts pool = {"N >= 3",        "N <= 17",       "2*N <= 23",          "1 < N",
                      "mod(N, 2) = 0", "mod(N, 3) = 0", "N in {2, 5, 6, 12}", "N in {6, 7, 12, 18}",
                      "0 <= N <= 12"};
  const auto holds = [](size_t premise, int64_t n) {
    switch (premise) {
      case 0:
        return n >= 3;
      case 1:
        return n <= 17;
      case 2:
        return 2 * n <= 23;
      case 3:
        return 1 < n;
      case 4:
        return n % 2 == 0;
      case 5:
        return n % 3 == 0;
      case 6:
        return n == 2 || n == 5 || n == 6 || n == 12;
      case 7:
        return n == 6 || n == 7 || n == 12 || n == 18;
      default:
        return 0 <= n && n <= 12;
    }
  };
  for (unsigned chosen = 1; chosen < 1u << pool.size(); ++chosen) {
    Texts texts;
    for (size_t i = 0; i < pool.size(); ++i) {
      if ((chosen >> i & 1) != 0) texts.push_back(pool[i]);
    }
    const OfN read(texts);
    for (int64_t n = -2; n <= 20; ++n) {
      bool is_left = true;
      for (size_t i = 0; i < pool.size(); ++i) {
        is_left &= (chosen >> i & 1) == 0 || holds(i, n);
      }
      const auto& allowed = read->allowed;
      const bool is_listed =
          allowed.empty() || std::binary_search(allowed.begin(), allowed.end(), n);
      EXPECT_EQ(read->bounds.Contains(n) && n % read->divisor == 0 && is_listed, is_left)
          << absl::StrCat(chosen, " ", n);
    }
  }
}

TEST(Premises, ThatLeaveNoValueAreRefused) {
  EXPECT_EQ(Blamed({"N >= 2", "N <= 1"}), "premises[1]");
  EXPECT_EQ(Blamed({"2*N = 3"}), "premises[0]");
  EXPECT_EQ(Blamed({"N = 8", "N = 9"}), "premises[1]");
  EXPECT_EQ(Blamed({"9 <= N <= 15", "mod(N, 8) = 0"}), "premises[1]");
  EXPECT_EQ(Blamed({"mod(N, 8) = 0", "9 <= N <= 15"}), "premises[1]");
  EXPECT_EQ(Blamed({"N in {2, 8}", "3 <= N <= 7"}), "premises[1]");
  EXPECT_EQ(Blamed({"3 <= N <= 7", "N in {2, 8}"}), "premises[1]");
  EXPECT_EQ(Blamed({"N in {2, 8}", "N in {3, 9}"}), "premises[1]");
  EXPECT_EQ(Blamed({"N in {3, 9}", "mod(N, 2) = 0"}), "premises[1]");
  EXPECT_EQ(Blamed({"N >= 1", "mod(N, 4611686018427387904) = 0", "mod(N, 3) = 0"}), "premises[2]");
}

// Their least common multiple exceeds 64 bits, so only 0 is a multiple of both.
TEST(Premises, OfDivisorsWithoutACommonMultipleLeaveZero) {
  EXPECT_EQ(OfN({"mod(N, 4611686018427387904) = 0", "mod(N, 3) = 0"})->bounds, Interval::Point(0));
}

// Learnt when the symbols of the model are known: see learn_premises_test.cc.
TEST(Premises, OtherRelationsAreKept) {
  for (const char* text :
       {"N = M", "N <= 2*M", "N != 8", "broadcastable(N, 4)", "N*N <= 16", "N//M <= 8",
        "N + M in {1, 2}", "mod(N + M, 2) = 0", "mod(N, 2) = 1", "min(N, 8) = 4"}) {
    Given given;
    const absl::Status status = Read({"N >= 1", text}, given);
    ASSERT_TRUE(status.ok()) << status;
    ASSERT_EQ(given.relations.size(), 1) << text;
    EXPECT_EQ(given.relations[0].text, text);
    EXPECT_EQ(given.relations[0].premise, 1);
    EXPECT_EQ(given.relations[0].reason, "premises[1]");
  }
  Given given;
  ASSERT_TRUE(Read({"1 <= N <= M <= 8"}, given).ok());
  ASSERT_EQ(given.relations.size(), 1);
  EXPECT_EQ(given.relations[0].places, std::vector<size_t>{1});
  EXPECT_EQ(given.FindSymbol("M")->bounds, Interval::AtMost(8));
}

TEST(Premises, AboutNoSymbolAreRefused) {
  for (const char* text : {"1 <= 2", "8 <= 8", "2 in {1, 2}"}) {
    EXPECT_EQ(Blamed({"N >= 1", text}), "premises[1]") << text;
  }
}

TEST(Premises, AListForAnExpressionIsShort) {
  std::string list = "N + M in {0";
  for (int i = 1; i < 64; ++i) absl::StrAppend(&list, ", ", i);
  Given given;
  EXPECT_TRUE(Read({absl::StrCat(list, "}")}, given).ok());
  EXPECT_EQ(Blamed({absl::StrCat(list, ", 64}")}), "premises[0]");
}

TEST(Premises, ThatAreNoRelationsAreRefused) {
  for (const char* text : {"", "N", "N <=", "N in {}", "N in {a}", "<= 8", "? <= 8", "2..8",
                           "f32(N) <= f32(8)", "N <= 99999999999999999999", "mod(N, 0) = 0"}) {
    EXPECT_EQ(Blamed({text}), "premises[0]") << text;
  }
}

TEST(Premises, AreCounted) {
  Given given;
  google::protobuf::RepeatedPtrField<std::string> premises;
  for (int i = 0; i < 1000; ++i) *premises.Add() = absl::StrCat("N", i, " <= 8");
  Work work(1000);
  EXPECT_TRUE(absl::IsResourceExhausted(ReadPremises(premises, &work, &given)));
}

// Facts of answers that are about one symbol at a time can be sent back. Oracle: the relation
// itself at each size.
TEST(Premises, OfSeveralSymbolsWhereEachIsHeldToItsOwn) {
  struct Row {
    absl::string_view premise;
    bool (*holds)(int64_t n, int64_t m);
  };
  constexpr Row kRows[] = {
      {"2 <= min(N, M)", [](int64_t n, int64_t m) { return 2 <= std::min(n, m); }},
      {"max(N, 2*M) <= 6", [](int64_t n, int64_t m) { return std::max(n, 2 * m) <= 6; }},
      {"2 <= N//3", [](int64_t n, int64_t) { return 2 <= n / 3; }},
      {"M//3 <= 1", [](int64_t, int64_t m) { return m / 3 <= 1; }},
      {"1 <= min(N//2, M + 1)", [](int64_t n, int64_t m) { return 1 <= std::min(n / 2, m + 1); }},
      {"N = N", [](int64_t, int64_t) { return true; }},
  };
  for (const Row& row : kRows) {
    std::string rest = absl::StrCat("model { premises: '", row.premise, "' }");
    for (int n = 0; n < 9; ++n) {
      for (int m = 0; m < 9; ++m) {
        absl::StrAppend(&rest, "bindings { inputs { name: 'x' sizes: [", n, ", ", m, "] } }");
      }
    }
    const auto answer = Evaluated("input x: float32[N, M]\n a = Relu(x)\n output a", rest);
    ASSERT_EQ(answer.evaluations_size(), 81);
    for (int i = 0; i < 81; ++i) {
      EXPECT_EQ(answer.evaluations(i).verdict() == v1::Evaluation::VERDICT_VALID,
                row.holds(i / 9, i % 9))
          << row.premise << " " << i / 9 << " " << i % 9;
    }
  }
}

}  // namespace
}  // namespace shapewright::inference
