#ifndef SHAPEWRIGHT_CORE_QUERY_READ_PREMISES_H_
#define SHAPEWRIGHT_CORE_QUERY_READ_PREMISES_H_

#include <google/protobuf/repeated_ptr_field.h>

#include <string>

#include "absl/status/status.h"
#include "core/query/symbol_scope.h"

namespace shapewright::query {

// Takes the relations of a field `premises` as true. INVALID_ARGUMENT with the reason
// MALFORMED_PREMISE for one that is none, or that cannot hold beside what is known.
absl::Status ReadPremises(SymbolScope& scope,
                          const google::protobuf::RepeatedPtrField<std::string>& premises);

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_READ_PREMISES_H_
