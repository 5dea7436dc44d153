#include "core/graph/mlir_bytecode/raw_elements.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/str_cat.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;

constexpr char kTrueForAll = '\xFF';

// Bytes of an element in a blob, where types of fewer bits than a byte have one. 0: not known.
uint64_t BytesInBlob(ElementType element) {
  const int bits = element == ElementType::kBool ? kBitsPerByte : shape::ElementBits(element);
  return bits <= 0 ? 0 : static_cast<uint64_t>((bits + kBitsPerByte - 1) / kBitsPerByte);
}

std::string RepeatedBytes(absl::string_view one, uint64_t count) {
  std::string all;
  all.reserve(one.size() * count);
  for (uint64_t i = 0; i < count; ++i) all.append(one.data(), one.size());
  return all;
}

// Bits, the lowest of a byte first.
std::string UnpackedBits(absl::string_view bits, uint64_t count) {
  std::string bools(count, '\0');
  for (uint64_t i = 0; i < count; ++i) {
    bools[i] = static_cast<char>((bits[i / kBitsPerByte] >> (i % kBitsPerByte)) & 1);
  }
  return bools;
}

}  // namespace

bool MakeWeights(BytecodeState& state, const MlirType& type, const char* at, Tensor** tensor) {
  const DeclaredType& declared = type.declared;
  if (declared.kind != shape::TypeKind::kTensor || !declared.has_shape) {
    return state.Fail(at, "a ranked tensor as the type of a constant");
  }
  const absl::Span<int64_t> dims = NewArray<int64_t>(state.arena(), declared.dims.size());
  for (size_t i = 0; i < dims.size(); ++i) {
    if (!declared.dims[i].has_size) return state.Fail(at, "a constant whose dims are numbers");
    dims[i] = declared.dims[i].size;
  }
  *tensor = New<Tensor>(state.arena());
  (*tensor)->element = declared.element;
  (*tensor)->dims = dims;
  return (*tensor)->ElementCount().has_value() || state.Fail(at, "a constant of fewer elements");
}

bool MakeTensor(BytecodeState& state, const MlirType& type, absl::string_view bytes,
                const Tensor** tensor) {
  Tensor* made = nullptr;
  if (!MakeWeights(state, type, bytes.data(), &made)) return false;
  *tensor = made;
  const auto count = static_cast<uint64_t>(*made->ElementCount());
  const uint64_t size = BytesInBlob(made->element);
  const bool is_bool = made->element == ElementType::kBool;
  if (size == 0) return true;
  const bool is_packed =
      is_bool && bytes.size() != count && bytes.size() == (count + kBitsPerByte - 1) / kBitsPerByte;
  const bool is_one = bytes.size() == size;
  const bool is_all = bytes.size() % size == 0 && bytes.size() / size == count;
  if (!is_packed && !is_one && !is_all) {
    return state.Fail(bytes.data(), absl::StrCat("the bytes of ", count, " elements, not ",
                                                 bytes.size(), " bytes"));
  }
  // As in text, elements of fewer bits than a byte are not looked at.
  const bool is_whole = is_bool || shape::ElementBits(made->element) % kBitsPerByte == 0;
  if (count == 0 || count > static_cast<uint64_t>(kMaxMlirElements) || !is_whole) return true;
  made->encoding = TensorEncoding::kRaw;
  const bool is_true = is_bool && bytes.size() == 1 && bytes[0] == kTrueForAll;
  if (is_all && !is_true) {
    made->payload = bytes;
    return true;
  }
  // What a few bytes stand for is counted by what it takes.
  if (!state.Count(count * size)) return false;
  made->payload = CopyText(state.arena(), is_true     ? std::string(count, '\1')
                                          : is_packed ? UnpackedBits(bytes, count)
                                                      : RepeatedBytes(bytes, count));
  return true;
}

}  // namespace shapewright::graph
