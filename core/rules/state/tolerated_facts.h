#ifndef SHAPEWRIGHT_CORE_RULES_STATE_TOLERATED_FACTS_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_TOLERATED_FACTS_H_

#include "absl/strings/string_view.h"

namespace shapewright::ops {

// Of a convolution or pooling (S13).
inline constexpr absl::string_view kKernelFits = "the kernel fits into the padded input";

// Whether the specification alone requires a fact for this reason: some runtime goes on where it
// fails, with sizes that the rule knows for constants. It runs poolings so, and no convolution;
// which of them it is tells an inference of the sizes.
inline bool MayBeTolerated(absl::string_view reason) { return reason == kKernelFits; }

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_TOLERATED_FACTS_H_
