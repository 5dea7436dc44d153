#include "server/guard/guard_request.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/shape/kserve_datatype.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::server {
namespace {

using nlohmann::json;

// `data` may be lists within each other, as many as there are axes.
constexpr int kMaxRequestDepth = 32;

absl::Status MalformedRequest(absl::string_view message) {
  return absl::InvalidArgumentError(message);
}

// Whether brackets nest deeper than that outside of texts.
bool IsTooDeep(absl::string_view text) {
  int depth = 0;
  bool is_text = false;
  for (size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (is_text && c == '\\') {
      ++i;
    } else if (c == '"') {
      is_text = !is_text;
    } else if (!is_text && (c == '[' || c == '{')) {
      if (++depth > kMaxRequestDepth) return true;
    } else if (!is_text && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return false;
}

std::optional<int64_t> IntegerOf(const json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  // What is beyond int64 has no exact value here.
  if (value.is_number_unsigned() && value.get<uint64_t>() > INT64_MAX) return std::nullopt;
  return value.is_number_integer() ? std::optional<int64_t>(value.get<int64_t>()) : std::nullopt;
}

// The elements of `data` in row-major order.
struct Elements {
  // Of all kinds.
  int64_t count = 0;
  // The first ones, as long as they are integers.
  std::vector<int64_t> integers;
  bool are_integers = true;
};

void AddElements(const json& data, bool takes_booleans, Elements* elements) {
  if (data.is_array()) {
    for (const json& each : data) AddElements(each, takes_booleans, elements);
    return;
  }
  ++elements->count;
  const bool is_readable = takes_booleans || !data.is_boolean();
  const std::optional<int64_t> element = is_readable ? IntegerOf(data) : std::nullopt;
  elements->are_integers = elements->are_integers && element.has_value();
  if (elements->are_integers && elements->integers.size() <= kMaxElements) {
    elements->integers.push_back(*element);
  }
}

// Integers and booleans are read; of other data the number alone has to be right.
absl::Status ReadData(const json& data, GuardRequest::Tensor* tensor) {
  const auto element = static_cast<shape::ElementType>(tensor->element_type);
  Elements elements;
  AddElements(data, element == shape::ElementType::kBool, &elements);
  const std::optional<int64_t> count = CountElements(tensor->sizes);
  if (count && *count != elements.count) {
    return MalformedRequest(absl::StrCat("input ", tensor->name, " has ", elements.count,
                                         " elements in data; by its shape they are ", *count));
  }
  if (!shape::IsIntegerOrBool(element)) return absl::OkStatus();
  if (!elements.are_integers) {
    return MalformedRequest(absl::StrCat("input ", tensor->name, " has data of another type"));
  }
  if (elements.integers.size() <= kMaxElements) tensor->elements = std::move(elements.integers);
  return absl::OkStatus();
}

absl::StatusOr<GuardRequest::Tensor> ReadTensor(const json& input) {
  const auto text = [&input](const char* name) {
    const auto found = input.find(name);
    return found != input.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!input.is_object() || text("name").empty()) return MalformedRequest("an input has no name");
  GuardRequest::Tensor tensor;
  tensor.name = text("name");
  const std::string datatype = text("datatype");
  const std::optional<shape::ElementType> type = shape::KserveDatatypeNamed(datatype);
  if (!type) {
    return MalformedRequest(
        absl::StrCat("input ", tensor.name, " has no datatype such as FP32: \"", datatype, "\""));
  }
  tensor.element_type = static_cast<v1::ElementType>(*type);
  const auto sizes = input.find("shape");
  if (sizes == input.end() || !sizes->is_array()) {
    return MalformedRequest(absl::StrCat("input ", tensor.name, " has no shape"));
  }
  for (const json& size : *sizes) {
    const std::optional<int64_t> number = size.is_number() ? IntegerOf(size) : std::nullopt;
    if (!number)
      return MalformedRequest(absl::StrCat("input ", tensor.name, " has a size that is none"));
    tensor.sizes.push_back(*number);
  }
  const auto data = input.find("data");
  if (data != input.end()) {
    absl::Status status = ReadData(*data, &tensor);
    if (!status.ok()) return status;
  }
  return tensor;
}

}  // namespace

std::vector<guard::RequestTensor> GuardRequest::Tensors() const {
  std::vector<guard::RequestTensor> tensors;
  for (const Tensor& input : inputs) {
    tensors.push_back({input.name, input.element_type, input.sizes, input.elements});
  }
  return tensors;
}

std::optional<int64_t> CountElements(absl::Span<const int64_t> sizes) {
  std::optional<int64_t> count = 1;
  for (const int64_t size : sizes) {
    if (size < 0 || !count) return std::nullopt;
    count = symbolic::CheckedMul(*count, size);
  }
  return count;
}

absl::StatusOr<GuardRequest> ReadInferBody(absl::string_view text) {
  if (IsTooDeep(text)) return MalformedRequest("the JSON nests too deep");
  const json body = json::parse(text.begin(), text.end(), nullptr, false);
  if (!body.is_object()) return MalformedRequest("the body is not a JSON object");
  GuardRequest request;
  const auto model = body.find("model");
  if (model != body.end() && model->is_string()) request.model = model->get<std::string>();
  const auto inputs = body.find("inputs");
  if (inputs == body.end() || !inputs->is_array()) {
    request.defect = "\"inputs\" has to be a list";
    return request;
  }
  for (const json& input : *inputs) {
    absl::StatusOr<GuardRequest::Tensor> tensor = ReadTensor(input);
    if (!tensor.ok()) {
      request.defect = std::string(tensor.status().message());
      return request;
    }
    request.inputs.push_back(*std::move(tensor));
  }
  return request;
}

absl::StatusOr<GuardRequest> ReadGuardRequest(absl::string_view text) {
  absl::StatusOr<GuardRequest> request = ReadInferBody(text);
  if (request.ok() && request->model.empty()) {
    return MalformedRequest("\"model\" has to be an inference_id or a path");
  }
  return request;
}

}  // namespace shapewright::server
