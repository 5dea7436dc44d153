#include "core/inference/given/read_size.h"

#include <limits>

#include "core/graph/read_error.h"

namespace shapewright::inference {

absl::Status CheckSize(int64_t size, absl::string_view field) {
  if (size < 0) return graph::FieldError(field, "a size is not negative");
  if (size == std::numeric_limits<int64_t>::max()) {
    return graph::FieldError(field, "2^63 - 1 is never a size");
  }
  return absl::OkStatus();
}

absl::Status CheckHasSize(const v1::SymbolSize& message) {
  return message.has_size() ? absl::OkStatus()
                            : graph::FieldError("size", "the size of the symbol is missing");
}

}  // namespace shapewright::inference
