#include "core/query/write_type.h"

#include <algorithm>
#include <string>
#include <utility>

#include "core/shape/program.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/print.h"
#include "core/wire/printable.h"

namespace shapewright::query {

using shape::Dim;
using shape::TypeKind;
using symbolic::Interval;
using symbolic::Site;

void WriteInterval(Interval interval, v1::Interval* out) {
  if (interval.has_min()) out->set_min(interval.min);
  if (interval.has_max()) out->set_max(interval.max);
}

void WriteDim(const symbolic::ExprArena& arena, Dim dim, v1::Dim* out) {
  if (dim.is_constant()) {
    out->set_size(dim.constant());
    return;
  }
  if (!dim.is_symbolic()) return;
  out->set_expr(symbolic::ToString(arena, dim));
  const Interval bounds = arena.Bounds(dim);
  if (!(bounds == Interval::Size())) WriteInterval(bounds, out->mutable_bounds());
  const symbolic::Symbol* const symbol = arena.AsSymbol(dim);
  if (symbol != nullptr && !symbol->reason.empty()) out->set_reason(Printable(symbol->reason));
}

void WriteAmount(const symbolic::ExprArena& arena, Dim number, v1::Amount* out) {
  if (number.is_constant()) {
    out->set_value(number.constant());
  } else if (number.is_symbolic()) {
    out->set_expr(symbolic::ToString(arena, number));
    WriteInterval(arena.Bounds(number), out->mutable_range());
  }
}

void WriteShape(const symbolic::ExprArena& arena, const shape::Shape& shape, v1::Shape* out) {
  out->mutable_dims()->Reserve(shape.rank());
  for (const Dim dim : shape.dims) WriteDim(arena, dim, out->add_dims());
  if (shape.has_rank) return;
  v1::Interval* rank = out->mutable_unknown_rank();
  if (!(shape.rank_bounds == Interval::Size())) WriteInterval(shape.rank_bounds, rank);
}

namespace {

class TypeWriter {
 public:
  TypeWriter(const symbolic::ExprArena& arena, const shape::TypeTable& types)
      : arena_(arena), types_(types) {}

  void Write(shape::TypeId id, v1::Type* out);

 private:
  void WriteTensor(const shape::Type& type, v1::TensorType* out);
  void WriteSequence(const shape::Type& type, v1::SequenceType* out);
  void WriteProgram(const shape::Type& type, v1::ProgramType* out);

  const symbolic::ExprArena& arena_;
  const shape::TypeTable& types_;
};

void TypeWriter::WriteTensor(const shape::Type& type, v1::TensorType* out) {
  out->set_element_type(static_cast<v1::ElementType>(type.element));
  out->set_sparse(type.kind == TypeKind::kSparseTensor);
  WriteShape(arena_, type.shape, out->mutable_shape());
}

void TypeWriter::WriteSequence(const shape::Type& type, v1::SequenceType* out) {
  if (type.inner != shape::kUnknownType) Write(type.inner, out->mutable_element());
  if (!type.length.is_unknown()) WriteDim(arena_, type.length, out->mutable_length());
  for (const shape::TypeId position : type.positions) Write(position, out->add_positions());
}

void TypeWriter::WriteProgram(const shape::Type& type, v1::ProgramType* out) {
  for (const shape::TypeId parameter : type.positions) Write(parameter, out->add_parameters());
  for (const absl::string_view name : ParameterNames(type)) {
    out->add_parameter_names(std::string(name));
  }
  if (type.inner != shape::kUnknownType) Write(type.inner, out->mutable_result());
}

void TypeWriter::Write(shape::TypeId id, v1::Type* out) {
  const shape::Type& type = types_.at(id);
  switch (type.kind) {
    case TypeKind::kTensor:
    case TypeKind::kSparseTensor:
      return WriteTensor(type, out->mutable_tensor());
    case TypeKind::kSequence:
      return WriteSequence(type, out->mutable_sequence());
    case TypeKind::kMap:
      out->mutable_map()->set_key(static_cast<v1::ElementType>(type.element));
      return Write(type.inner, out->mutable_map()->mutable_value());
    case TypeKind::kOptional:
      if (type.presence != shape::Presence::kUnknown) {
        out->mutable_optional()->set_present(type.presence == shape::Presence::kPresent);
      }
      return Write(type.inner, out->mutable_optional()->mutable_element());
    case TypeKind::kOpaque:
      out->mutable_opaque()->set_domain(std::string(type.domain));
      out->mutable_opaque()->set_name(std::string(type.name));
      return;
    case TypeKind::kProgram:
      return WriteProgram(type, out->mutable_program());
    case TypeKind::kUnknown:
      return;
  }
}

}  // namespace

void WriteType(const symbolic::ExprArena& arena, const shape::TypeTable& types, shape::TypeId type,
               v1::Type* out) {
  TypeWriter(arena, types).Write(type, out);
}

void WriteSite(const Site& site, v1::Site* out) {
  if (site.graph > 0) out->set_graph(static_cast<uint32_t>(site.graph));
  if (site.input != Site::kNone) out->set_input(static_cast<uint32_t>(site.input));
  if (site.axis != Site::kNone) out->set_axis(static_cast<uint32_t>(site.axis));
}

void WriteSymbol(SymbolScope& scope, symbolic::SymbolId id, v1::Symbol* out) {
  const symbolic::Symbol& symbol = scope.exprs().symbol(id);
  out->set_name(symbol.name);
  out->set_kind(static_cast<v1::Symbol::Kind>(static_cast<int>(symbol.kind) + 1));
  const Interval bounds = scope.exprs().SymbolBounds(id);
  const bool is_usual = symbol.kind == symbolic::SymbolKind::kInputValue
                            ? bounds == Interval::All()
                            : bounds == Interval::Size();
  if (!is_usual) WriteInterval(bounds, out->mutable_bounds());
  if (scope.has_origin(id)) WriteSite(scope.origin(id), out->mutable_origin());
  if (!symbol.reason.empty()) out->set_reason(Printable(symbol.reason));
  std::string declared_name = scope.DeclaredName(id);
  if (!declared_name.empty()) out->set_declared_name(std::move(declared_name));
}

SymbolList SymbolsOf(const symbolic::ExprArena& arena, absl::Span<const Dim> dims) {
  SymbolList symbols;
  const auto is_symbol = [&arena](Dim dim) {
    return arena.node(dim.node()).kind == symbolic::NodeKind::kSymbol;
  };
  bool are_atoms = true;
  for (const Dim dim : dims) {
    if (!dim.is_symbolic()) continue;
    are_atoms &= is_symbol(dim);
    symbols.push_back(arena.node(dim.node()).symbol);
  }
  if (!are_atoms) {
    symbols.clear();
    for (const symbolic::NodeId id : symbolic::ReachableNodes(arena, dims)) {
      const symbolic::ExprNode& node = arena.node(id);
      if (node.kind == symbolic::NodeKind::kSymbol || node.defined) symbols.push_back(node.symbol);
    }
  }
  std::sort(symbols.begin(), symbols.end());
  symbols.erase(std::unique(symbols.begin(), symbols.end()), symbols.end());
  return symbols;
}

}  // namespace shapewright::query
