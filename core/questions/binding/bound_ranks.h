#ifndef SHAPEWRIGHT_CORE_QUESTIONS_BINDING_BOUND_RANKS_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_BINDING_BOUND_RANKS_H_

#include <cstdint>
#include <string>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/inference/given/given.h"
#include "shapewright/v1/evaluate.pb.h"

namespace shapewright::questions {

// The sizes that a binding gives for an input, -1 for one that it does not. Nothing where it gives
// elements alone, whose number is the size of the only axis.
absl::Span<const int64_t> SizesOf(const v1::InputSizes& input);

// Adds to `given` the ranks that a binding tells of inputs which the model declares without one,
// and the lengths, by the elements, of vectors whose length it leaves open: they may become the
// rank of a result. INVALID_ARGUMENT, with the path of the field in the binding, for a rank above
// `max_rank` or outside of the declared bounds.
absl::Status DeclareRanks(const v1::Binding& binding, const graph::Model& model, int max_rank,
                          inference::Given* given);

// Equal for bindings for which DeclareRanks() adds the same.
std::string RanksKey(const v1::Binding& binding);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_BINDING_BOUND_RANKS_H_
