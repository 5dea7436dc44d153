#ifndef SHAPEWRIGHT_CORE_INFERENCE_TEXT_PRECISION_H_
#define SHAPEWRIGHT_CORE_INFERENCE_TEXT_PRECISION_H_

#include <cstdint>
#include <vector>

#include "core/rules/state/workspace.h"

namespace shapewright::inference {

// How exactly a type is known, from best to worst.
enum class Precision : uint8_t {
  kUnseen,   // not classified yet
  kExact,    // constants and expressions over the model's inputs
  kBounded,  // every dim has an upper bound
  kUnknown,
};

// Classifies the types of a finished inference and caches the results. Not thread-safe.
class PrecisionTable {
 public:
  explicit PrecisionTable(rules::Workspace& workspace)
      : workspace_(workspace), known_(workspace.types().size(), Precision::kUnseen) {}

  Precision Of(shape::TypeId id);
  Precision OfDim(shape::Dim dim);

 private:
  bool IsOpen(symbolic::NodeId id);

  rules::Workspace& workspace_;
  std::vector<Precision> known_;
  // By node of an expression: whether a symbol that is no input's is in it.
  std::vector<bool> is_open_;
};

}  // namespace shapewright::inference

#endif  // SHAPEWRIGHT_CORE_INFERENCE_TEXT_PRECISION_H_
