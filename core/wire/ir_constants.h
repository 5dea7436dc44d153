#ifndef SHAPEWRIGHT_CORE_WIRE_IR_CONSTANTS_H_
#define SHAPEWRIGHT_CORE_WIRE_IR_CONSTANTS_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

// Small constants of an OpenVINO IR, whose elements lie in the `.bin` beside it (S25).
namespace shapewright {

// The attribute that holds the elements in base64; the reader of OpenVINO IR prefers them.
inline constexpr absl::string_view kIrElements = "elements";
// The file beside the model is never sent whole: only constants of at most so many elements and
// bytes are.
inline constexpr uint64_t kMaxIrElementBytes = 8192;

// The bytes of the file from an offset on; absent if they cannot be had.
using ReadIrWeights =
    absl::FunctionRef<absl::StatusOr<std::optional<std::string>>(uint64_t offset, size_t size)>;

// The location of the weights of a model that was read from `path`: its name with the suffix
// `.bin`.
std::string IrWeightsLocation(absl::string_view path);

// The text with the elements of small constants in it, byte for byte the same in every client:
//
// - It looks at each tag that begins with `<data` and white space, and has attributes, each a name,
//   `=` and a quoted value. A tag that is written otherwise stays as it is.
// - If it has `element_type`, `shape`, `offset` and `size`, but no `elements`; its shape, numbers
//   between commas, comes to 1 to 1,024 elements; and its size is 1 to 8,192 bytes: then
//   ` elements="..."` is put behind `<data`, the bytes of the file in base64.
// - Numbers are of at most 18 digits. Every other byte stays as it is.
//
// A constant that `read` does not have stays as it is; otherwise the errors of `read`.
absl::StatusOr<std::string> InlineIrConstants(absl::string_view text, ReadIrWeights read);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_IR_CONSTANTS_H_
