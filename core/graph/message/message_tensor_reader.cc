#include "core/graph/message/message_tensor_reader.h"

#include <cstring>
#include <optional>

#include "absl/strings/str_cat.h"
#include "core/graph/element_number.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;

using Sizes = google::protobuf::RepeatedField<int64_t>;

absl::Status ReadSizes(const Sizes& sizes, const ReaderLimits& limits, Tensor* tensor) {
  if (sizes.size() > limits.max_rank) {
    return Within("sizes", ReadError(reason::kRankTooLarge,
                                     absl::StrCat("more than ", limits.max_rank, " dimensions")));
  }
  for (int i = 0; i < sizes.size(); ++i) {
    if (sizes[i] < 0) {
      return FieldError(Item("sizes", i), "a size is not negative");
    }
  }
  tensor->dims = {sizes.data(), static_cast<size_t>(sizes.size())};
  return absl::OkStatus();
}

class TensorMessageReader {
 public:
  TensorMessageReader(const v1::Tensor& message, Arena* arena, Tensor* tensor)
      : message_(message), arena_(arena), tensor_(*tensor) {}

  // After type and sizes: where the elements are.
  absl::Status ReadElements();

 private:
  absl::Status CheckCount(absl::string_view field, int64_t count) const;
  absl::Status ReadInts();
  absl::Status ReadFloats();
  absl::Status ReadStrings();
  absl::Status ReadRaw();
  // Packs the integers as raw data have them.
  absl::string_view Pack(int bits) const;

  const v1::Tensor& message_;
  Arena* const arena_;
  Tensor& tensor_;
};

absl::Status TensorMessageReader::ReadElements() {
  const int fields = !message_.ints().empty() + !message_.floats().empty() +
                     !message_.strings().empty() + !message_.raw().empty() + message_.stripped();
  if (fields > 1) {
    return ReadError(reason::kMalformedModel, "more than one field holds its elements");
  }
  if (!message_.ints().empty()) return ReadInts();
  if (!message_.floats().empty()) return ReadFloats();
  if (!message_.strings().empty()) return ReadStrings();
  if (!message_.raw().empty()) return ReadRaw();
  tensor_.is_external = message_.stripped();
  return absl::OkStatus();
}

absl::Status TensorMessageReader::CheckCount(absl::string_view field, int64_t count) const {
  const auto expected = tensor_.ElementCount();
  if (expected == count) return absl::OkStatus();
  return FieldError(field, absl::StrCat(count, " elements do not fill its sizes"));
}

absl::Status TensorMessageReader::ReadInts() {
  const auto& ints = message_.ints();
  const ElementType element = tensor_.element;
  if (!shape::IsInteger(element) && element != ElementType::kBool) {
    return FieldError("ints", "its element type is not an integer");
  }
  absl::Status status = CheckCount("ints", ints.size());
  if (!status.ok()) return status;
  const symbolic::Interval range = shape::ElementRange(element);
  for (int i = 0; i < ints.size(); ++i) {
    if (!range.Contains(ints[i])) {
      return FieldError(Item("ints", i), "beyond the range of the type");
    }
  }
  const int bits = shape::ElementBits(element);
  tensor_.encoding = TensorEncoding::kRaw;
  tensor_.payload = bits == 64
                        ? absl::string_view(reinterpret_cast<const char*>(ints.data()),
                                            static_cast<size_t>(ints.size()) * sizeof(int64_t))
                        : Pack(bits);
  return absl::OkStatus();
}

absl::string_view TensorMessageReader::Pack(int bits) const {
  const auto& ints = message_.ints();
  const auto count = static_cast<size_t>(ints.size());
  const auto width = static_cast<size_t>(bits);
  const size_t size = (count * width + kBitsPerByte - 1) / kBitsPerByte;
  const absl::Span<char> bytes = NewArray<char>(arena_, size);
  for (size_t i = 0; i < count; ++i) {
    const int64_t value = ints[static_cast<int>(i)];
    const size_t bit = i * width;
    if (bits >= kBitsPerByte) {
      std::memcpy(&bytes[bit / kBitsPerByte], &value, width / kBitsPerByte);
    } else {
      const uint64_t low = static_cast<uint64_t>(value) & ((1u << bits) - 1);
      char& byte = bytes[bit / kBitsPerByte];
      byte = static_cast<char>(static_cast<uint8_t>(byte) | low << bit % kBitsPerByte);
    }
  }
  return absl::string_view(bytes.data(), size);
}

absl::Status TensorMessageReader::ReadFloats() {
  const auto& floats = message_.floats();
  if (!shape::IsFloat(tensor_.element)) {
    return FieldError("floats", "its element type is not a float");
  }
  tensor_.encoding = TensorEncoding::kFloat64;
  tensor_.payload = absl::string_view(reinterpret_cast<const char*>(floats.data()),
                                      static_cast<size_t>(floats.size()) * sizeof(double));
  return CheckCount("floats", floats.size());
}

absl::Status TensorMessageReader::ReadStrings() {
  if (tensor_.element != ElementType::kString) {
    return FieldError("strings", "its element type is not STRING");
  }
  tensor_.encoding = TensorEncoding::kStrings;
  tensor_.strings = ViewTexts(message_.strings(), arena_);
  return CheckCount("strings", message_.strings_size());
}

absl::Status TensorMessageReader::ReadRaw() {
  const int bits = shape::ElementBits(tensor_.element);
  if (bits == 0) return FieldError("raw", "its element type has no raw form");
  const auto count = tensor_.ElementCount();
  const size_t size = message_.raw().size();
  const auto width = static_cast<size_t>(bits);
  const size_t room = size * kBitsPerByte;
  const bool fits = count && static_cast<size_t>(*count) <= room / width &&
                    room - static_cast<size_t>(*count) * width < kBitsPerByte;
  if (!fits) {
    return FieldError("raw", absl::StrCat(size, " bytes do not fill its sizes"));
  }
  tensor_.encoding = TensorEncoding::kRaw;
  tensor_.payload = message_.raw();
  return absl::OkStatus();
}

}  // namespace

absl::Status ReadTensorMessage(const v1::Tensor& message, const ReaderLimits& limits, Arena* arena,
                               Tensor* tensor) {
  tensor->element = ElementOf(message.element_type());
  absl::Status status = ReadSizes(message.sizes(), limits, tensor);
  if (!status.ok()) return status;
  return TensorMessageReader(message, arena, tensor).ReadElements();
}

absl::Status ReadSparseTensorMessage(const v1::SparseTensor& message, const ReaderLimits& limits,
                                     Arena* arena, Tensor* tensor) {
  Tensor values;
  absl::Status status = ReadTensorMessage(message.values(), limits, arena, &values);
  if (!status.ok()) return Within("values", status);
  tensor->is_sparse = true;
  tensor->element = values.element;
  return ReadSizes(message.sizes(), limits, tensor);
}

}  // namespace shapewright::graph
