#include "core/questions/planning/wanted_values.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/base/nearest_name.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"

namespace shapewright::questions {
namespace {

using inference::AnswerNumbering;
using inference::Engine;
using symbolic::Expr;

constexpr uint64_t kCountPerValue = 8;

// Recursion is bounded by the depth of types, which the reader limits.
void AddContents(const shape::TypeTable& types, shape::TypeId id, std::vector<Expr> lengths,
                 WantedValue* value) {
  const shape::Type& type = types.at(id);
  if (!type.alternatives.empty()) {
    for (const shape::TypeAlternative& each : type.alternatives) {
      if (!each.condition.is_unknown()) value->conditions.push_back(each.condition);
      AddContents(types, each.type, lengths, value);
    }
  } else if (type.has_rank()) {
    lengths.insert(lengths.end(), type.shape.dims.begin(), type.shape.dims.end());
    value->tensors.push_back(std::move(lengths));
  } else if (type.kind == shape::TypeKind::kOptional) {
    AddContents(types, type.inner, std::move(lengths), value);
  } else if (type.kind == shape::TypeKind::kSequence && !type.positions.empty()) {
    for (const shape::TypeId position : type.positions) {
      AddContents(types, position, lengths, value);
    }
  } else if (type.kind == shape::TypeKind::kSequence) {
    if (type.length.is_constant(0)) return;
    lengths.push_back(type.length);
    AddContents(types, type.inner, std::move(lengths), value);
  } else {
    value->missing = type.is_tensor() ? "its rank is not known" : "it is not known to be a tensor";
  }
}

absl::StatusOr<std::vector<uint32_t>> NumbersOf(
    const graph::Model& model, const AnswerNumbering& numbering,
    const google::protobuf::RepeatedPtrField<std::string>& names) {
  std::vector<uint32_t> numbers;
  if (names.empty()) {
    for (uint32_t number = 0; number < numbering.size(); ++number) numbers.push_back(number);
    return numbers;
  }
  HashMap<absl::string_view, uint32_t> by_name;
  for (const graph::ValueId value : numbering.values(0)) {
    by_name.emplace(model.values[value].name, numbering.NumberOf(value));
  }
  for (int i = 0; i < names.size(); ++i) {
    const auto found = by_name.find(names[i]);
    if (found == by_name.end()) {
      NearestName nearest(names[i]);
      for (const auto& [name, number] : by_name) nearest.Consider(name);
      return graph::FieldError(graph::Item("values", i),
                               absl::StrCat("the main graph has no value ", graph::Quoted(names[i]),
                                            nearest.Question()));
    }
    numbers.push_back(found->second);
  }
  return numbers;
}

}  // namespace

absl::StatusOr<std::vector<WantedValue>> FindWantedValues(
    Engine& engine, const AnswerNumbering& numbering, const UnsettledValues& unsettled,
    const v1::FindSymbolsToBindRequest& request) {
  const auto numbers = NumbersOf(engine.workspace().model(), numbering, request.values());
  if (!numbers.ok()) return numbers.status();
  std::vector<WantedValue> values;
  for (const uint32_t number : *numbers) {
    if (!engine.work().Count(kCountPerValue)) break;
    const graph::ValueId id = numbering.value(number);
    WantedValue& value = values.emplace_back();
    value.number = number;
    AddContents(engine.workspace().types(), engine.TypeOf(id), {}, &value);
    // What a binding decides without an expression that says how.
    if (unsettled.Contains(id) || unsettled.RestsOnDeclaration(id)) {
      value.missing =
          "sizes or elements of inputs decide it; EvaluateShapes finds it for given ones";
    }
  }
  return values;
}

}  // namespace shapewright::questions
