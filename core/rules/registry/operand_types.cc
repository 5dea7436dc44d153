#include "core/rules/registry/operand_types.h"

#include <utility>
#include <vector>

#include "absl/strings/str_join.h"

namespace shapewright::rules {

using shape::ElementType;
using shape::TypeKind;

std::string ToString(OperandTypeSet types) {
  constexpr std::pair<TypeKind, absl::string_view> kKinds[] = {{TypeKind::kSequence, "seq"},
                                                               {TypeKind::kMap, "map"},
                                                               {TypeKind::kOptional, "optional"},
                                                               {TypeKind::kSparseTensor, "sparse"}};
  std::vector<absl::string_view> names;
  for (int number = 1; number < shape::kElementTypeCount; ++number) {
    const auto element = static_cast<ElementType>(number);
    if (types.Holds(OperandTypeSet::Of(element))) names.push_back(shape::ElementTypeName(element));
  }
  for (const auto& [kind, name] : kKinds) {
    if (types.Holds(OperandTypeSet::Of(kind))) names.push_back(name);
  }
  return absl::StrJoin(names, ", ");
}

}  // namespace shapewright::rules
