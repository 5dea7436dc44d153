#include "core/library/request.h"

#include <string>
#include <vector>

#include "absl/strings/cord.h"
#include "absl/strings/strip.h"
#include "absl/time/clock.h"
#include "core/graph/read_error.h"
#include "core/library/rule_call.h"

namespace shapewright {
namespace {

void WriteTensor(ElementType element, absl::Span<const int64_t> sizes,
                 absl::Span<const int64_t> values, v1::Tensor* out) {
  out->set_element_type(static_cast<v1::ElementType>(element));
  out->mutable_sizes()->Add(sizes.begin(), sizes.end());
  out->mutable_ints()->Add(values.begin(), values.end());
}

}  // namespace

void WriteRequest(const InferenceOptions& options, v1::InferShapesRequest* request) {
  v1::ModelSpec* spec = request->mutable_model();
  for (const InputType& input : options.input_types) {
    v1::NamedType* out = spec->add_input_types();
    out->set_name(input.name);
    out->mutable_type()->set_text(input.type);
  }
  for (const KnownElements& known : options.constants) {
    v1::NamedTensor* out = spec->add_constants();
    out->set_name(known.name);
    WriteTensor(known.element_type, known.sizes, known.values, out->mutable_tensor());
  }
  for (const std::string& premise : options.premises) spec->add_premises(premise);
  WriteRules(options.rules, spec);
  spec->mutable_options()->set_check_types(options.check_types);
  request->set_strictness(static_cast<v1::Strictness>(options.strictness));
  request->mutable_limits()->set_work(options.work_limit);
  request->mutable_limits()->set_answer_bytes(options.max_answer_bytes);
}

v1::Binding WriteBinding(const Binding& binding) {
  v1::Binding out;
  for (const SymbolSize& size : binding.symbols) {
    v1::SymbolSize* symbol = out.add_symbols();
    symbol->set_symbol(size.symbol);
    symbol->set_size(size.size);
  }
  for (const InputSizes& input : binding.inputs) {
    v1::InputSizes* given = out.add_inputs();
    given->set_name(input.name);
    given->mutable_sizes()->Add(input.sizes.begin(), input.sizes.end());
    given->mutable_values()->Add(input.values.begin(), input.values.end());
    given->set_scalar(input.is_scalar);
  }
  return out;
}

absl::Status InLibraryWords(absl::Status status) {
  const std::string field = graph::FieldOf(status);
  absl::string_view option = field;
  if (absl::ConsumePrefix(&option, "model.")) {
    absl::ConsumeSuffix(&option, ".text");
    absl::ConsumePrefix(&option, "operator_");
    status.SetPayload(graph::kFieldPayload, absl::Cord(option));
  }
  return status;
}

std::function<absl::Status()> CheckUntil(absl::Time deadline,
                                         const std::function<absl::Status()>& check) {
  if (deadline == absl::InfiniteFuture()) return check;
  return [deadline, check] {
    if (absl::Now() < deadline) return check ? check() : absl::OkStatus();
    absl::Status passed =
        absl::DeadlineExceededError("the deadline passed before the answer came; allow more time");
    passed.SetPayload(kReasonPayload, absl::Cord("DEADLINE_EXCEEDED"));
    return passed;
  };
}

}  // namespace shapewright
