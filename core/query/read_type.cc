#include "core/query/read_type.h"

#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/element_number.h"
#include "core/graph/message/message_text.h"
#include "core/graph/read_error.h"
#include "core/query/case_error.h"
#include "core/query/known_value.h"
#include "core/shape/element_names.h"
#include "core/shape/notation/notation.h"
#include "core/shape/program.h"
#include "core/symbolic/text/interval_text.h"

namespace shapewright::query {

using graph::Within;
using shape::Dim;
using shape::ShapeValue;
using shape::TypeId;
using shape::TypeKind;
using symbolic::Interval;

namespace {

// INVALID_ARGUMENT, with the field, for a range that holds nothing.
absl::StatusOr<Interval> ReadInterval(const v1::Interval& message) {
  Interval interval;
  if (message.has_min()) interval.min = message.min();
  if (message.has_max()) interval.max = message.max();
  if (interval.min == Interval::kInfinity) {
    return CaseError("min", "INT64_MAX is never a size");
  }
  if (interval.is_empty()) {
    return CaseError("max", absl::StrCat("the range from ", interval.min, " to ", interval.max,
                                         " holds nothing"));
  }
  return interval;
}

}  // namespace

absl::Status RankTooLarge(const QueryOptions& options) {
  return graph::ReadError(graph::reason::kRankTooLarge,
                          absl::StrCat("more than ", options.max_rank, " dimensions"));
}

absl::StatusOr<shape::ElementType> ReadElement(absl::string_view field, int number) {
  absl::Status known = CheckKnown(field, number, v1::ElementType_IsValid);
  if (!known.ok()) return known;
  return graph::ElementOf(number);
}

absl::StatusOr<Dim> TypeReader::ReadKind(const v1::Dim& message) {
  if (message.kind_case() == v1::Dim::kExpr) {
    absl::StatusOr<Dim> dim =
        shape::ParseDimInNotation(scope_.exprs(), message.expr(),
                                  [this](absl::string_view name) { return scope_.Resolve(name); });
    if (!dim.ok() && absl::IsInvalidArgument(dim.status())) {
      return CaseError("expr", dim.status());
    }
    return dim;
  }
  if (message.kind_case() != v1::Dim::kSize) return scope_.Resolve("?");
  if (message.size() == -1) {
    return CaseError("size", "is negative: -1",
                     "leave `size` out where it is not known; `expr` may say the number -1");
  }
  if (message.size() < 0 && !allow_negative_) {
    return CaseError("size", absl::StrCat("is negative: ", message.size()));
  }
  if (message.size() == Interval::kInfinity) return CaseError("size", "INT64_MAX is never a size");
  return Dim(message.size());
}

absl::StatusOr<Dim> TypeReader::ReadDim(const v1::Dim& message) {
  absl::StatusOr<Dim> dim = ReadKind(message);
  if (!dim.ok() || !message.has_range()) return dim;
  absl::StatusOr<Interval> bounds = ReadInterval(message.range());
  if (!bounds.ok()) return Within("range", bounds.status());
  symbolic::ExprArena& arena = scope_.exprs();
  const Interval all = Intersect(arena.Bounds(*dim), *bounds);
  if (all.is_empty()) {
    return CaseError("range",
                     absl::StrCat("hold no value of the size: ", symbolic::ToString(*bounds)));
  }
  if (!dim->is_symbolic()) return dim;
  const symbolic::ExprNode& node = arena.node(dim->node());
  if (node.kind == symbolic::NodeKind::kSymbol) {
    scope_.NarrowSymbol(*dim, all);
    if (all.is_point()) return Dim(all.min);
    return dim;
  }
  symbolic::FactSource source;
  source.check.sentence = "bounds as given";
  if (bounds->has_min()) scope_.facts().RequireAtMost(bounds->min, *dim, source);
  if (bounds->has_max()) scope_.facts().RequireAtMost(*dim, bounds->max, source);
  return dim;
}

absl::StatusOr<ShapeValue> TypeReader::ReadShape(const v1::Shape& message) {
  if (message.dims_size() > options_.max_rank) {
    return Within("dims", RankTooLarge(options_));
  }
  std::vector<Dim> dims;
  for (int i = 0; i < message.dims_size(); ++i) {
    const absl::StatusOr<Dim> dim = ReadDim(message.dims(i));
    if (!dim.ok()) return Within(graph::Item("dims", i), dim.status());
    scope_.PlaceNewSymbols(shape::PlaceOf(operand_, static_cast<size_t>(i)));
    dims.push_back(*dim);
  }
  return shape::KnownRank(std::move(dims));
}

absl::StatusOr<ShapeValue> TypeReader::ReadRank(const v1::Interval& message) {
  const absl::StatusOr<Interval> bounds = ReadInterval(message);
  if (!bounds.ok()) return Within("rank", bounds.status());
  const bool has_negative = (bounds->has_min() && bounds->min < 0) || bounds->max < 0;
  if (has_negative) return CaseError("rank", "a rank is not negative", "leave out the end");
  if (bounds->min > options_.max_rank) return Within("rank", RankTooLarge(options_));
  return shape::UnknownRank(Intersect(*bounds, Interval::Size()));
}

absl::StatusOr<TypeId> TypeReader::ReadTensor(const v1::TensorType& message, TypeKind kind) {
  shape::Type type;
  type.kind = kind;
  const absl::StatusOr<shape::ElementType> element =
      ReadElement("element_type", message.element_type());
  if (!element.ok()) return element.status();
  type.element = *element;
  ShapeValue shape;
  if (message.has_shape()) {
    absl::StatusOr<ShapeValue> read = ReadShape(message.shape());
    if (!read.ok()) return Within("shape", read.status());
    shape = *std::move(read);
  }
  if (message.has_rank()) {
    if (message.has_shape()) return CaseError("rank", "the shape tells it");
    absl::StatusOr<ShapeValue> read = ReadRank(message.rank());
    if (!read.ok()) return read.status();
    shape = *std::move(read);
  }
  type.shape = shape.view();
  return scope_.types().Intern(type);
}

absl::StatusOr<TypeId> TypeReader::ReadSequence(const v1::SequenceType& message, int depth) {
  shape::Type type;
  type.kind = TypeKind::kSequence;
  const absl::StatusOr<TypeId> inner = ReadType(message.element(), depth + 1);
  if (!inner.ok()) return Within("element", inner.status());
  type.inner = *inner;
  if (message.has_length()) {
    const absl::StatusOr<Dim> length = ReadDim(message.length());
    if (!length.ok()) return Within("length", length.status());
    if (length->is_constant() && length->constant() < 0) {
      return CaseError("length", absl::StrCat("is negative: ", length->constant()));
    }
    type.length = *length;
  }
  std::vector<TypeId> positions;
  for (int i = 0; i < message.positions_size(); ++i) {
    const absl::StatusOr<TypeId> position = ReadType(message.positions(i), depth + 1);
    if (!position.ok()) return Within(graph::Item("positions", i), position.status());
    positions.push_back(*position);
  }
  const bool is_counted =
      positions.empty() || type.length.is_constant(static_cast<int64_t>(positions.size()));
  if (!is_counted) return CaseError("positions", "are not as many as the length says");
  type.positions = positions;
  return scope_.types().Intern(type);
}

absl::StatusOr<TypeId> TypeReader::ReadMap(const v1::MapType& message, int depth,
                                           shape::Type& map) {
  map.kind = TypeKind::kMap;
  const absl::StatusOr<shape::ElementType> key = ReadElement("key", message.key());
  if (!key.ok()) return key.status();
  if (!shape::IsMapKey(*key)) return CaseError("key", shape::NoMapKey(*key));
  map.element = *key;
  absl::StatusOr<TypeId> value = ReadType(message.value(), depth + 1);
  return value.ok() ? value : Within("value", value.status());
}

absl::StatusOr<TypeId> TypeReader::ReadProgram(const v1::ProgramType& message, int depth) {
  const int count = message.parameters_size();
  if (message.parameter_names_size() != 0 && message.parameter_names_size() != count) {
    return CaseError("parameter_names", absl::StrCat("there are ", message.parameter_names_size(),
                                                     " for ", count, " parameters"));
  }
  std::vector<TypeId> parameters;
  for (int i = 0; i < count; ++i) {
    const absl::StatusOr<TypeId> parameter = ReadType(message.parameters(i), depth + 1);
    if (!parameter.ok()) return Within(graph::Item("parameters", i), parameter.status());
    parameters.push_back(*parameter);
  }
  const absl::StatusOr<TypeId> result = ReadType(message.result(), depth + 1);
  if (!result.ok()) return Within("result", result.status());
  const std::vector<std::string> names(message.parameter_names().begin(),
                                       message.parameter_names().end());
  return shape::ProgramOf(scope_.types(), parameters, names, *result);
}

absl::StatusOr<TypeId> TypeReader::ReadText(const std::string& text) {
  const absl::StatusOr<shape::ParsedOperand> operand = shape::ParseOperand(
      scope_.types(), scope_.exprs(), text,
      [this](absl::string_view name) { return scope_.Resolve(name); }, notation_);
  if (!operand.ok()) {
    return absl::IsInvalidArgument(operand.status()) ? CaseError("text", operand.status())
                                                     : operand.status();
  }
  switch (operand->kind) {
    case shape::ParsedOperand::Kind::kDim:
      return CaseError("text", absl::StrCat(graph::Quoted(text), " is not a type"));
    case shape::ParsedOperand::Kind::kAny:
      return scope_.types().Tensor(shape::ElementType::kUndefined, shape::Shape::OfUnknownRank());
    case shape::ParsedOperand::Kind::kType:
      break;
  }
  return operand->type;
}

absl::StatusOr<TypeId> TypeReader::ReadType(const v1::Type& message, int depth) {
  if (depth > options_.max_type_depth) {
    return graph::ReadError(
        graph::reason::kTypeTooDeep,
        absl::StrCat("types nested more than ", options_.max_type_depth, " deep"));
  }
  shape::Type type;
  absl::StatusOr<TypeId> read = shape::kUnknownType;
  switch (message.kind_case()) {
    case v1::Type::kTensor:
      read = ReadTensor(message.tensor(), TypeKind::kTensor);
      return read.ok() ? read : Within("tensor", read.status());
    case v1::Type::kSparseTensor:
      read = ReadTensor(message.sparse_tensor(), TypeKind::kSparseTensor);
      return read.ok() ? read : Within("sparse_tensor", read.status());
    case v1::Type::kSequence:
      read = ReadSequence(message.sequence(), depth);
      return read.ok() ? read : Within("sequence", read.status());
    case v1::Type::kOptional:
      type.kind = TypeKind::kOptional;
      if (message.optional().has_present()) {
        type.presence =
            message.optional().present() ? shape::Presence::kPresent : shape::Presence::kAbsent;
      }
      read = ReadType(message.optional().element(), depth + 1);
      if (!read.ok()) return Within("optional.element", read.status());
      break;
    case v1::Type::kMap:
      read = ReadMap(message.map(), depth, type);
      if (!read.ok()) return Within("map", read.status());
      break;
    case v1::Type::kOpaque:
      type.kind = TypeKind::kOpaque;
      type.domain = message.opaque().domain();
      type.name = message.opaque().name();
      break;
    case v1::Type::kProgram:
      read = ReadProgram(message.program(), depth);
      return read.ok() ? read : Within("program", read.status());
    case v1::Type::KIND_NOT_SET:
      return message.text().empty() ? shape::kUnknownType : ReadText(message.text());
  }
  type.inner = *read;
  return scope_.types().Intern(type);
}

}  // namespace shapewright::query
