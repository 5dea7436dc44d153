#include "core/wire/inference_id.h"

#include <google/protobuf/repeated_ptr_field.h>

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "core/wire/model_id.h"
#include "shapewright/version.h"

namespace shapewright {
namespace {

// Clients keep them in tables, which have no order in some languages. No answer depends on it.
template <typename Item>
void SortByName(google::protobuf::RepeatedPtrField<Item>* items) {
  std::stable_sort(items->pointer_begin(), items->pointer_end(),
                   [](const Item* a, const Item* b) { return a->name() < b->name(); });
}

}  // namespace

std::string CanonicalSpec(const v1::ModelSpec& spec) {
  v1::ModelSpec rest;
  *rest.mutable_input_types() = spec.input_types();
  *rest.mutable_premises() = spec.premises();
  *rest.mutable_constants() = spec.constants();
  *rest.mutable_operator_rules() = spec.operator_rules();
  // Options that say nothing are as none.
  if (spec.options().ByteSizeLong() > 0) *rest.mutable_options() = spec.options();
  SortByName(rest.mutable_input_types());
  SortByName(rest.mutable_constants());
  return rest.SerializeAsString();
}

std::string InferenceId(absl::string_view model_id, absl::string_view canonical_spec) {
  // Neither of the first two has a line break in it.
  return absl::StrCat("inference:",
                      HexSha256(absl::StrCat(AnswersId(), "\n", model_id, "\n", canonical_spec)));
}

}  // namespace shapewright
