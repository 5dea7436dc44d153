#include "core/query/write_type.h"

#include <google/protobuf/io/coded_stream.h>
#include <google/protobuf/message_lite.h>

#include <algorithm>
#include <string>
#include <utility>

#include "core/answer/message_writer.h"
#include "core/query/result_wire.h"
#include "core/symbolic/reachable.h"

namespace shapewright::query {

using shape::Dim;

namespace {

// Reads what was written as a field of a message in `out`.
void ReadField(WireWriter field, google::protobuf::MessageLite* out) {
  const std::string bytes = field.Take();
  google::protobuf::io::CodedInputStream in(reinterpret_cast<const uint8_t*>(bytes.data()),
                                            static_cast<int>(bytes.size()));
  uint32_t size = 0;
  in.ReadTag();
  if (in.ReadVarint32(&size)) out->MergeFromCodedStream(&in);
}

// The types of an answer have texts that others know; no type here has one.
const shape::TypeTable& NoTypes() {
  static const auto* const types = new shape::TypeTable();
  return *types;
}

}  // namespace

void WriteDim(const symbolic::ExprArena& arena, Dim dim, v1::Dim* out) {
  if (dim.is_constant()) return out->set_size(dim.constant());
  answer::PlainExprTexts texts(arena);
  WireWriter bytes;
  answer::MessageWriter(arena, NoTypes(), texts).PutDim(1, dim, bytes);
  ReadField(std::move(bytes), out);
}

void WriteAmount(const symbolic::ExprArena& arena, Dim number, v1::Amount* out) {
  if (number.is_constant()) return out->set_value(number.constant());
  answer::PlainExprTexts texts(arena);
  WireWriter bytes;
  answer::MessageWriter(arena, NoTypes(), texts).PutAmount(1, number, bytes);
  ReadField(std::move(bytes), out);
}

void WriteType(const symbolic::ExprArena& arena, const shape::TypeTable& types, shape::TypeId type,
               v1::Type* out) {
  WireWriter bytes;
  PutType(arena, types, 1, type, "", bytes);
  ReadField(std::move(bytes), out);
}

void WriteSymbol(SymbolScope& scope, symbolic::SymbolId id, v1::Symbol* out) {
  WireWriter bytes;
  PutSymbol(scope, 1, {id}, bytes);
  ReadField(std::move(bytes), out);
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
