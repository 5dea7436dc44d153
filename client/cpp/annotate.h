#ifndef SHAPEWRIGHT_CLIENT_CPP_ANNOTATE_H_
#define SHAPEWRIGHT_CLIENT_CPP_ANNOTATE_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/text/dialect/dialect_text.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// Writes what was inferred into a serialized ONNX model: value_info and the
// types of outputs, also in the bodies of If, Loop and Scan, whose inputs get
// their types too. Inputs of the main graph and the bodies of functions stay as
// they are. `response` is the answer for this model (stripped or not), with all
// values and their names.
//
// A type that the model has already is replaced if the inferred one is at least
// as known, and stays otherwise. Dims are written as onnx_dims.h says, in this notation. Values
// whose element type is not known are left out, as ONNX cannot say that. Fields
// that this build does not know survive.
//
// INVALID_ARGUMENT if the bytes are no model, or one of over 2 GB.
absl::StatusOr<std::string> AnnotateModel(absl::string_view model,
                                          const v1::InferShapesResponse& response,
                                          symbolic::Dialect dialect = symbolic::Dialect::kOurs);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_ANNOTATE_H_
