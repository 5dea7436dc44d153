#include "server/guard/model_infer_request.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/str_cat.h"
#include "core/shape/kserve_datatype.h"
#include "core/symbolic/numbers/checked_math.h"
#include "core/wire/wire_cursor.h"

namespace shapewright::server {
namespace {

using shape::ElementType;

// Of a message of gRPC: whether it is compressed, and its length.
constexpr size_t kFrameBytes = 5;

// The numbers of the protocol. ModelInferRequest:
constexpr uint32_t kModelName = 1;
constexpr uint32_t kModelVersion = 2;
constexpr uint32_t kInputsField = 5;
constexpr uint32_t kRawContents = 7;
// InferInputTensor:
constexpr uint32_t kName = 1;
constexpr uint32_t kDatatype = 2;
constexpr uint32_t kShape = 3;
constexpr uint32_t kContents = 5;
// InferTensorContents: booleans, and four types of integers, of which each has one list.
constexpr uint32_t kLastIntegers = 5;

absl::Status Unreadable(absl::string_view message) { return absl::InvalidArgumentError(message); }

// The varints of a field, packed or not.
bool AddVarints(const WireCursor& cursor, bool is_packed, size_t most,
                std::vector<int64_t>* numbers) {
  if (!is_packed) {
    if (numbers->size() <= most) numbers->push_back(cursor.signed_number());
    return true;
  }
  const char* position = cursor.bytes().data();
  const char* const end = position + cursor.bytes().size();
  while (position != end) {
    uint64_t number = 0;
    if (!ReadVarint(&position, end, kMaxVarintBytes, &number)) return false;
    if (numbers->size() <= most) numbers->push_back(static_cast<int64_t>(number));
  }
  return true;
}

bool ReadContents(absl::string_view bytes, std::vector<int64_t>* elements) {
  WireCursor cursor(bytes);
  while (cursor.Next()) {
    const uint32_t field = cursor.tag() >> 3;
    const bool is_packed = cursor.tag() == BytesTag(field);
    if (field > kLastIntegers || (!is_packed && cursor.tag() != VarintTag(field))) continue;
    if (!AddVarints(cursor, is_packed, kMaxElements, elements)) return false;
  }
  return !cursor.failed();
}

// More axes than that have no model; the rank is then wrong in any case.
constexpr size_t kMaxAxes = 1024;

absl::StatusOr<GuardRequest::Tensor> ReadInput(absl::string_view bytes) {
  GuardRequest::Tensor tensor;
  std::string datatype;
  WireCursor cursor(bytes);
  bool is_good = true;
  while (is_good && cursor.Next()) {
    switch (cursor.tag()) {
      case BytesTag(kName):
        tensor.name = std::string(cursor.bytes());
        break;
      case BytesTag(kDatatype):
        datatype = std::string(cursor.bytes());
        break;
      case BytesTag(kShape):
      case VarintTag(kShape):
        is_good = AddVarints(cursor, cursor.tag() == BytesTag(kShape), kMaxAxes, &tensor.sizes);
        break;
      case BytesTag(kContents):
        is_good = ReadContents(cursor.bytes(), &tensor.elements);
        break;
      default:
        break;
    }
  }
  if (!is_good || cursor.failed()) return Unreadable("an input is malformed");
  const std::optional<ElementType> type = shape::KserveDatatypeNamed(datatype);
  if (!type) {
    return absl::NotFoundError(
        absl::StrCat("input ", tensor.name, " has no datatype such as FP32: \"", datatype, "\""));
  }
  tensor.element_type = static_cast<v1::ElementType>(*type);
  return tensor;
}

// Little-endian integers of 1 to 8 bytes.
int64_t IntegerAt(const char* bytes, size_t size, bool is_signed) {
  uint64_t number = 0;
  std::memcpy(&number, bytes, size);  // the hosts that we build for are little-endian
  const size_t unused = 64 - 8 * size;
  return is_signed ? static_cast<int64_t>(number << unused) >> unused
                   : static_cast<int64_t>(number);
}

// What is beyond int64 has no exact value here.
void DropInexact(GuardRequest::Tensor* tensor) {
  if (tensor->element_type != v1::ELEMENT_TYPE_UINT64) return;
  const bool is_exact = std::all_of(tensor->elements.begin(), tensor->elements.end(),
                                    [](int64_t element) { return element >= 0; });
  if (!is_exact) tensor->elements.clear();
}

// The contents of a tensor as its bytes. The defect, if they do not fit its shape.
std::string TakeRawContents(absl::string_view bytes, GuardRequest::Tensor* tensor) {
  const auto type = static_cast<ElementType>(tensor->element_type);
  const int64_t element_bytes = shape::ElementBits(type) / 8;
  const std::optional<int64_t> count = CountElements(tensor->sizes);
  if (element_bytes == 0 || !count) return "";
  const std::optional<int64_t> expected = symbolic::CheckedMul(*count, element_bytes);
  if (expected && *expected != static_cast<int64_t>(bytes.size())) {
    return absl::StrCat("input ", tensor->name, " has ", bytes.size(),
                        " bytes of contents; by its shape they are ", *expected);
  }
  if (!shape::IsIntegerOrBool(type) || static_cast<size_t>(*count) > kMaxElements) return "";
  tensor->elements.clear();
  const auto size = static_cast<size_t>(element_bytes);
  const bool is_signed = shape::ElementRange(type).min < 0;
  for (size_t i = 0; i < bytes.size(); i += size) {
    tensor->elements.push_back(IntegerAt(bytes.data() + i, size, is_signed));
  }
  DropInexact(tensor);
  return "";
}

// Of the elements that stand in the message itself; those that are too many are none.
std::string HoldContents(GuardRequest::Tensor* tensor) {
  const std::optional<int64_t> count = CountElements(tensor->sizes);
  const auto type = static_cast<ElementType>(tensor->element_type);
  const size_t given = tensor->elements.size();
  DropInexact(tensor);
  if (given == 0 || given > kMaxElements || !shape::IsIntegerOrBool(type)) {
    tensor->elements.clear();
    return "";
  }
  if (!count || *count == static_cast<int64_t>(given)) return "";
  return absl::StrCat("input ", tensor->name, " has ", given, " elements; by its shape they are ",
                      *count);
}

}  // namespace

absl::StatusOr<GuardRequest> ReadModelInferRequest(absl::string_view body, bool is_partial) {
  if (body.size() < kFrameBytes) return Unreadable("the body is not a message of gRPC");
  if (body[0] != 0) return Unreadable("the message is compressed");
  body.remove_prefix(kFrameBytes);
  GuardRequest request;
  request.is_partial = is_partial;
  std::vector<absl::string_view> raw;
  WireCursor cursor(body);
  while (cursor.Next()) {
    if (cursor.tag() == BytesTag(kModelName)) {
      request.model = std::string(cursor.bytes());
    } else if (cursor.tag() == BytesTag(kModelVersion)) {
      request.version = std::string(cursor.bytes());
    } else if (cursor.tag() == BytesTag(kRawContents)) {
      raw.push_back(cursor.bytes());
    } else if (cursor.tag() == BytesTag(kInputsField) && request.defect.empty()) {
      absl::StatusOr<GuardRequest::Tensor> tensor = ReadInput(cursor.bytes());
      if (absl::IsNotFound(tensor.status())) {
        request.defect = std::string(tensor.status().message());
      } else if (!tensor.ok()) {
        return tensor.status();
      } else {
        request.inputs.push_back(*std::move(tensor));
      }
    }
  }
  if (cursor.failed() && !is_partial) return Unreadable("the message is malformed");
  // Tensors in shared memory have none, so that the others' places are not known then.
  const bool has_raw = !is_partial && raw.size() == request.inputs.size();
  for (size_t i = 0; i < request.inputs.size() && request.defect.empty(); ++i) {
    GuardRequest::Tensor& tensor = request.inputs[i];
    request.defect = has_raw ? TakeRawContents(raw[i], &tensor) : HoldContents(&tensor);
  }
  return request;
}

}  // namespace shapewright::server
