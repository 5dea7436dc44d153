#include "core/questions/cost/scope_path.h"

#include <algorithm>

#include "absl/strings/str_cat.h"

namespace shapewright::questions {
namespace {

// The last but one of the quoted names in `['', 'encoder', 'encoder.layers.0', 'linear']`, which
// is the innermost module; the last one is the operation in it. Dots become slashes.
std::string InnermostModule(absl::string_view list) {
  absl::string_view module;
  absl::string_view last;
  while (true) {
    const size_t begin = list.find('\'');
    if (begin == absl::string_view::npos) break;
    const size_t end = list.find('\'', begin + 1);
    if (end == absl::string_view::npos) break;
    module = last;
    last = list.substr(begin + 1, end - begin - 1);
    list.remove_prefix(end + 1);
  }
  // What the exporter itself added belongs to no module.
  constexpr absl::string_view kNoModule = "_empty_nn_module_stack";
  if (module.empty() || module.substr(0, kNoModule.size()) == kNoModule) return "";
  std::string path = absl::StrCat("/", module);
  std::replace(path.begin(), path.end(), '.', '/');
  return path;
}

}  // namespace

std::string ScopeOf(const graph::Node& node) {
  if (!node.scopes.empty()) return InnermostModule(node.scopes);
  const size_t slash = node.name.rfind('/');
  if (slash == absl::string_view::npos || slash == 0) return "";
  return std::string(node.name.substr(0, slash));
}

absl::string_view ScopeAtDepth(absl::string_view scope, uint32_t depth) {
  size_t begin = scope.substr(0, 1) == "/" ? 1 : 0;
  for (uint32_t part = 0; part < depth; ++part) {
    const size_t slash = scope.find('/', begin);
    if (slash == absl::string_view::npos) return scope;
    if (part + 1 == depth) return scope.substr(0, slash);
    begin = slash + 1;
  }
  return scope;
}

}  // namespace shapewright::questions
