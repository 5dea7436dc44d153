#include "core/query/type_text.h"

#include "core/query/symbol_scope.h"
#include "core/query/write_type.h"
#include "core/shape/notation/notation.h"

namespace shapewright::query {

absl::Status ReadTypeText(absl::string_view text, v1::Type* out) {
  SymbolScope scope((QueryOptions()));
  const auto operand =
      shape::ParseOperand(scope.types(), scope.exprs(), text,
                          [&](absl::string_view name) { return scope.Resolve(name); });
  if (!operand.ok()) return operand.status();
  if (operand->kind != shape::ParsedOperand::Kind::kType) {
    return absl::InvalidArgumentError("it is no type such as float32[N, 3]");
  }
  WriteType(scope.exprs(), scope.types(), operand->type, out);
  return absl::OkStatus();
}

}  // namespace shapewright::query
