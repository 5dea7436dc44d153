#ifndef SHAPEWRIGHT_CORE_WIRE_STRIP_RULE_H_
#define SHAPEWRIGHT_CORE_WIRE_STRIP_RULE_H_

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"
#include "core/wire/wire_cursor.h"

// The rule of strip.h as functions, for all code that walks over a model's
// bytes.
namespace shapewright {

// Tensors of at most this many elements keep their data.
inline constexpr uint32_t kStripKeepElements = 1024;

// How deeply messages may nest.
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

// Whether a field of a TensorProto holds its elements, or says where they are.
bool IsTensorData(uint32_t tag);

// As a varint of the least size.
void AppendVarint(uint64_t value, std::string& out);

// What stands at the end of a stripped tensor.
absl::string_view StrippedMark();

// A product of dims, computed only until it is known to be 0 or too large.
class ElementCount {
 public:
  void Multiply(int64_t dim);
  // The dims in one field of a TensorProto, if it has any.
  void MultiplyField(const WireCursor& field);
  // Whether the tensor loses its data.
  bool IsLarge() const;
  // The number of elements of a tensor that is not large; absent also if a dim is negative.
  std::optional<uint32_t> SmallCount() const;

 private:
  int64_t product_ = 1;
  bool negative_ = false;
  bool zero_ = false;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CORE_WIRE_STRIP_RULE_H_
