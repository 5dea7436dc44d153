#include "core/shape/program.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"

namespace shapewright::shape {

TypeId ProgramOf(TypeTable& types, absl::Span<const TypeId> parameters,
                 absl::Span<const std::string> names, TypeId result) {
  Type program;
  program.kind = TypeKind::kProgram;
  program.positions = parameters;
  program.inner = result;
  const bool has_names = std::any_of(names.begin(), names.end(),
                                     [](const std::string& name) { return !name.empty(); });
  std::string lines;
  for (size_t i = 0; has_names && i < names.size(); ++i) {
    absl::StrAppend(&lines, absl::StrReplaceAll(names[i], {{"\n", " "}}), "\n");
  }
  program.name = lines;
  return types.Intern(program);
}

std::vector<absl::string_view> ParameterNames(const Type& program) {
  if (program.name.empty()) return {};
  std::vector<absl::string_view> names = absl::StrSplit(program.name, '\n');
  names.pop_back();
  return names;
}

}  // namespace shapewright::shape
