#ifndef SHAPEWRIGHT_CORE_QUERY_READ_PREMISES_H_
#define SHAPEWRIGHT_CORE_QUERY_READ_PREMISES_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "core/query/symbol_scope.h"
#include "core/symbolic/text/parse_relation.h"

namespace shapewright::query {

// A field `premises`, read once for all cases that it is said for. It refers to the field.
class Premises {
 public:
  using Texts = google::protobuf::RepeatedPtrField<std::string>;

  // INVALID_ARGUMENT with the reason MALFORMED_PREMISE for a text that is no relation.
  static absl::StatusOr<Premises> Read(const symbolic::ExprArena& counted, const Texts& texts);

  // Takes the relations as true. The same error for one that cannot hold beside what is known.
  absl::Status Take(SymbolScope& scope) const;

  // INVALID_ARGUMENT, MALFORMED_PREMISE, for one that says nothing of what was read beside
  // premises, by itself or by way of others and of `known`: mostly a misspelt name.
  absl::Status CheckNames(const SymbolScope& scope, const Premises& known) const;

  bool empty() const { return premises_.empty(); }

 private:
  struct Premise {
    const std::string* text;
    symbolic::RelationText relations;
    // What it takes to build them.
    uint64_t work;
  };

  std::vector<Premise> premises_;
};

// Both at once, for a field that is said for one case.
absl::StatusOr<Premises> ReadPremises(SymbolScope& scope, const Premises::Texts& texts);

// Whether one says something of unknowns, `?2`.
bool NameUnknowns(const Premises::Texts& texts);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_READ_PREMISES_H_
