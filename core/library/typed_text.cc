#include "core/library/typed_text.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "core/inference/text/node_text.h"
#include "core/shape/text/print.h"

namespace shapewright {
namespace {

std::optional<uint32_t> Index(int32_t index) {
  if (index == symbolic::Site::kNone) return std::nullopt;
  return static_cast<uint32_t>(index);
}

}  // namespace

TypedText::TypedText(rules::Workspace& workspace, AnswerBudget& budget)
    : workspace_(workspace),
      budget_(budget),
      text_(workspace),
      precision_(workspace),
      types_(workspace.types().size()) {}

Interval TypedText::IntervalOf(symbolic::Interval interval) {
  Interval out;
  if (interval.has_min()) out.min = interval.min;
  if (interval.has_max()) out.max = interval.max;
  return out;
}

Site TypedText::SiteOf(const symbolic::Site& site) const {
  const answer::SiteNames names = inference::SiteNamesOf(workspace_.model(), site);
  Site out;
  out.node_name = std::string(names.node);
  out.op_type = names.op_domain.empty() ? std::string(names.op_type)
                                        : absl::StrCat(names.op_domain, ":", names.op_type);
  out.value = std::string(names.value);
  budget_.Take(sizeof(Site) + out.node_name.size() + out.op_type.size() + out.value.size());
  out.graph = static_cast<uint32_t>(site.graph);
  out.node = Index(site.node);
  out.input = Index(site.input);
  out.output = Index(site.output);
  out.axis = Index(site.axis);
  out.element = Index(site.element);
  return out;
}

Dim TypedText::PlainDim(symbolic::Expr expr, const symbolic::ExprArena& arena) {
  Dim dim;
  if (expr.is_constant()) {
    dim.kind = Dim::Kind::kConstant;
    dim.size = expr.constant();
    dim.text = absl::StrCat(dim.size);
    dim.range = {dim.size, dim.size};
  } else if (expr.is_unknown()) {
    dim.text.push_back('?');
  } else {
    dim.range = IntervalOf(arena.Bounds(expr));
  }
  return dim;
}

Dim TypedText::DimOf(symbolic::Expr expr) {
  budget_.Take(sizeof(Dim));
  const symbolic::ExprArena& arena = workspace_.exprs();
  Dim dim = PlainDim(expr, arena);
  if (expr.is_constant() || expr.is_unknown()) return dim;
  const bool is_exact = precision_.OfDim(expr) == inference::Precision::kExact;
  dim.kind = is_exact ? Dim::Kind::kExpression : Dim::Kind::kUnknown;
  dim.text = std::string(text_.Print(expr));
  budget_.Take(dim.text.size());
  if (const auto* symbol = arena.AsSymbol(expr); symbol != nullptr) dim.reason = symbol->reason;
  return dim;
}

void TypedText::ReadTensor(const shape::Type& from, Type* to) {
  to->has_rank = from.shape.has_rank;
  if (!to->has_rank) {
    to->rank = IntervalOf(from.shape.rank_bounds);
    return;
  }
  to->dims.reserve(from.shape.dims.size());
  for (const symbolic::Expr dim : from.shape.dims) {
    to->dims.push_back(DimOf(dim));
    if (budget_.is_spent()) return;
  }
  std::string tensor = absl::StrCat(shape::ElementTypeName(from.element), "[");
  for (const Dim& dim : to->dims) {
    if (tensor.back() != '[') absl::StrAppend(&tensor, ", ");
    absl::StrAppend(&tensor, dim.text);
  }
  absl::StrAppend(&tensor, "]");
  to->text = from.kind == shape::TypeKind::kTensor ? tensor : absl::StrCat("sparse(", tensor, ")");
}

std::shared_ptr<const Type> TypedText::TypeOf(shape::TypeId id) {
  if (types_[id] != nullptr) return types_[id];
  const shape::Type& from = workspace_.types().at(id);
  auto type = std::make_shared<Type>();
  // A program is no value's type.
  type->kind = from.kind == shape::TypeKind::kProgram ? Type::Kind::kUnknown
                                                      : static_cast<Type::Kind>(from.kind);
  type->element_type = static_cast<ElementType>(from.element);
  type->domain = std::string(from.domain);
  if (from.kind == shape::TypeKind::kOpaque) type->name = std::string(from.name);
  if (from.is_tensor()) ReadTensor(from, type.get());
  if (from.inner != shape::kUnknownType) type->inner = TypeOf(from.inner);
  if (from.kind == shape::TypeKind::kSequence) {
    if (!from.length.is_unknown()) type->length = DimOf(from.length);
    for (const shape::TypeId position : from.positions) {
      type->positions.push_back(TypeOf(position));
      if (budget_.is_spent()) break;
    }
  }
  if (from.presence != shape::Presence::kUnknown) {
    type->is_present = from.presence == shape::Presence::kPresent;
  }
  for (const shape::TypeAlternative& each : from.alternatives) {
    const std::string condition =
        each.condition.is_unknown() ? "" : text_.ConditionOf(each.condition);
    type->alternatives.push_back({std::string(shape::BareCondition(condition)), TypeOf(each.type)});
    type->text.clear();
  }
  if (type->text.empty() && !budget_.is_spent()) {
    type->text = shape::FormatType(workspace_.types(), id, workspace_.exprs());
  }
  budget_.Take(sizeof(Type) + type->text.size());
  types_[id] = std::move(type);
  return types_[id];
}

}  // namespace shapewright
