#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_SITE_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_SITE_H_

#include <cstdint>
#include <utility>

namespace shapewright::symbolic {

// A place in a model: a graph, in it a node (or none: the graph itself), an
// operand or result of the node, an axis of its shape or an element of its
// value. kNone means "not said". A graph input is {graph, kNone, input}.
struct Site {
  static constexpr int32_t kNone = -1;

  int32_t graph = 0;
  int32_t node = kNone;
  int32_t input = kNone;
  int32_t output = kNone;
  int32_t axis = kNone;
  int32_t element = kNone;

  friend constexpr bool operator==(const Site&, const Site&) = default;
  template <typename H>
  friend H AbslHashValue(H state, const Site& site) {
    return H::combine(std::move(state), site.graph, site.node, site.input, site.output, site.axis,
                      site.element);
  }
};

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_SITE_H_
