// Sets of cases: S33 of docs/semantics.md. Oracle: the cases one by one.
#include "core/rules/state/case_set.h"

#include <gtest/gtest.h>

#include <random>

namespace shapewright::rules {
namespace {

constexpr int kCases = 1 << CaseSet::kMaxConditions;

CaseSet Only(int number) {
  CaseSet set = CaseSet::All();
  for (int i = 0; i < CaseSet::kMaxConditions; ++i) {
    set = set & CaseSet::Where(i, ((number >> i) & 1) != 0);
  }
  return set;
}

bool Contains(const CaseSet& set, int number) { return !(set & Only(number)).IsEmpty(); }

TEST(S33CaseSet, HoldsTheCasesInWhichAConditionHolds) {
  for (int i = 0; i < CaseSet::kMaxConditions; ++i) {
    for (int number = 0; number < kCases; ++number) {
      const bool holds = ((number >> i) & 1) != 0;
      EXPECT_EQ(Contains(CaseSet::Where(i, true), number), holds);
      EXPECT_EQ(Contains(CaseSet::Where(i, false), number), !holds);
    }
  }
}

TEST(S33CaseSet, GivenAConditionNoLongerDependsOnIt) {
  std::mt19937 random(7);
  CaseSet set;
  for (int i = 0; i < kCases / 2; ++i) {
    set = set | Only(static_cast<int>(random() % kCases));
  }
  for (int i = 0; i < CaseSet::kMaxConditions; ++i) {
    for (const bool holds : {false, true}) {
      const CaseSet given = set.Given(i, holds);
      for (int number = 0; number < kCases; ++number) {
        const int so = holds ? number | (1 << i) : number & ~(1 << i);
        EXPECT_EQ(Contains(given, number), Contains(set, so)) << i << holds << number;
      }
    }
  }
}

}  // namespace
}  // namespace shapewright::rules
