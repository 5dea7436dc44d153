#include "core/library/request.h"

#include <string>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/time/clock.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/query/type_text.h"

namespace shapewright {
namespace {

void WriteTensor(ElementType element, absl::Span<const int64_t> sizes,
                 absl::Span<const int64_t> values, v1::Tensor* out) {
  out->set_element_type(static_cast<v1::ElementType>(element));
  out->mutable_sizes()->Add(sizes.begin(), sizes.end());
  out->mutable_ints()->Add(values.begin(), values.end());
}

}  // namespace

absl::Status WriteRequest(const InferenceOptions& options, v1::InferShapesRequest* request) {
  for (size_t i = 0; i < options.input_types.size(); ++i) {
    v1::Value* input = request->add_overrides();
    input->set_name(options.input_types[i].name);
    const absl::Status status =
        query::ReadTypeText(options.input_types[i].type, input->mutable_type());
    if (!status.ok()) {
      return graph::Within(graph::Item("input_types", static_cast<int>(i)),
                           graph::FieldError("type", status.message()));
    }
  }
  for (const KnownElements& known : options.constants) {
    v1::InputElements* out = request->add_constants();
    out->set_input(known.name);
    WriteTensor(known.element_type, known.sizes, known.values, out->mutable_tensor());
  }
  for (const SymbolRange& known : options.symbols) {
    v1::SymbolFact* out = request->add_symbols();
    out->set_symbol(known.symbol);
    if (known.range.min) out->mutable_bounds()->set_min(*known.range.min);
    if (known.range.max) out->mutable_bounds()->set_max(*known.range.max);
    out->set_divisor(known.divisor);
    out->mutable_allowed()->Add(known.allowed.begin(), known.allowed.end());
  }
  request->set_strictness(static_cast<v1::Strictness>(options.strictness));
  request->set_check_types(options.check_types);
  request->set_work_limit(options.work_limit);
  request->set_max_answer_bytes(options.max_answer_bytes);
  return absl::OkStatus();
}

v1::Binding WriteBinding(const Binding& binding, const Inference& inference) {
  v1::Binding out;
  for (const SymbolSize& size : binding.symbols) {
    v1::SymbolSize* symbol = out.add_symbols();
    symbol->set_symbol(size.symbol);
    symbol->set_size(size.size);
  }
  for (const InputSizes& input : binding.inputs) {
    const Value* value = inference.FindValue(input.name);
    const bool has_axes = value != nullptr && value->type->has_rank && !value->type->dims.empty();
    if (input.values.empty()) {
      if (input.sizes.empty() && has_axes) continue;
      v1::InputSizes* given = out.add_inputs();
      given->set_input(input.name);
      given->mutable_sizes()->Add(input.sizes.begin(), input.sizes.end());
      continue;
    }
    std::vector<int64_t> sizes = input.sizes;
    if (sizes.empty() && has_axes) sizes.push_back(static_cast<int64_t>(input.values.size()));
    v1::InputElements* given = out.add_elements();
    given->set_input(input.name);
    WriteTensor(ElementType::kInt64, sizes, input.values, given->mutable_tensor());
  }
  return out;
}

absl::Status InLibraryWords(absl::Status status) {
  const std::string field = graph::FieldOf(status);
  constexpr absl::string_view kOverrides = "overrides";
  if (absl::StartsWith(field, kOverrides)) {
    status.SetPayload(graph::kFieldPayload,
                      absl::Cord(absl::StrCat("input_types", field.substr(kOverrides.size()))));
  }
  return status;
}

std::function<absl::Status()> CheckUntil(absl::Time deadline,
                                         const std::function<absl::Status()>& check) {
  if (deadline == absl::InfiniteFuture()) return check;
  return [deadline, check] {
    if (absl::Now() >= deadline) return absl::DeadlineExceededError("the deadline has passed");
    return check ? check() : absl::OkStatus();
  };
}

}  // namespace shapewright
