#ifndef SHAPEWRIGHT_CORE_RULES_STATE_TOLERATED_FACTS_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_TOLERATED_FACTS_H_

#include "core/rules/checks/checks.h"
#include "core/symbolic/facts/check.h"

namespace shapewright::rules {

// Of convolutions and of poolings (S13).
inline constexpr const symbolic::Check& kKernelFits = "kernel.fits"_check;
inline constexpr const symbolic::Check& kPoolFits = "pool.fits"_check;

// Whether the specification alone requires a fact that this check asks for: some runtime goes on
// where it fails, with sizes that the rule knows for constants. It runs poolings so, and no
// convolution.
inline bool MayBeTolerated(const symbolic::Check& check) { return check.id == kPoolFits.id; }

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_TOLERATED_FACTS_H_
