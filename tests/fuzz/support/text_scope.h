#ifndef SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_TEXT_SCOPE_H_
#define SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_TEXT_SCOPE_H_

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/expr_arena.h"

namespace shapewright::fuzz {

// What the names of a text mean while it is parsed: each a symbol from its
// first use on, with an interval that its first letter decides, so that texts
// reach what the algebra does about intervals.
class TextScope {
 public:
  explicit TextScope(symbolic::ExprArena& arena) : arena_(arena) {}

  // For a text from outside: declares what it does not know.
  absl::StatusOr<symbolic::Expr> Declare(absl::string_view name);
  // For a text that the arena printed: knows the arena's symbols only.
  absl::StatusOr<symbolic::Expr> Find(absl::string_view name) const;

  // A value within the interval of the name, another one each round.
  std::map<std::string, int64_t> Values(int round) const;

 private:
  symbolic::ExprArena& arena_;
  std::map<std::string, symbolic::Expr, std::less<>> names_;
};

// Reports a finding to libFuzzer, with what led to it.
[[noreturn]] void Fail(absl::string_view what, absl::string_view text, absl::string_view printed);

}  // namespace shapewright::fuzz

#endif  // SHAPEWRIGHT_TESTS_FUZZ_SUPPORT_TEXT_SCOPE_H_
