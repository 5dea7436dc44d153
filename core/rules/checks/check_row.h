#ifndef SHAPEWRIGHT_CORE_RULES_CHECKS_CHECK_ROW_H_
#define SHAPEWRIGHT_CORE_RULES_CHECKS_CHECK_ROW_H_

#include "core/base/static_text.h"
#include "core/symbolic/facts/check.h"

namespace shapewright::rules {

// A check of the table: what facts and diagnostics name, and docs/errors.md lists.
struct CheckRow {
  symbolic::Check check;
  // The operator whose schema says so, mostly; of several the first one.
  StaticText source;
  // The paragraph of docs/semantics.md about it: "S13". Empty: none, as the source says it all.
  StaticText paragraph = {};
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_CHECKS_CHECK_ROW_H_
