#include "core/wire/strip.h"

#include <optional>

#include "core/wire/rewrite_tensors.h"
#include "core/wire/strip_rule.h"
#include "core/wire/wire_cursor.h"

namespace shapewright {
namespace {

bool IsLarge(absl::string_view tensor) {
  ElementCount count;
  for (WireCursor cursor(tensor); cursor.Next();) count.MultiplyField(cursor);
  return count.IsLarge();
}

}  // namespace

absl::StatusOr<std::string> StripWeights(absl::string_view model) {
  return RewriteTensors(model,
                        [](absl::string_view tensor) -> absl::StatusOr<std::optional<std::string>> {
                          if (!IsLarge(tensor)) return std::nullopt;
                          return std::string(StrippedMark());
                        });
}

}  // namespace shapewright
