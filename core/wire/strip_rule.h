#ifndef SHAPEWRIGHT_CORE_WIRE_STRIP_RULE_H_
#define SHAPEWRIGHT_CORE_WIRE_STRIP_RULE_H_

#include <cstdint>

#include "absl/strings/string_view.h"

// What StripWeights() looks for and leaves out, for all who walk over a model's bytes: strip.h says
// what the rule is.
namespace shapewright {

// Tensors of at most this many elements keep their data.
inline constexpr uint32_t kStripKeepElements = 1024;

// Messages within each other.
inline constexpr int kStripMaxDepth = 1000;

// The messages of ONNX through which tensors are reached.
enum class OnnxMessage : uint8_t {
  kOther,
  kModel,
  kGraph,
  kTraining,
  kFunction,
  kNode,
  kAttribute,
  kSparseTensor,
  kTensor,
};

// The message that a field of a message holds, by the field's tag.
OnnxMessage FieldMessage(OnnxMessage message, uint32_t tag);

// Whether a field of a large tensor is left out.
bool IsStripped(uint32_t tag);

// What stands at the end of a stripped tensor.
absl::string_view StrippedMark();

// A product of dims that stops at the first that decides.
class ElementCount {
 public:
  void Multiply(int64_t dim);
  // Whether the tensor loses its data.
  bool IsLarge() const;

 private:
  int64_t product_ = 1;
  bool negative_ = false;
  bool zero_ = false;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_STRIP_RULE_H_
