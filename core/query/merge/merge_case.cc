#include "core/query/merge/merge_case.h"

namespace shapewright::query {

absl::string_view OperandsField(const v1::MergeCase& message) {
  if (message.dims_size() > 0) return "dims";
  return message.texts_size() > 0 ? "texts" : "operands";
}

}  // namespace shapewright::query
