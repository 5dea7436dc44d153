#ifndef SHAPEWRIGHT_CORE_INFERENCE_ENGINE_UNKNOWN_DIMS_H_
#define SHAPEWRIGHT_CORE_INFERENCE_ENGINE_UNKNOWN_DIMS_H_

#include <cstddef>
#include <map>

#include "absl/strings/string_view.h"

namespace shapewright::graph {
struct Model;
}  // namespace shapewright::graph

namespace shapewright::inference {

class Engine;

// How many distinct unknown dims each operator made. The names are those of the
// registry and live as long as the process; what is not in it is "other".
using UnknownDims = std::map<absl::string_view, size_t>;

// Of the types of all values, after the engine has run.
UnknownDims CountUnknownDims(Engine& engine, const graph::Model& model);

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_ENGINE_UNKNOWN_DIMS_H_
