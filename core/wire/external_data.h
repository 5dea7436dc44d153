#ifndef SHAPEWRIGHT_CORE_WIRE_EXTERNAL_DATA_H_
#define SHAPEWRIGHT_CORE_WIRE_EXTERNAL_DATA_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

// Small tensors whose elements an exporter wrote into a file beside the model. Shape arithmetic
// needs their elements, so whoever reads a model from a file puts them in line (S25).
namespace shapewright {

// The part of a file that holds the elements of one tensor.
struct ExternalPart {
  std::string location;  // relative to the folder of the model, within it
  uint64_t offset = 0;
  size_t size = 0;  // in bytes; what the tensor's dims and element type come to, at least 1
};

// More files beside one model are not looked for on a server.
inline constexpr size_t kMaxExternalFiles = 64;

// The bytes of a part; absent if they cannot be had, which leaves the tensor as it is.
using ReadExternalPart =
    absl::FunctionRef<absl::StatusOr<std::optional<std::string>>(const ExternalPart& part)>;

// The model with the elements of all external tensors of 1 to 1,024 elements as raw_data; their
// other data fields are left out, all else stays as RewriteTensors() says. Best called with a
// stripped model. `read` is not called for a tensor without a location or of an unknown element
// type, nor if the file's part is said to have another length than the elements need.
//
// INVALID_ARGUMENT as of RewriteTensors(), and if a location is absolute or has a `..`; otherwise
// the errors of `read`, which also limits how large the model becomes.
absl::StatusOr<std::string> InlineExternalData(absl::string_view model, ReadExternalPart read);

// The locations of the tensors that InlineExternalData() would ask for, each once, in their order;
// at most kMaxExternalFiles.
absl::StatusOr<std::vector<std::string>> ExternalLocations(absl::string_view model);

// A model of any format that was read from `path`, as it is sent: without its weights, of ONNX by
// StripWeights, and with what small tensors have in files of its folder (InlineIrConstants() of
// OpenVINO IR). Links are followed within the folder only; what leads outside, or cannot be read,
// stays external. The errors are those of StripWeights() and InlineExternalData(), with the name of
// the file; an empty one is no model.
absl::StatusOr<std::string> StripModelFile(absl::string_view model, const std::string& path);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_EXTERNAL_DATA_H_
