#include "page/knowledge.h"

#include <algorithm>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/status/statusor.h"
#include "absl/strings/match.h"
#include "core/symbolic/text/parse.h"

namespace shapewright {
namespace {

bool IsUnknown(const v1::Symbol& symbol) {
  return symbol.kind() == v1::Symbol::KIND_ANONYMOUS ||
         symbol.kind() == v1::Symbol::KIND_DATA_DEPENDENT;
}

// The unknowns that a fact bounds from above: `?1 <= N*M`.
absl::flat_hash_set<std::string> BoundedByFacts(const v1::InferShapesResponse& response) {
  absl::flat_hash_set<std::string> names;
  for (const v1::Fact& fact : response.facts()) {
    const size_t relation = fact.text().find(" <= ");
    if (absl::StartsWith(fact.text(), "?") && relation != std::string::npos) {
      names.insert(fact.text().substr(0, relation));
    }
  }
  return names;
}

}  // namespace

KnowledgeOf::KnowledgeOf(const v1::InferShapesResponse& response) {
  const absl::flat_hash_set<std::string> bounded = BoundedByFacts(response);
  // What a symbol abbreviates names symbols that stand before it.
  for (const v1::Symbol& symbol : response.symbols()) {
    Knowledge known = Knowledge::kExact;
    if (IsUnknown(symbol)) {
      const bool has_end = symbol.range().has_max() || bounded.contains(symbol.name());
      known = has_end ? Knowledge::kBounded : Knowledge::kUnknown;
    } else if (symbol.equals().has_expr()) {
      known = Expression(symbol.equals().expr());
    }
    symbols_.emplace(symbol.name(), known);
  }
}

Knowledge KnowledgeOf::Expression(const std::string& text) {
  const auto found = expressions_.find(text);
  if (found != expressions_.end()) return found->second;
  Knowledge known = Knowledge::kExact;
  const absl::StatusOr<std::vector<std::string>> names = symbolic::CollectIdentifiers(text);
  if (!names.ok()) known = Knowledge::kUnknown;
  for (const std::string& name : names.value_or(std::vector<std::string>())) {
    const auto symbol = symbols_.find(name);
    if (symbol != symbols_.end()) known = std::max(known, symbol->second);
  }
  expressions_.emplace(text, known);
  return known;
}

Knowledge KnowledgeOf::Dim(const v1::Dim& dim) {
  if (dim.has_size()) return Knowledge::kExact;
  if (dim.has_expr()) return Expression(dim.expr());
  return dim.range().has_max() ? Knowledge::kBounded : Knowledge::kUnknown;
}

Knowledge KnowledgeOf::Type(const v1::Type& type) {
  Knowledge known = Knowledge::kExact;
  if (type.alternatives_size() > 0) {
    for (const v1::TypeAlternative& alternative : type.alternatives()) {
      known = std::max(known, Type(alternative.type()));
    }
    return known;
  }
  const v1::TensorType* tensor = nullptr;
  switch (type.kind_case()) {
    case v1::Type::kTensor:
      tensor = &type.tensor();
      break;
    case v1::Type::kSparseTensor:
      tensor = &type.sparse_tensor();
      break;
    case v1::Type::kSequence:
      return Type(type.sequence().element());
    case v1::Type::kOptional:
      return Type(type.optional().element());
    case v1::Type::KIND_NOT_SET:
      return Knowledge::kUnknown;
    default:
      return Knowledge::kExact;
  }
  if (!tensor->has_shape()) return Knowledge::kUnknown;
  for (const v1::Dim& dim : tensor->shape().dims()) known = std::max(known, Dim(dim));
  return known;
}

}  // namespace shapewright
