#include "core/answer/message_writer.h"

#include "absl/strings/str_cat.h"
#include "core/shape/element_type.h"
#include "core/shape/program.h"
#include "core/shape/text/print.h"
#include "core/symbolic/text/print.h"
#include "core/wire/utf8.h"
#include "shapewright/v1/fact.pb.h"
#include "shapewright/v1/shape.pb.h"

namespace shapewright::answer {
namespace {

using shape::Dim;
using shape::Presence;
using shape::Type;
using shape::TypeId;
using shape::TypeKind;
using symbolic::Interval;
using symbolic::Site;

void PutIndex(uint32_t field, int32_t index, WireWriter& out) {
  if (index != Site::kNone) out.Varint(field, static_cast<uint64_t>(index));
}

void PutOperator(const SiteNames& names, WireWriter& out) {
  constexpr uint32_t kField = v1::Site::kOpTypeFieldNumber;
  if (names.op_domain.empty()) return out.NonEmpty(kField, names.op_type);
  out.Text(kField, absl::StrCat(names.op_domain, ":", names.op_type));
}

// A part of a text.
void Append(absl::string_view text, WireWriter& out) {
  if (IsAscii(text)) {
    out.AppendBytes(text);
  } else {
    out.AppendBytes(ToValidUtf8(text));
  }
}

}  // namespace

absl::string_view PlainExprTexts::TextOf(symbolic::Expr e) {
  text_ = symbolic::ToString(arena_, e);
  return text_;
}

std::string PlainExprTexts::ConditionOf(symbolic::Expr condition) {
  return symbolic::ConditionText(arena_, condition);
}

void MessageWriter::PutInterval(uint32_t field, Interval interval, WireWriter& out) {
  const size_t begin = out.Begin(field);
  if (interval.has_min()) {
    out.Varint(v1::Interval::kMinFieldNumber, static_cast<uint64_t>(interval.min));
  }
  if (interval.has_max()) {
    out.Varint(v1::Interval::kMaxFieldNumber, static_cast<uint64_t>(interval.max));
  }
  out.End(begin);
}

void MessageWriter::PutSite(uint32_t field, const Site& site, const SiteNames& names,
                            WireWriter& out) {
  const size_t begin = out.Begin(field);
  if (site.graph > 0) out.Varint(v1::Site::kGraphFieldNumber, static_cast<uint64_t>(site.graph));
  PutIndex(v1::Site::kNodeFieldNumber, site.node, out);
  out.NonEmpty(v1::Site::kNodeNameFieldNumber, names.node);
  PutOperator(names, out);
  PutIndex(v1::Site::kInputFieldNumber, site.input, out);
  PutIndex(v1::Site::kOutputFieldNumber, site.output, out);
  out.NonEmpty(v1::Site::kValueFieldNumber, names.value);
  PutIndex(v1::Site::kAxisFieldNumber, site.axis, out);
  PutIndex(v1::Site::kElementFieldNumber, site.element, out);
  out.End(begin);
}

void MessageWriter::PutDim(uint32_t field, Dim dim, WireWriter& out) const {
  const size_t begin = out.Begin(field);
  if (dim.is_constant()) {
    out.Varint(v1::Dim::kSizeFieldNumber, static_cast<uint64_t>(dim.constant()));
  } else if (dim.is_symbolic()) {
    out.Text(v1::Dim::kExprFieldNumber, texts_.TextOf(dim));
    const Interval range = arena_.Bounds(dim);
    if (!(range == Interval::Size())) PutInterval(v1::Dim::kRangeFieldNumber, range, out);
  }
  out.End(begin);
}

void MessageWriter::PutAmount(uint32_t field, symbolic::Expr number, WireWriter& out) const {
  const size_t begin = out.Begin(field);
  if (number.is_constant()) {
    out.Varint(v1::Amount::kValueFieldNumber, static_cast<uint64_t>(number.constant()));
  } else if (number.is_symbolic()) {
    out.Text(v1::Amount::kExprFieldNumber, texts_.TextOf(number));
    const Interval range = arena_.Bounds(number);
    if (!(range == Interval::All())) PutInterval(v1::Amount::kRangeFieldNumber, range, out);
  }
  out.End(begin);
}

void MessageWriter::PutSymbol(uint32_t field, const ToldSymbol& symbol, WireWriter& out) const {
  const size_t begin = out.Begin(field);
  out.NonEmpty(v1::Symbol::kNameFieldNumber, symbol.name);
  out.Varint(v1::Symbol::kKindFieldNumber, static_cast<uint64_t>(symbol.kind) + 1);
  if (symbol.range) PutInterval(v1::Symbol::kRangeFieldNumber, *symbol.range, out);
  if (symbol.divisor > 1) {
    out.Varint(v1::Symbol::kDivisorFieldNumber, static_cast<uint64_t>(symbol.divisor));
  }
  if (!symbol.allowed.empty()) {
    const size_t allowed = out.Begin(v1::Symbol::kAllowedFieldNumber);
    for (const int64_t value : symbol.allowed) out.Packed(static_cast<uint64_t>(value));
    out.End(allowed);
  }
  if (!symbol.definition.empty()) {
    const size_t equals = out.Begin(v1::Symbol::kEqualsFieldNumber);
    out.Text(v1::Amount::kExprFieldNumber, symbol.definition);
    out.End(equals);
  } else if (!symbol.equals.is_unknown()) {
    PutAmount(v1::Symbol::kEqualsFieldNumber, symbol.equals, out);
  }
  if (symbol.origin) {
    PutSite(v1::Symbol::kOriginFieldNumber, *symbol.origin, symbol.origin_names, out);
  }
  out.Prose(v1::Symbol::kReasonFieldNumber, symbol.reason);
  out.NonEmpty(v1::Symbol::kDeclaredNameFieldNumber, symbol.declared_name);
  out.End(begin);
}

void MessageWriter::PutTensor(uint32_t field, const Type& type, WireWriter& out) const {
  const size_t begin = out.Begin(field);
  out.NonZero(v1::TensorType::kElementTypeFieldNumber, static_cast<uint64_t>(type.element));
  if (type.shape.has_rank) {
    const size_t shape = out.Begin(v1::TensorType::kShapeFieldNumber);
    for (const Dim dim : type.shape.dims) PutDim(v1::Shape::kDimsFieldNumber, dim, out);
    out.End(shape);
  } else if (!(type.shape.rank_bounds == Interval::Size())) {
    PutInterval(v1::TensorType::kRankFieldNumber, type.shape.rank_bounds, out);
  }
  out.End(begin);
}

void MessageWriter::PutSequence(const Type& type, WireWriter& out) const {
  const size_t begin = out.Begin(v1::Type::kSequenceFieldNumber);
  if (type.inner != shape::kUnknownType) {
    PutType(v1::SequenceType::kElementFieldNumber, type.inner, out);
  }
  if (!type.length.is_unknown()) PutDim(v1::SequenceType::kLengthFieldNumber, type.length, out);
  for (const TypeId position : type.positions) {
    if (out.is_full()) break;
    PutType(v1::SequenceType::kPositionsFieldNumber, position, out);
  }
  out.End(begin);
}

void MessageWriter::PutOptional(const Type& type, WireWriter& out) const {
  const size_t begin = out.Begin(v1::Type::kOptionalFieldNumber);
  PutType(v1::OptionalType::kElementFieldNumber, type.inner, out);
  if (type.presence != Presence::kUnknown) {
    out.Varint(v1::OptionalType::kPresentFieldNumber, type.presence == Presence::kPresent ? 1 : 0);
  }
  out.End(begin);
}

void MessageWriter::PutProgram(const Type& type, WireWriter& out) const {
  const size_t begin = out.Begin(v1::Type::kProgramFieldNumber);
  for (const TypeId parameter : type.positions) {
    PutType(v1::ProgramType::kParametersFieldNumber, parameter, out);
  }
  for (const absl::string_view name : ParameterNames(type)) {
    out.Text(v1::ProgramType::kParameterNamesFieldNumber, name);
  }
  if (type.inner != shape::kUnknownType) {
    PutType(v1::ProgramType::kResultFieldNumber, type.inner, out);
  }
  out.End(begin);
}

void MessageWriter::PutType(uint32_t field, TypeId type, WireWriter& out) const {
  const size_t begin = out.Begin(field);
  PutTypeContent(type, "", out);
  out.End(begin);
}

void MessageWriter::PutTypeContent(TypeId id, absl::string_view text, WireWriter& out) const {
  out.NonEmpty(v1::Type::kTextFieldNumber, text);
  const Type& type = types_.at(id);
  PutKind(type, out);
  for (const shape::TypeAlternative& each : type.alternatives) {
    const size_t begin = out.Begin(v1::Type::kAlternativesFieldNumber);
    if (!each.condition.is_unknown()) {
      out.Text(v1::TypeAlternative::kConditionFieldNumber,
               shape::BareCondition(texts_.ConditionOf(each.condition)));
    }
    PutType(v1::TypeAlternative::kTypeFieldNumber, each.type, out);
    out.End(begin);
  }
}

void MessageWriter::PutKind(const Type& type, WireWriter& out) const {
  switch (type.kind) {
    case TypeKind::kUnknown:
      return;
    case TypeKind::kTensor:
      return PutTensor(v1::Type::kTensorFieldNumber, type, out);
    case TypeKind::kSparseTensor:
      return PutTensor(v1::Type::kSparseTensorFieldNumber, type, out);
    case TypeKind::kSequence:
      return PutSequence(type, out);
    case TypeKind::kMap: {
      const size_t map = out.Begin(v1::Type::kMapFieldNumber);
      out.NonZero(v1::MapType::kKeyFieldNumber, static_cast<uint64_t>(type.element));
      PutType(v1::MapType::kValueFieldNumber, type.inner, out);
      return out.End(map);
    }
    case TypeKind::kOptional:
      return PutOptional(type, out);
    case TypeKind::kOpaque: {
      const size_t opaque = out.Begin(v1::Type::kOpaqueFieldNumber);
      out.NonEmpty(v1::OpaqueType::kDomainFieldNumber, type.domain);
      out.NonEmpty(v1::OpaqueType::kNameFieldNumber, type.name);
      return out.End(opaque);
    }
    case TypeKind::kProgram:
      return PutProgram(type, out);
  }
}

void MessageWriter::PutTypeContent(TypeId type, WireWriter& out) const {
  const size_t text = out.Begin(v1::Type::kTextFieldNumber);
  AppendType(type, out);
  out.End(text);
  PutTypeContent(type, "", out);
}

void MessageWriter::AppendDim(Dim dim, WireWriter& out) const {
  if (dim.is_symbolic()) return Append(texts_.TextOf(dim), out);
  out.AppendBytes(absl::AlphaNum(dim.constant()).Piece());
}

void MessageWriter::AppendTensor(const Type& type, WireWriter& out) const {
  out.AppendBytes(shape::ElementTypeName(type.element));
  if (!type.shape.has_rank) {
    const std::string shape = shape::FormatShape(arena_, type.shape);
    if (shape != "?") out.AppendBytes(" ");  // "rank 2..4"
    return out.AppendBytes(shape);
  }
  out.AppendBytes("[");
  bool is_first = true;
  for (const Dim dim : type.shape.dims) {
    if (!is_first) out.AppendBytes(", ");
    is_first = false;
    AppendDim(dim, out);
  }
  out.AppendBytes("]");
}

void MessageWriter::AppendSequence(const Type& type, WireWriter& out) const {
  out.AppendBytes("seq(");
  AppendType(type.inner, out);
  if (!type.length.is_unknown()) {
    out.AppendBytes("; ");
    AppendDim(type.length, out);
    absl::string_view separator = "; ";
    for (const TypeId position : type.positions) {
      if (out.is_full()) return;
      out.AppendBytes(separator);
      separator = ", ";
      AppendType(position, out);
    }
  }
  out.AppendBytes(")");
}

// As shape::FormatType(), but that expressions have the texts of this answer.
void MessageWriter::AppendType(TypeId id, WireWriter& out) const {
  const Type& type = types_.at(id);
  absl::string_view separator;
  for (const shape::TypeAlternative& each : type.alternatives) {
    out.AppendBytes(separator);
    separator = " else ";
    AppendType(each.type, out);
    if (each.condition.is_unknown()) return;
    out.AppendBytes(" if ");
    Append(shape::BareCondition(texts_.ConditionOf(each.condition)), out);
  }
  AppendKind(id, type, out);
}

void MessageWriter::AppendKind(TypeId id, const Type& type, WireWriter& out) const {
  switch (type.kind) {
    case TypeKind::kTensor:
      return AppendTensor(type, out);
    case TypeKind::kSparseTensor:
      out.AppendBytes("sparse(");
      AppendTensor(type, out);
      return out.AppendBytes(")");
    case TypeKind::kSequence:
      return AppendSequence(type, out);
    case TypeKind::kMap:
      out.AppendBytes(absl::StrCat("map(", shape::ElementTypeName(type.element), ", "));
      AppendType(type.inner, out);
      return out.AppendBytes(")");
    case TypeKind::kOptional:
      out.AppendBytes("optional(");
      AppendType(type.inner, out);
      if (type.presence == Presence::kPresent) out.AppendBytes("; present");
      if (type.presence == Presence::kAbsent) out.AppendBytes("; absent");
      return out.AppendBytes(")");
    case TypeKind::kUnknown:
    case TypeKind::kOpaque:
    case TypeKind::kProgram:
      break;
  }
  Append(shape::FormatType(types_, id, arena_), out);
}

}  // namespace shapewright::answer
