#ifndef SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_NEURAL_MATMUL_H_
#define SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_NEURAL_MATMUL_H_

#include <cstddef>
#include <utility>

#include "absl/container/inlined_vector.h"
#include "core/rules/rule_context.h"

namespace shapewright::rules {

// An operand of a product as numpy.matmul takes it, with the place of each dim.
struct Factor {
  bool has_rank = false;
  DimVector dims;
  absl::InlinedVector<Place, 6> places;

  size_t rank() const { return dims.size(); }
  void Swap(size_t a, size_t b) {
    std::swap(dims[a], dims[b]);
    std::swap(places[a], places[b]);
  }
};

Factor ReadFactor(RuleContext& ctx, int input);

// Sets an output to the product by numpy.matmul: vectors get a dim for it, which the result has
// not. Returns the result's dims; none where they are not known.
DimVector SetProduct(RuleContext& ctx, const Factor& a, const Factor& b, ElementType element,
                     int output = 0);

// A scale or zero point of operand `matrix` has one element, or one per row (`is_per_row`) or
// column: a vector, or the matrix's own shape with 1 for the other axis.
void CheckQuantization(RuleContext& ctx, int input, int matrix, bool is_per_row);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_OPERATORS_ONNX_NEURAL_MATMUL_H_
