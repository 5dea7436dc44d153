#ifndef SHAPEWRIGHT_CORE_RULES_CHECKS_CHECKS_H_
#define SHAPEWRIGHT_CORE_RULES_CHECKS_CHECKS_H_

#include <cstddef>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/rules/checks/check_row.h"
#include "core/rules/checks/contrib_checks.h"
#include "core/rules/checks/control_checks.h"
#include "core/rules/checks/movement_checks.h"
#include "core/rules/checks/neural_checks.h"
#include "core/rules/checks/numeric_checks.h"
#include "core/rules/checks/openvino_checks.h"
#include "core/rules/checks/shared_checks.h"
#include "core/rules/checks/stablehlo_checks.h"
#include "core/symbolic/facts/check.h"

namespace shapewright::rules {

// The table of checks.
inline constexpr absl::Span<const CheckRow> kCheckTables[] = {
    kSharedChecks,  kMovementChecks, kNumericChecks,  kNeuralChecks,
    kControlChecks, kContribChecks,  kOpenVinoChecks, kStablehloChecks};

// Stops the compiler at an id that the table does not have.
void NoSuchCheck();

// A check of the table by its id, as rules name it: "conv.channels"_check.
consteval const symbolic::Check& operator""_check(const char* id, size_t size) {
  const absl::string_view name(id, size);
  for (const absl::Span<const CheckRow> rows : kCheckTables) {
    for (const CheckRow& row : rows) {
      if (row.check.id == name) return row.check;
    }
  }
  NoSuchCheck();
  return kSharedChecks[0].check;
}

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CHECKS_CHECKS_H_
