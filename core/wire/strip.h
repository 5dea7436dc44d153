#ifndef SHAPEWRIGHT_CORE_WIRE_STRIP_H_
#define SHAPEWRIGHT_CORE_WIRE_STRIP_H_

#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/wire/strip_rule.h"

namespace shapewright {

// Takes the weights out of a serialized ONNX model (S25). The rule, byte for
// byte the same in every client:
//
// - It looks at every TensorProto that a model can hold: initializers, values
//   and indices of sparse tensors, and attributes; in graphs, subgraphs,
//   functions and training graphs.
// - A tensor's elements are the product of its `dims`: 1 without any, none if
//   one is 0. A tensor with a negative dim is left alone.
// - In a tensor of more than 1,024 elements all fields numbered 4 to 7, 9 to 11
//   (data), 13 (external_data) and 14 (data_location) are left out, whatever
//   their wire type, and these 24 bytes stand at its end: external_data with
//   the one entry location = "stripped", then data_location = EXTERNAL.
//     6a 14 0a 08 "location" 12 08 "stripped" 70 01
// - The messages around it get new lengths, as varints of the least size. Every
//   other byte stays as it is and where it is, and a model without such a
//   tensor stays as it is altogether. Stripping twice is stripping once.
// - Where a message field that is not repeated occurs more than once, each
//   occurrence is treated by itself.
//
// INVALID_ARGUMENT for bytes that are no protobuf messages where a model has
// them, and for more than 1,000 messages within each other.
absl::StatusOr<std::string> StripWeights(absl::string_view model);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_STRIP_H_
