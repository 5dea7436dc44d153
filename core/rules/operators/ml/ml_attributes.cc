#include "core/rules/operators/ml/ml_attributes.h"

#include <array>
#include <optional>

#include "absl/strings/str_cat.h"

namespace shapewright::rules {
namespace {

using graph::AttributeKind;

// A list attribute, or a tensor of one dim.
struct List {
  ElementType element = ElementType::kUndefined;
  int64_t size = 0;
};

// Nothing for an attribute that is no list.
std::optional<List> ReadList(const graph::Attribute& attribute) {
  switch (attribute.kind) {
    case AttributeKind::kInts:
      return List{ElementType::kInt64, attribute.count};
    case AttributeKind::kFloats:
      return List{ElementType::kFloat, attribute.count};
    case AttributeKind::kStrings:
      return List{ElementType::kString, attribute.count};
    case AttributeKind::kTensor:
      if (attribute.tensor->dims.size() != 1) return std::nullopt;
      return List{attribute.tensor->element, attribute.tensor->dims[0]};
    default:
      return std::nullopt;
  }
}

void ReportInvalid(RuleContext& ctx, absl::string_view what) {
  ctx.Error("INVALID_ATTRIBUTE", {}, absl::StrCat(ctx.op().op_type, " ", what));
}

// The list of the first of these attributes that is there; reports where none is.
std::optional<List> ReadOneOf(RuleContext& ctx, absl::Span<const absl::string_view> names) {
  for (const absl::string_view name : names) {
    const graph::Attribute* attribute = ctx.FindAttribute(name);
    if (attribute == nullptr) continue;
    const auto list = ReadList(*attribute);
    if (!list) ReportInvalid(ctx, absl::StrCat("needs a vector as ", name));
    return list;
  }
  ctx.Error("MISSING_ATTRIBUTE", {},
            absl::StrCat(ctx.op().op_type, " needs ", names[0], " or another one of its kind"));
  return std::nullopt;
}

void RequireElement(RuleContext& ctx, ElementType element, ElementType other,
                    absl::string_view what) {
  if (element == ElementType::kUndefined || other == ElementType::kUndefined) return;
  if (element == other) return;
  ReportInvalid(ctx, absl::StrCat("has ", what, " of ", shape::ElementTypeName(element),
                                  ", and needs ", shape::ElementTypeName(other)));
}

void RequireSize(RuleContext& ctx, int64_t size, int64_t other, absl::string_view what) {
  if (size == other) return;
  ReportInvalid(ctx, absl::StrCat("has ", what, " of ", size, " entries, and needs ", other));
}

void CheckDefault(RuleContext& ctx, ElementType values) {
  const graph::Attribute* attribute = ctx.FindAttribute("default_tensor");
  if (attribute == nullptr || attribute->kind != AttributeKind::kTensor) return;
  RequireElement(ctx, attribute->tensor->element, values, "a default_tensor");
  const auto list = ReadList(*attribute);
  RequireSize(ctx, list ? list->size : 0, 1, "a default_tensor");
}

// A list of one entry per node or leaf.
struct NodeList {
  absl::string_view name;
  ElementType element;
  bool is_required = true;
};

void CheckPerNode(RuleContext& ctx, const NodeList& wanted, int64_t size) {
  const graph::Attribute* attribute = ctx.FindAttribute(wanted.name);
  if (attribute == nullptr) {
    if (!wanted.is_required) return;
    ctx.Error("MISSING_ATTRIBUTE", {}, absl::StrCat(ctx.op().op_type, " needs ", wanted.name));
    return;
  }
  const auto list = ReadList(*attribute);
  if (!list) return ReportInvalid(ctx, absl::StrCat("needs a vector as ", wanted.name));
  RequireSize(ctx, list->size, size, wanted.name);
  RequireElement(ctx, list->element, wanted.element, wanted.name);
}

}  // namespace

int64_t CountOf(const RuleContext& ctx, absl::string_view name) {
  const graph::Attribute* attribute = ctx.FindAttribute(name);
  if (attribute == nullptr || attribute->kind == AttributeKind::kTensor) return 0;
  const auto list = ReadList(*attribute);
  return list ? list->size : 0;
}

void CheckLabelEncoder(RuleContext& ctx) {
  if (ctx.version() < 2) return;
  constexpr std::array<absl::string_view, 4> kKeys = {"keys_tensor", "keys_strings", "keys_int64s",
                                                      "keys_floats"};
  constexpr std::array<absl::string_view, 4> kValues = {"values_tensor", "values_strings",
                                                        "values_int64s", "values_floats"};
  const auto keys = ReadOneOf(ctx, kKeys);
  const auto values = ReadOneOf(ctx, kValues);
  if (keys) RequireElement(ctx, keys->element, ctx.InputElement(0), "keys");
  if (keys && values) RequireSize(ctx, values->size, keys->size, "values");
  if (values) CheckDefault(ctx, values->element);
}

void CheckCategoryMapper(RuleContext& ctx) {
  for (const absl::string_view name : {"cats_int64s", "cats_strings"}) {
    if (ctx.FindAttribute(name) != nullptr) continue;
    ctx.Error("MISSING_ATTRIBUTE", {}, absl::StrCat("CategoryMapper needs ", name));
    return;
  }
  RequireSize(ctx, CountOf(ctx, "cats_strings"), CountOf(ctx, "cats_int64s"), "cats_strings");
}

void CheckOneHotEncoder(RuleContext& ctx) {
  const bool has_ints = ctx.FindAttribute("cats_int64s") != nullptr;
  if (has_ints != (ctx.FindAttribute("cats_strings") != nullptr)) return;
  ReportInvalid(ctx, "needs either cats_int64s or cats_strings");
}

void CheckTreeEnsemble(RuleContext& ctx) {
  const ElementType element = ctx.InputElement(0);
  constexpr std::array<absl::string_view, 1> kSplits = {"nodes_splits"};
  constexpr std::array<absl::string_view, 1> kWeights = {"leaf_weights"};
  const std::array<NodeList, 9> of_nodes = {
      {{"nodes_splits", element},
       {"nodes_modes", ElementType::kUint8},
       {"nodes_hitrates", ElementType::kUndefined, false},
       {"nodes_featureids", ElementType::kInt64},
       {"nodes_truenodeids", ElementType::kInt64},
       {"nodes_falsenodeids", ElementType::kInt64},
       {"nodes_trueleafs", ElementType::kInt64},
       {"nodes_falseleafs", ElementType::kInt64},
       {"nodes_missing_value_tracks_true", ElementType::kInt64, false}}};
  if (const auto splits = ReadOneOf(ctx, kSplits)) {
    for (const NodeList& list : of_nodes) CheckPerNode(ctx, list, splits->size);
  }
  if (const auto weights = ReadOneOf(ctx, kWeights)) {
    CheckPerNode(ctx, {"leaf_weights", element}, weights->size);
    CheckPerNode(ctx, {"leaf_targetids", ElementType::kInt64}, weights->size);
  }
}

}  // namespace shapewright::rules
