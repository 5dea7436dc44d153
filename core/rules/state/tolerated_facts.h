#ifndef SHAPEWRIGHT_CORE_RULES_STATE_TOLERATED_FACTS_H_
#define SHAPEWRIGHT_CORE_RULES_STATE_TOLERATED_FACTS_H_

#include "absl/strings/string_view.h"
#include "core/base/static_text.h"

namespace shapewright::ops {

// Of convolutions and of poolings (S13).
inline constexpr StaticText kKernelFits = "the kernel fits into the padded input";
inline constexpr StaticText kPoolFits = "the pooled window fits into the padded input";

// Whether the specification alone requires a fact for this reason: some runtime goes on where it
// fails, with sizes that the rule knows for constants. It runs poolings so, and no convolution.
inline bool MayBeTolerated(absl::string_view reason) { return reason == kPoolFits; }

}  // namespace shapewright::ops

#endif  // SHAPEWRIGHT_CORE_RULES_STATE_TOLERATED_FACTS_H_
