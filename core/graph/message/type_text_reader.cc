#include "core/graph/message/type_text_reader.h"

#include <algorithm>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "core/base/hash_map.h"
#include "core/graph/read_error.h"
#include "core/shape/notation/notation.h"
#include "core/shape/type_table.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/reachable.h"
#include "core/symbolic/text/dialect/dim_text.h"
#include "core/symbolic/text/print.h"

namespace shapewright::graph {
namespace {

using shape::TypeKind;
using symbolic::Expr;

absl::Status Malformed(absl::string_view message) {
  return ReadError(reason::kMalformedModel, message);
}

class TypeTextReader {
 public:
  TypeTextReader(const ReaderLimits& limits, Work* work, Arena* arena)
      : limits_(limits), exprs_({}, work), arena_(arena) {}

  absl::Status Read(absl::string_view text, int depth, DeclaredType* type);
  absl::Status ReadDim(absl::string_view text, DeclaredDim* dim);

 private:
  absl::StatusOr<Expr> Resolve(absl::string_view name);
  absl::Status Declare(shape::TypeId id, int depth, DeclaredType* type);
  DeclaredDim Declare(Expr dim);
  bool HasNewUnknown(Expr dim) const;

  const ReaderLimits& limits_;
  symbolic::ExprArena exprs_;
  shape::TypeTable types_;
  HashMap<std::string, Expr> names_;
  Arena* const arena_;
};

absl::StatusOr<Expr> TypeTextReader::Resolve(absl::string_view name) {
  if (name == "?") return exprs_.AddAnonymous(symbolic::Interval::Size(), "", {});
  const auto [found, is_new] = names_.try_emplace(std::string(name));
  if (!is_new) return found->second;
  symbolic::Symbol symbol;
  symbol.name = found->first;
  const bool is_element = absl::EndsWith(name, "]");
  symbol.kind = is_element ? symbolic::SymbolKind::kInputValue : symbolic::SymbolKind::kInputDim;
  symbol.bounds = is_element ? symbolic::Interval::All() : symbolic::Interval::Size();
  return found->second = exprs_.AddSymbol(std::move(symbol));
}

// Whether something in it has no name that the text tells.
bool TypeTextReader::HasNewUnknown(Expr dim) const {
  for (const symbolic::SymbolId id : symbolic::ReachableSymbols(exprs_, {dim})) {
    const symbolic::SymbolKind kind = exprs_.symbol(id).kind;
    const bool is_named =
        kind == symbolic::SymbolKind::kInputDim || kind == symbolic::SymbolKind::kInputValue;
    if (!is_named) return true;
  }
  return false;
}

DeclaredDim TypeTextReader::Declare(Expr dim) {
  DeclaredDim declared;
  if (dim.is_constant()) {
    declared.has_size = true;
    declared.size = dim.constant();
  } else if (dim.is_symbolic() && HasNewUnknown(dim)) {
    declared.bounds = exprs_.Bounds(dim);
  } else if (const symbolic::Symbol* symbol = exprs_.AsSymbol(dim); symbol != nullptr) {
    declared.text = CopyText(arena_, symbol->name);
    declared.text_kind = DeclaredDim::TextKind::kName;
  } else if (dim.is_symbolic()) {
    declared.text = CopyText(arena_, symbolic::ToString(exprs_, dim));
    declared.text_kind = DeclaredDim::TextKind::kExpression;
  }
  return declared;
}

absl::Status TypeTextReader::Declare(shape::TypeId id, int depth, DeclaredType* type) {
  if (depth > limits_.max_type_depth) {
    return ReadError(reason::kTypeTooDeep,
                     absl::StrCat("types nested more than ", limits_.max_type_depth, " deep"));
  }
  const shape::Type& read = types_.at(id);
  if (read.kind == TypeKind::kProgram) return Malformed("no value of a graph is a program");
  const auto max_rank = static_cast<size_t>(limits_.max_rank);
  if (read.shape.has_rank && read.shape.dims.size() > max_rank) {
    return ReadError(reason::kRankTooLarge, absl::StrCat("more than ", max_rank, " dimensions"));
  }
  type->kind = read.kind;
  type->element = read.element;
  type->has_shape = read.shape.has_rank;
  type->rank_bounds = read.shape.rank_bounds;
  std::vector<DeclaredDim> dims;
  for (const Expr dim : read.shape.dims) {
    dims.push_back(Declare(dim));
    if (!dims.back().has_size || dims.back().size >= 0) continue;
    return Malformed("a size is not negative; an unknown one is written ?");
  }
  type->dims = CopyToArena(arena_, dims);
  type->domain = CopyText(arena_, read.domain);
  type->name = CopyText(arena_, read.name);
  if (read.inner == shape::kUnknownType) return absl::OkStatus();
  auto* inner = New<DeclaredType>(arena_);
  type->inner = inner;
  return Declare(read.inner, depth + 1, inner);
}

absl::Status TypeTextReader::Read(absl::string_view text, int depth, DeclaredType* type) {
  const absl::StatusOr<shape::ParsedOperand> operand = shape::ParseOperand(
      types_, exprs_, text, [this](absl::string_view name) { return Resolve(name); });
  if (exprs_.is_stopped()) return exprs_.work_status();
  if (!operand.ok()) {
    if (!absl::IsInvalidArgument(operand.status())) return operand.status();
    absl::Status error = Malformed(operand.status().message());
    SetSuggestion(error, SuggestionOf(operand.status()));
    return error;
  }
  switch (operand->kind) {
    case shape::ParsedOperand::Kind::kDim:
      return Malformed(absl::StrCat(Quoted(text), " is not a type such as float32[N, 3]"));
    case shape::ParsedOperand::Kind::kAny:
      return absl::OkStatus();
    case shape::ParsedOperand::Kind::kType:
      break;
  }
  return Declare(operand->type, depth, type);
}

// Leaves a dim that is no range and no expression as it is.
absl::Status TypeTextReader::ReadDim(absl::string_view text, DeclaredDim* dim) {
  const absl::StatusOr<shape::Dim> read = shape::ParseDimInNotation(
      exprs_, text, [this](absl::string_view name) { return Resolve(name); });
  if (exprs_.is_stopped()) return exprs_.work_status();
  if (!read.ok() || !read->is_symbolic()) return absl::OkStatus();
  *dim = Declare(*read);
  return absl::OkStatus();
}

// What is made before the first dim.
constexpr uint64_t kCountPerText = 256;

}  // namespace

absl::Status ReadTypeText(absl::string_view text, const ReaderLimits& limits, int depth, Work* work,
                          Arena* arena, DeclaredType* type) {
  constexpr size_t kBytesPerCount = 4;
  if (work != nullptr && !work->Count(kCountPerText + text.size() / kBytesPerCount)) {
    return work->status();
  }
  absl::Status status = TypeTextReader(limits, work, arena).Read(text, depth, type);
  return absl::IsInvalidArgument(status) ? Within("text", std::move(status)) : status;
}

absl::Status ReadDimText(absl::string_view text, Work* work, Arena* arena, DeclaredDim* dim) {
  dim->text = text;
  const bool is_plain = std::all_of(text.begin(), text.end(),
                                    [](char c) { return absl::ascii_isalnum(c) || c == '_'; });
  if (is_plain || text == "?" || text == "-1" || symbolic::IsPath(text)) return absl::OkStatus();
  if (work != nullptr && !work->Count(kCountPerText + text.size())) return work->status();
  const ReaderLimits limits;
  return TypeTextReader(limits, work, arena).ReadDim(text, dim);
}

}  // namespace shapewright::graph
