#include "core/questions/evaluation/asked_values.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "core/base/hash_map.h"
#include "core/base/nearest_name.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::questions {

using graph::FieldError;
using graph::Item;
using graph::ValueId;
using inference::AnswerNumbering;

std::vector<uint32_t> NumbersOfOutputs(const graph::Model& model,
                                       const AnswerNumbering& numbering) {
  std::vector<uint32_t> numbers;
  for (const ValueId output : model.graphs[0].outputs) {
    const uint32_t number =
        output == graph::kNoValue ? AnswerNumbering::kNone : numbering.NumberOf(output);
    if (number < numbering.values(0).size()) numbers.push_back(number);
  }
  return numbers;
}

absl::Status AddNamed(const graph::Model& model, const AnswerNumbering& numbering,
                      const google::protobuf::RepeatedPtrField<std::string>& names,
                      std::vector<uint32_t>& numbers) {
  if (names.empty()) return absl::OkStatus();
  constexpr uint32_t kTaken = AnswerNumbering::kNone;
  HashMap<absl::string_view, uint32_t> numbers_by_name;
  for (const ValueId value : numbering.values(0)) {
    numbers_by_name.emplace(model.values[value].name, numbering.NumberOf(value));
  }
  for (int i = 0; i < names.size(); ++i) {
    const auto found = numbers_by_name.find(names[i]);
    if (found == numbers_by_name.end()) {
      NearestName nearest(names[i]);
      for (const ValueId value : numbering.values(0)) nearest.Consider(model.values[value].name);
      return FieldError(Item("values", i),
                        absl::StrCat("the main graph has no value ", graph::Quoted(names[i]),
                                     nearest.Question()));
    }
    if (found->second == kTaken) {
      return FieldError(Item("values", i),
                        absl::StrCat(graph::Quoted(names[i]), " stands there twice"));
    }
    numbers.push_back(std::exchange(found->second, kTaken));
  }
  return absl::OkStatus();
}

std::vector<ValueId> SelectValues(const AnswerNumbering& numbering,
                                  const std::vector<uint32_t>& numbers) {
  std::vector<ValueId> values;
  values.reserve(numbers.size());
  for (const uint32_t number : numbers) values.push_back(numbering.value(number));
  return values;
}

std::vector<shape::TypeId> DeclaredTypesOf(inference::Engine& engine,
                                           absl::Span<const graph::ValueId> values) {
  const graph::Model& model = engine.workspace().model();
  const shape::TypeTable& table = engine.workspace().types();
  HashMap<graph::ValueId, shape::TypeId> declared;
  for (size_t i = 0; i < model.graphs[0].inputs.size(); ++i) {
    declared.emplace(model.graphs[0].inputs[i], engine.DeclaredInputType(i));
  }
  std::vector<shape::TypeId> types;
  for (const graph::ValueId id : values) {
    types.push_back(engine.TypeOf(id));
    const auto input = declared.find(id);
    if (input == declared.end()) continue;
    const shape::Type& own = table.at(input->second);
    const shape::Type& known = table.at(types.back());
    const bool are_alike = own.has_rank() && known.has_rank() &&
                           own.shape.rank() == known.shape.rank() && own.element == known.element;
    if (are_alike) types.back() = input->second;
  }
  return types;
}

}  // namespace shapewright::questions
