#include "client/cpp/cli/diff/compare_values.h"

#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_join.h"
#include "page/answer_text.h"

namespace shapewright::cli {
namespace {

using symbolic::Expr;
using symbolic::Interval;
using Values = google::protobuf::RepeatedPtrField<v1::ValueInfo>;
using ValueMap = absl::flat_hash_map<std::string, const v1::ValueInfo*>;

ValueMap ByName(const Values& values) {
  ValueMap map;
  for (const v1::ValueInfo& value : values) map.try_emplace(value.name(), &value);
  return map;
}

const v1::TensorType* TensorOf(const v1::Type& type) {
  if (type.has_tensor()) return &type.tensor();
  return type.has_sparse_tensor() ? &type.sparse_tensor() : nullptr;
}

const v1::Type* ElementOf(const v1::Type& type) {
  if (type.has_sequence()) return &type.sequence().element();
  if (type.has_optional()) return &type.optional().element();
  return type.has_map() ? &type.map().value() : nullptr;
}

std::string TypeText(const v1::Type& type) { return type.text().empty() ? "?" : type.text(); }

Interval RangeOf(const v1::Dim& dim) {
  if (dim.has_size()) return Interval::Point(dim.size());
  Interval range = Interval::Size();
  if (dim.range().has_min()) range.min = dim.range().min();
  if (dim.range().has_max()) range.max = dim.range().max();
  return range;
}

// Compares the types of one value.
class TypeComparison {
 public:
  TypeComparison(Part part, const std::string& name, MatchedSymbols& symbols,
                 std::vector<Change>& out)
      : part_(part), name_(name), symbols_(symbols), out_(out) {}

  void Compare(const v1::Type& before, const v1::Type& after) {
    before_ = &before;
    after_ = &after;
    CompareTypes(before, after);
  }

 private:
  void CompareTypes(const v1::Type& before, const v1::Type& after) {
    const v1::TensorType* const old_tensor = TensorOf(before);
    const v1::TensorType* const new_tensor = TensorOf(after);
    if (before.kind_case() == v1::Type::KIND_NOT_SET ||
        after.kind_case() == v1::Type::KIND_NOT_SET) {
      if (before.kind_case() != after.kind_case()) TellWhole(IsUnknownBefore(before));
    } else if (before.kind_case() != after.kind_case()) {
      TellWhole(false);
    } else if (old_tensor != nullptr && new_tensor != nullptr) {
      if (before.alternatives_size() != after.alternatives_size()) return TellWhole(false);
      CompareTensors(*old_tensor, *new_tensor);
    } else if (ElementOf(before) != nullptr) {
      CompareTypes(*ElementOf(before), *ElementOf(after));
    } else if (before.text() != after.text()) {
      TellWhole(false);
    }
  }

  void CompareTensors(const v1::TensorType& before, const v1::TensorType& after) {
    if (before.element_type() != after.element_type()) {
      return TellWhole(before.element_type() == v1::ELEMENT_TYPE_UNSPECIFIED);
    }
    if (before.has_shape() != after.has_shape()) return TellWhole(!before.has_shape());
    if (!before.has_shape()) return;
    if (before.shape().dims_size() != after.shape().dims_size()) return TellWhole(false);
    for (int axis = 0; axis < before.shape().dims_size() && symbols_.work().Count(); ++axis) {
      CompareDims(axis, before.shape().dims(axis), after.shape().dims(axis));
    }
  }

  void CompareDims(int axis, const v1::Dim& before, const v1::Dim& after) {
    const Expr old_size = symbols_.Before(before);
    const Expr new_size = symbols_.After(after);
    if (old_size == new_size) return;
    // Changes of inputs are told there, not at each value that follows them.
    if (part_ == Part::kValue && symbols_.IsSameWithin(old_size, new_size)) return;
    Change change;
    const bool is_same_as_before = symbols_.AsBefore(new_size) == old_size;
    if (part_ == Part::kInput) {
      const bool takes_it = is_same_as_before || TakesAnySize(axis, old_size, after);
      change.effect = takes_it ? Effect::kWidens : Effect::kBreaks;
    } else if (part_ == Part::kOutput && !is_same_as_before) {
      change.effect = EffectOnOutput(old_size, before, after);
    }
    change.axis = axis;
    change.before = DimText(before);
    change.after = DimText(after);
    Tell(std::move(change));
  }

  // A size of its own takes whatever the earlier one took.
  bool TakesAnySize(int axis, Expr old_size, const v1::Dim& after) {
    return symbols_.IsFreeAfter(name_, axis, after) &&
           (!old_size.is_constant() || RangeOf(after).Contains(old_size.constant()));
  }

  // More may be known of a size than was; else callers that counted on it are wrong.
  Effect EffectOnOutput(Expr old_size, const v1::Dim& before, const v1::Dim& after) {
    if (!symbols_.HasUnknown(old_size)) return Effect::kBreaks;
    return RangeOf(before).Contains(RangeOf(after)) ? Effect::kOther : Effect::kBreaks;
  }

  static bool IsUnknownBefore(const v1::Type& before) {
    return before.kind_case() == v1::Type::KIND_NOT_SET;
  }

  // `was_unknown`: the earlier type said less of it than the later one does.
  void TellWhole(bool was_unknown) {
    Change change;
    if (part_ == Part::kInput) {
      const bool is_unknown =
          after_->kind_case() == v1::Type::KIND_NOT_SET ||
          (TensorOf(*after_) != nullptr && TensorOf(*before_) != nullptr &&
           !TensorOf(*after_)->has_shape() &&
           TensorOf(*after_)->element_type() == TensorOf(*before_)->element_type());
      change.effect = is_unknown ? Effect::kWidens : Effect::kBreaks;
    } else if (part_ == Part::kOutput) {
      change.effect = was_unknown ? Effect::kOther : Effect::kBreaks;
    }
    change.before = TypeText(*before_);
    change.after = TypeText(*after_);
    Tell(std::move(change));
  }

  void Tell(Change change) {
    change.part = part_;
    change.what = What::kType;
    change.name = name_;
    out_.push_back(std::move(change));
  }

  const Part part_;
  const std::string& name_;
  MatchedSymbols& symbols_;
  std::vector<Change>& out_;
  const v1::Type* before_ = nullptr;
  const v1::Type* after_ = nullptr;
};

void TellOne(Part part, What what, Effect effect, const v1::ValueInfo& value,
             std::vector<Change>& out) {
  Change change;
  change.part = part;
  change.what = what;
  change.effect = effect;
  change.name = value.name();
  (what == What::kGone ? change.before : change.after) = TypeText(value.type());
  out.push_back(std::move(change));
}

// The order of what both have; what is new in front of it moves it too.
void CompareOrder(Part part, const Values& before, const Values& after, std::vector<Change>& out) {
  const ValueMap old_values = ByName(before);
  const ValueMap new_values = ByName(after);
  std::vector<std::string> old_order;
  std::vector<std::string> new_order;
  for (const v1::ValueInfo& value : before) {
    if (new_values.contains(value.name())) old_order.push_back(value.name());
  }
  size_t kept = 0;
  bool is_moved = false;
  for (const v1::ValueInfo& value : after) {
    if (old_values.contains(value.name())) {
      new_order.push_back(value.name());
      kept += 1;
    } else {
      is_moved |= kept < old_order.size();
    }
  }
  if (!is_moved && old_order == new_order) return;
  Change change;
  change.part = part;
  change.what = What::kOrder;
  change.effect = Effect::kBreaks;
  const auto name = [](std::string* text, const v1::ValueInfo& value) {
    text->append(value.name());
  };
  change.before = absl::StrJoin(before, ", ", name);
  change.after = absl::StrJoin(after, ", ", name);
  change.reason = "callers that give or take them by place";
  out.push_back(std::move(change));
}

// Inputs that need not be given: the model has a default of them.
ValueMap OptionalInputs(const v1::InferShapesResponse& response) {
  ValueMap inputs;
  if (response.graphs().empty()) return inputs;
  const ValueMap needed = ByName(response.inputs());
  for (const v1::ValueInfo& value : response.graphs(0).values()) {
    if (value.has_input() && !needed.contains(value.name())) {
      inputs.try_emplace(value.name(), &value);
    }
  }
  return inputs;
}

void TellDefault(const v1::ValueInfo& before, const v1::ValueInfo& after, bool is_new,
                 MatchedSymbols& symbols, std::vector<Change>& out) {
  Change change;
  change.part = Part::kInput;
  change.what = is_new ? What::kLooser : What::kStricter;
  change.effect = is_new ? Effect::kWidens : Effect::kBreaks;
  change.name = before.name();
  change.before = TypeText(before.type());
  change.after = TypeText(after.type());
  change.reason = is_new ? "it has a default now" : "it has no default any more";
  out.push_back(std::move(change));
  TypeComparison(Part::kInput, before.name(), symbols, out).Compare(before.type(), after.type());
}

// Inputs or outputs of a model. `optional`: inputs that it has, but that need not be given.
struct ValueList {
  const Values& values;
  ValueMap optional;
};

void CompareLists(Part part, const ValueList& before, const ValueList& after,
                  MatchedSymbols& symbols, std::vector<Change>& out) {
  const ValueMap old_values = ByName(before.values);
  const ValueMap new_values = ByName(after.values);
  for (const v1::ValueInfo& value : before.values) {
    const auto found = new_values.find(value.name());
    const auto optional = after.optional.find(value.name());
    if (found != new_values.end()) {
      TypeComparison(part, value.name(), symbols, out).Compare(value.type(), found->second->type());
    } else if (optional != after.optional.end()) {
      TellDefault(value, *optional->second, true, symbols, out);
    } else {
      TellOne(part, What::kGone, Effect::kBreaks, value, out);
    }
  }
  for (const v1::ValueInfo& value : after.values) {
    if (old_values.contains(value.name())) continue;
    const auto optional = before.optional.find(value.name());
    if (optional != before.optional.end()) {
      TellDefault(*optional->second, value, false, symbols, out);
    } else {
      TellOne(part, What::kAdded, part == Part::kInput ? Effect::kBreaks : Effect::kOther, value,
              out);
    }
  }
  CompareOrder(part, before.values, after.values, out);
}

// What nodes make, but for what is told as an output of a model.
ValueMap InnerValues(const v1::InferShapesResponse& response,
                     const v1::InferShapesResponse& other) {
  ValueMap values;
  const ValueMap outputs = ByName(response.outputs());
  const ValueMap other_outputs = ByName(other.outputs());
  for (const v1::ValueInfo& value : response.graphs(0).values()) {
    if (value.has_node() && !value.name().empty() && !outputs.contains(value.name()) &&
        !other_outputs.contains(value.name())) {
      values.try_emplace(value.name(), &value);
    }
  }
  return values;
}

}  // namespace

void CompareSignatures(const v1::InferShapesResponse& before, const v1::InferShapesResponse& after,
                       MatchedSymbols& symbols, std::vector<Change>& out) {
  CompareLists(Part::kInput, {before.inputs(), OptionalInputs(before)},
               {after.inputs(), OptionalInputs(after)}, symbols, out);
  CompareLists(Part::kOutput, {before.outputs(), {}}, {after.outputs(), {}}, symbols, out);
}

void CompareInnerValues(const v1::InferShapesResponse& before, const v1::InferShapesResponse& after,
                        MatchedSymbols& symbols, std::vector<Change>& out) {
  if (before.graphs().empty() || after.graphs().empty()) return;
  const ValueMap old_values = InnerValues(before, after);
  const ValueMap new_values = InnerValues(after, before);
  // In the order of the models.
  for (const v1::ValueInfo& value : before.graphs(0).values()) {
    if (!old_values.contains(value.name())) continue;
    const auto found = new_values.find(value.name());
    if (found == new_values.end()) {
      TellOne(Part::kValue, What::kGone, Effect::kOther, value, out);
    } else {
      TypeComparison(Part::kValue, value.name(), symbols, out)
          .Compare(value.type(), found->second->type());
    }
  }
  for (const v1::ValueInfo& value : after.graphs(0).values()) {
    if (!new_values.contains(value.name()) || old_values.contains(value.name())) continue;
    TellOne(Part::kValue, What::kAdded, Effect::kOther, value, out);
  }
}

}  // namespace shapewright::cli
