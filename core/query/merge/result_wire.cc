#include "core/query/merge/result_wire.h"

#include "core/query/write_type.h"
#include "core/symbolic/text/print.h"
#include "shapewright/v1/fact.pb.h"
#include "shapewright/v1/shape.pb.h"

namespace shapewright::query {
namespace {

using inference::WireWriter;
using shape::Dim;
using symbolic::Interval;
using symbolic::Site;

void PutShape(const symbolic::ExprArena& arena, const shape::Shape& shape, WireWriter& out) {
  const size_t begin = out.Begin(v1::TensorType::kShapeFieldNumber);
  for (const Dim dim : shape.dims) PutDim(arena, v1::Shape::kDimsFieldNumber, dim, out);
  if (!shape.has_rank) {
    const bool is_any = shape.rank_bounds == Interval::Size();
    PutInterval(v1::Shape::kUnknownRankFieldNumber, is_any ? Interval::All() : shape.rank_bounds,
                out);
  }
  out.End(begin);
}

void PutTensor(const symbolic::ExprArena& arena, const shape::Type& type, WireWriter& out) {
  const size_t begin = out.Begin(v1::Type::kTensorFieldNumber);
  out.NonZero(v1::TensorType::kElementTypeFieldNumber, static_cast<uint64_t>(type.element));
  PutShape(arena, type.shape, out);
  out.NonZero(v1::TensorType::kSparseFieldNumber,
              type.kind == shape::TypeKind::kSparseTensor ? 1 : 0);
  out.End(begin);
}

void PutSite(uint32_t field, const Site& site, WireWriter& out) {
  const size_t begin = out.Begin(field);
  if (site.graph > 0) out.Varint(v1::Site::kGraphFieldNumber, static_cast<uint64_t>(site.graph));
  if (site.input != Site::kNone) {
    out.Varint(v1::Site::kInputFieldNumber, static_cast<uint64_t>(site.input));
  }
  if (site.axis != Site::kNone) {
    out.Varint(v1::Site::kAxisFieldNumber, static_cast<uint64_t>(site.axis));
  }
  out.End(begin);
}

bool IsUsual(const symbolic::Symbol& symbol, Interval bounds) {
  return bounds ==
         (symbol.kind == symbolic::SymbolKind::kInputValue ? Interval::All() : Interval::Size());
}

}  // namespace

void PutInterval(uint32_t field, Interval interval, WireWriter& out) {
  const size_t begin = out.Begin(field);
  if (interval.has_min()) {
    out.Varint(v1::Interval::kMinFieldNumber, static_cast<uint64_t>(interval.min));
  }
  if (interval.has_max()) {
    out.Varint(v1::Interval::kMaxFieldNumber, static_cast<uint64_t>(interval.max));
  }
  out.End(begin);
}

void PutDim(const symbolic::ExprArena& arena, uint32_t field, Dim dim, WireWriter& out) {
  const size_t begin = out.Begin(field);
  if (dim.is_constant()) {
    out.Varint(v1::Dim::kSizeFieldNumber, static_cast<uint64_t>(dim.constant()));
  } else if (dim.is_symbolic()) {
    const symbolic::Symbol* const symbol = arena.AsSymbol(dim);
    out.Text(v1::Dim::kExprFieldNumber, symbolic::ToString(arena, dim));
    const Interval bounds = arena.Bounds(dim);
    if (!(bounds == Interval::Size())) PutInterval(v1::Dim::kBoundsFieldNumber, bounds, out);
    if (symbol != nullptr) out.Prose(v1::Dim::kReasonFieldNumber, symbol->reason);
  }
  out.End(begin);
}

void PutType(const symbolic::ExprArena& arena, const shape::TypeTable& types, uint32_t field,
             shape::TypeId type, absl::string_view text, WireWriter& out) {
  const size_t begin = out.Begin(field);
  const shape::Type& given = types.at(type);
  if (given.is_tensor()) {
    PutTensor(arena, given, out);
  } else {
    v1::Type message;
    WriteType(arena, types, type, &message);
    out.AppendBytes(message.SerializeAsString());
  }
  out.NonEmpty(v1::Type::kTextFieldNumber, text);
  out.End(begin);
}

void PutSymbol(const SymbolScope& scope, uint32_t field, const ToldSymbol& told, WireWriter& out) {
  const symbolic::ExprArena& arena = scope.exprs();
  const symbolic::Symbol& symbol = arena.symbol(told.id);
  const size_t begin = out.Begin(field);
  out.NonEmpty(v1::Symbol::kNameFieldNumber, symbol.name);
  out.NonZero(v1::Symbol::kKindFieldNumber, static_cast<uint64_t>(symbol.kind) + 1);
  const Interval bounds = told.bounds.value_or(arena.SymbolBounds(told.id));
  if (told.bounds || !IsUsual(symbol, bounds)) {
    PutInterval(v1::Symbol::kBoundsFieldNumber, bounds, out);
  }
  if (!told.definition.empty()) {
    const size_t solved = out.Begin(v1::Symbol::kSolvedFieldNumber);
    out.Text(v1::Dim::kExprFieldNumber, told.definition);
    out.End(solved);
  } else if (!told.solved.is_unknown()) {
    PutDim(arena, v1::Symbol::kSolvedFieldNumber, told.solved, out);
  }
  if (scope.has_origin(told.id)) {
    PutSite(v1::Symbol::kOriginFieldNumber, scope.origin(told.id), out);
  }
  out.Prose(v1::Symbol::kReasonFieldNumber, symbol.reason);
  out.NonEmpty(v1::Symbol::kDeclaredNameFieldNumber, scope.DeclaredName(told.id));
  out.End(begin);
}

}  // namespace shapewright::query
