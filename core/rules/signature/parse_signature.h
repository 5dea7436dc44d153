#ifndef SHAPEWRIGHT_CORE_RULES_SIGNATURE_PARSE_SIGNATURE_H_
#define SHAPEWRIGHT_CORE_RULES_SIGNATURE_PARSE_SIGNATURE_H_

#include <cstddef>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/base/work.h"
#include "core/rules/signature/signature.h"

namespace shapewright::rules {

// What a signature may have at most (S64).
inline constexpr size_t kMaxSignatureBytes = size_t{16} << 10;
inline constexpr size_t kMaxSignatureOperands = 64;
inline constexpr size_t kMaxSignatureSteps = 512;
inline constexpr size_t kMaxSignatureNesting = 8;

// Reads the text of a signature (S62):
//
//   signature = "(" [ input { "," input } ] ")" "->" results
//               [ "where" condition { "," condition } [ "," costs ] | costs ]
//   input     = name [ "?" | "..." ] ":" type [ "=" name ] | "@" name [ "=" default ]
//   results   = result | "(" [ result { "," result } ] ")"
//   result    = [ name [ "..." ] ":" ] type
//   type      = element shape | "seq(" type ")" | "optional(" type ")" | "?"
//   element   = element type | variable | "@" name
//   shape     = "[" [ item { "," item } ] "]" | "?"
//   item      = sum | "?" | "*" [ name ] | "..." | "*" "@" name | [ sum ] ".." [ sum ]
//             | "broadcast(" "*" name { "," "*" name } ")"
//   condition = variable "in" "{" element type { "," element type } "}" | relation
//   costs     = "cost" count { "," count }
//   count     = ( "mac" | "alu" | "div" | "sqrt" | "special" ) "=" sum
//   default   = integer | "[" [ integer { "," integer } ] "]"
//
// with the sums and relations of core/symbolic/text, NameSyntax::kOfRules. Variables of element
// types begin with a capital letter. INVALID_ARGUMENT says the column.
// `work`, which may be null, counts what it takes.
absl::StatusOr<Signature> ParseSignature(absl::string_view text, Work* work = nullptr);

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SIGNATURE_PARSE_SIGNATURE_H_
