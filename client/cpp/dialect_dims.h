#ifndef SHAPEWRIGHT_CLIENT_CPP_DIALECT_DIMS_H_
#define SHAPEWRIGHT_CLIENT_CPP_DIALECT_DIMS_H_

#include "core/symbolic/text/dialect/dialect_text.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// Writes the expressions in an answer, and the texts with them, in another notation. What that
// cannot say stays as it is.
void WriteDimsAs(symbolic::Dialect dialect, v1::InferShapesResponse& response);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_DIALECT_DIMS_H_
