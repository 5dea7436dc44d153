#ifndef SHAPEWRIGHT_CORE_QUESTIONS_COST_SCOPE_PATH_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_COST_SCOPE_PATH_H_

#include <cstdint>
#include <string>

#include "absl/strings/string_view.h"
#include "core/graph/model.h"

namespace shapewright::questions {

// The module that a node comes from, `/encoder/layer.0/attention`: what stands before the last
// slash of its name, or what PyTorch's exporter says in its metadata. Empty: none is known.
std::string ScopeOf(const graph::Node& node);

// The first `depth` parts of a scope; 0: all.
absl::string_view ScopeAtDepth(absl::string_view scope, uint32_t depth);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_COST_SCOPE_PATH_H_
