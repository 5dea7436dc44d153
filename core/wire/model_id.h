#ifndef SHAPEWRIGHT_CORE_WIRE_MODEL_ID_H_
#define SHAPEWRIGHT_CORE_WIRE_MODEL_ID_H_

#include <string>

#include "absl/strings/string_view.h"

namespace shapewright {

// 64 hexadecimal digits.
std::string HexSha256(absl::string_view bytes);

// The id that servers and clients name a model by (S23): `sha256:` and the
// hash of its bytes as they are sent.
std::string ModelId(absl::string_view model);
// The id of a file with another one of weights beside it: of the text of both hashes, on a line
// each. Without weights as above.
std::string ModelId(absl::string_view content, absl::string_view weights);

// Whether a text is `prefix` and 64 hexadecimal digits in lower case, as ids are.
bool IsId(absl::string_view text, absl::string_view prefix);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_MODEL_ID_H_
