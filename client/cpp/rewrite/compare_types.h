#ifndef SHAPEWRIGHT_CLIENT_CPP_REWRITE_COMPARE_TYPES_H_
#define SHAPEWRIGHT_CLIENT_CPP_REWRITE_COMPARE_TYPES_H_

#include <cstddef>

#include "absl/status/statusor.h"
#include "shapewright/v1/infer.pb.h"
#include "shapewright/v1/rewrite.pb.h"

namespace shapewright {

// How many values of the main graph both models have, if inputs and outputs are the same and all
// these values have equal types in both, but for other numbers of unknown sizes. Else
// FAILED_PRECONDITION names the first that differs. Both answers have the values of the main graph.
absl::StatusOr<size_t> CompareTypes(const v1::InferShapesResponse& before,
                                    const v1::InferShapesResponse& after);

// Whether the model is right for every batch: it is consistent, no fact limits the symbol, and the
// values have it where the answer says. FAILED_PRECONDITION names what is not so.
absl::Status CheckBatched(const v1::InferShapesResponse& after,
                          const v1::RewriteModelResponse& answer, absl::string_view symbol);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_REWRITE_COMPARE_TYPES_H_
