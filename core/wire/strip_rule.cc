#include "core/wire/strip_rule.h"

#include <limits>

namespace shapewright {

OnnxMessage FieldMessage(OnnxMessage message, uint32_t tag) {
  switch (message) {
    case OnnxMessage::kModel:
      if (tag == BytesTag(7)) return OnnxMessage::kGraph;
      if (tag == BytesTag(20)) return OnnxMessage::kTraining;
      if (tag == BytesTag(25)) return OnnxMessage::kFunction;
      break;
    case OnnxMessage::kTraining:  // initialization, algorithm
      if (tag == BytesTag(1) || tag == BytesTag(2)) return OnnxMessage::kGraph;
      break;
    case OnnxMessage::kGraph:
      if (tag == BytesTag(1)) return OnnxMessage::kNode;
      if (tag == BytesTag(5)) return OnnxMessage::kTensor;
      if (tag == BytesTag(15)) return OnnxMessage::kSparseTensor;
      break;
    case OnnxMessage::kFunction:
      if (tag == BytesTag(7)) return OnnxMessage::kNode;
      if (tag == BytesTag(11)) return OnnxMessage::kAttribute;
      break;
    case OnnxMessage::kNode:
      if (tag == BytesTag(5)) return OnnxMessage::kAttribute;
      break;
    case OnnxMessage::kAttribute:  // t, tensors; g, graphs; sparse ones
      if (tag == BytesTag(5) || tag == BytesTag(10)) return OnnxMessage::kTensor;
      if (tag == BytesTag(6) || tag == BytesTag(11)) return OnnxMessage::kGraph;
      if (tag == BytesTag(22) || tag == BytesTag(23)) {
        return OnnxMessage::kSparseTensor;
      }
      break;
    case OnnxMessage::kSparseTensor:  // values, indices
      if (tag == BytesTag(1) || tag == BytesTag(2)) return OnnxMessage::kTensor;
      break;
    case OnnxMessage::kTensor:
    case OnnxMessage::kOther:
      break;
  }
  return OnnxMessage::kOther;
}

bool IsTensorData(uint32_t tag) {
  const uint32_t field = tag >> 3;
  return (field >= 4 && field <= 7) || (field >= 9 && field <= 11) || field == 13 || field == 14;
}

void AppendVarint(uint64_t value, std::string& out) {
  for (; value >= 0x80; value >>= 7) out.push_back(static_cast<char>(value | 0x80));
  out.push_back(static_cast<char>(value));
}

absl::string_view StrippedMark() {
  return {"\x6a\x14\x0a\x08location\x12\x08stripped\x70\x01", 24};
}

void ElementCount::Multiply(int64_t dim) {
  negative_ = negative_ || dim < 0;
  zero_ = zero_ || dim == 0;
  if (dim <= 0) return;
  const bool fits = product_ <= std::numeric_limits<int64_t>::max() / dim;
  product_ = fits ? product_ * dim : std::numeric_limits<int64_t>::max();
}

void ElementCount::MultiplyField(const WireCursor& field) {
  if (field.tag() == VarintTag(1)) Multiply(field.signed_number());
  if (field.tag() != BytesTag(1)) return;
  const char* position = field.bytes().data();
  const char* const end = position + field.bytes().size();
  uint64_t dim = 0;
  while (position != end && ReadVarint(&position, end, kMaxVarintBytes, &dim)) {
    Multiply(static_cast<int64_t>(dim));
  }
}

std::optional<uint32_t> ElementCount::SmallCount() const {
  if (negative_ || IsLarge()) return std::nullopt;
  return zero_ ? 0 : static_cast<uint32_t>(product_);
}

bool ElementCount::IsLarge() const { return !negative_ && !zero_ && product_ > kStripKeepElements; }

}  // namespace shapewright
