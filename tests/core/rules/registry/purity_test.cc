// S70: which operators may give different results for equal operands.
#include "core/rules/registry/purity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "core/rules/registry/registry.h"

namespace shapewright::rules {
namespace {

// Operators of StableHLO that draw numbers, or get values from elsewhere.
bool IsOfTheOutside(const OperatorRow& row) {
  // Of HLO text all whose results nothing but their types tells.
  const bool is_told = row.summary == "the declared types" && row.name != "after-all";
  if (row.domain == "hlo") return row.name == "custom-call" || is_told;
  constexpr absl::string_view kNames[] = {"async_done", "async_start", "custom_call",
                                          "infeed",     "recv",        "rng"};
  return row.domain == "stablehlo" &&
         std::count(std::begin(kNames), std::end(kNames), row.name) > 0;
}

// Every operator whose name says that it draws something or has a state, and none that is known to
// be pure.
TEST(S70Purity, TheRegistryMarksThoseThatDraw) {
  int impure = 0;
  for (const OperatorRow* row : AllOperators()) {
    const bool draws = absl::StrContains(row->name, "Random") ||
                       absl::StrContains(row->name, "Dropout") || row->name == "Bernoulli" ||
                       row->name == "Multinomial" || row->name == "Sampling" ||
                       row->name == "Assign" || row->name == "ReadValue" || IsOfTheOutside(*row);
    const bool is_marked =
        row->traits.purity == Purity::kImpure || row->traits.purity == Purity::kImpureInTraining;
    // From 7 until 12 no Dropout is in training mode.
    const bool never_trains = row->name == "Dropout" && row->versions[0] == 7;
    EXPECT_EQ(is_marked, draws && !never_trains) << row->domain << ":" << row->name;
    const bool tells_mode =
        row->traits.training.operand >= 0 || !row->traits.training.off_attribute.empty();
    EXPECT_EQ(tells_mode, row->traits.purity == Purity::kImpureInTraining) << row->name;
    impure += is_marked ? 1 : 0;
  }
  EXPECT_GE(impure, 11);
}

TEST(S70Purity, IdentitiesPassTheOperand) {
  for (const OperatorRow* row : AllOperators()) {
    const bool is_copy =
        row->name == "Identity" || row->name == "Result" || absl::StartsWith(row->name, "Memcpy");
    EXPECT_EQ(row->traits.purity == Purity::kIdentity, is_copy) << row->name;
  }
}

}  // namespace
}  // namespace shapewright::rules
