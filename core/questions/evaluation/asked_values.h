#ifndef SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_ASKED_VALUES_H_
#define SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_ASKED_VALUES_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/types/span.h"
#include "core/graph/model.h"
#include "core/inference/engine/answer_numbering.h"
#include "core/inference/engine/engine.h"

namespace shapewright::questions {

// Answer numbers of the main graph's outputs, without optional ones that are left out.
std::vector<uint32_t> NumbersOfOutputs(const graph::Model& model,
                                       const inference::AnswerNumbering& numbering);

// Appends the values that the field `values` names, in the order of the names.
absl::Status AddNamed(const graph::Model& model, const inference::AnswerNumbering& numbering,
                      const google::protobuf::RepeatedPtrField<std::string>& names,
                      std::vector<uint32_t>& numbers);

std::vector<graph::ValueId> SelectValues(const inference::AnswerNumbering& numbering,
                                         const std::vector<uint32_t>& numbers);

// Their types; of inputs as they are declared: a binding tells their sizes, of which what inference
// has put in their place may be an unknown.
std::vector<shape::TypeId> DeclaredTypesOf(inference::Engine& engine,
                                           absl::Span<const graph::ValueId> values);

}  // namespace shapewright::questions

#endif  // SHAPEWRIGHT_CORE_QUESTIONS_EVALUATION_ASKED_VALUES_H_
