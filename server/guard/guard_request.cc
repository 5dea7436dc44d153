#include "server/guard/guard_request.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "core/inference/describe.h"

namespace shapewright::server {
namespace {

using nlohmann::json;

// `data` may be lists within each other, as many as there are axes.
constexpr int kMaxDepth = 32;
constexpr size_t kMaxElements = 1024;

absl::Status Malformed(absl::string_view message) { return absl::InvalidArgumentError(message); }

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
      if (++depth > kMaxDepth) return true;
    } else if (!is_text && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return false;
}

std::optional<v1::ElementType> ElementTypeOf(const std::string& datatype) {
  if (datatype.empty()) return std::nullopt;
  for (int number = 1; number < shape::kElementTypeCount; ++number) {
    const auto element = static_cast<shape::ElementType>(number);
    if (datatype == inference::KserveDatatype(element)) {
      return static_cast<v1::ElementType>(number);
    }
  }
  return std::nullopt;
}

std::optional<int64_t> IntegerOf(const json& value) {
  if (value.is_boolean()) return value.get<bool>() ? 1 : 0;
  // What is beyond int64 has no exact value here.
  if (value.is_number_unsigned() && value.get<uint64_t>() > INT64_MAX) return std::nullopt;
  return value.is_number_integer() ? std::optional<int64_t>(value.get<int64_t>()) : std::nullopt;
}

// Appends the elements in row-major order. False where one is no integer, or they are many.
bool AddElements(const json& data, std::vector<int64_t>* elements) {
  if (!data.is_array()) {
    const std::optional<int64_t> element = IntegerOf(data);
    if (!element || elements->size() == kMaxElements) return false;
    elements->push_back(*element);
    return true;
  }
  return std::all_of(data.begin(), data.end(),
                     [elements](const json& each) { return AddElements(each, elements); });
}

absl::StatusOr<GuardRequest::Tensor> ReadTensor(const json& input) {
  const auto text = [&input](const char* name) {
    const auto found = input.find(name);
    return found != input.end() && found->is_string() ? found->get<std::string>() : std::string();
  };
  if (!input.is_object() || text("name").empty()) return Malformed("an input has no name");
  GuardRequest::Tensor tensor;
  tensor.name = text("name");
  const std::string datatype = text("datatype");
  const std::optional<v1::ElementType> type = ElementTypeOf(datatype);
  if (!type) {
    return Malformed(
        absl::StrCat("input ", tensor.name, " has no datatype such as FP32: \"", datatype, "\""));
  }
  tensor.element_type = *type;
  const auto sizes = input.find("shape");
  if (sizes == input.end() || !sizes->is_array()) {
    return Malformed(absl::StrCat("input ", tensor.name, " has no shape"));
  }
  for (const json& size : *sizes) {
    const std::optional<int64_t> number = size.is_number() ? IntegerOf(size) : std::nullopt;
    if (!number) return Malformed(absl::StrCat("input ", tensor.name, " has a size that is none"));
    tensor.sizes.push_back(*number);
  }
  const auto data = input.find("data");
  if (data != input.end() && !AddElements(*data, &tensor.elements)) tensor.elements.clear();
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

absl::StatusOr<GuardRequest> ReadGuardRequest(absl::string_view text) {
  if (IsTooDeep(text)) return Malformed("the JSON nests too deep");
  const json body = json::parse(text.begin(), text.end(), nullptr, false);
  if (!body.is_object()) return Malformed("the body is no JSON object");
  GuardRequest request;
  const auto model = body.find("model");
  if (model == body.end() || !model->is_string() || model->get_ref<const std::string&>().empty()) {
    return Malformed("\"model\" has to be an inference_id or a path");
  }
  request.model = model->get<std::string>();
  const auto inputs = body.find("inputs");
  if (inputs == body.end() || !inputs->is_array()) return Malformed("\"inputs\" has to be a list");
  for (const json& input : *inputs) {
    absl::StatusOr<GuardRequest::Tensor> tensor = ReadTensor(input);
    if (!tensor.ok()) return tensor.status();
    request.inputs.push_back(*std::move(tensor));
  }
  return request;
}

}  // namespace shapewright::server
