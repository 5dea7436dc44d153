#ifndef SHAPEWRIGHT_EXPRESSION_H_
#define SHAPEWRIGHT_EXPRESSION_H_

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace shapewright {

// An expression over the sizes of symbols, as dims are written (docs/notation.md): `(N + 1)//2`. A
// handle, as the other ones: cheap to copy, immutable, for any number of threads.
class Expression {
 public:
  // INVALID_ARGUMENT says the column, and what was expected there. A division by the constant 0,
  // and a constant outside of 64 bits, are errors too.
  static absl::StatusOr<Expression> Parse(absl::string_view text);

  // Whether two of them print alike is whether they are found to be equal: 2*(N + 1) prints as
  // `2*N + 2`.
  const std::string& text() const;
  // The names that were read, without backticks, each once, in their order: `N`, `x[0]`, `?1`.
  const std::vector<std::string>& symbols() const;

  // The value at sizes by name; of an `if` only the side taken needs one. Symbols are sizes, from 0
  // to 2^63 - 2, but for elements of inputs (`x[0]`); INVALID_ARGUMENT for others. NOT_FOUND: a
  // symbol has no size; FAILED_PRECONDITION: a division by 0; OUT_OF_RANGE: the value is beyond 64
  // bits.
  absl::StatusOr<int64_t> Evaluate(const std::map<std::string, int64_t>& sizes) const;

 private:
  struct State;

  explicit Expression(std::shared_ptr<const State> state) : state_(std::move(state)) {}

  std::shared_ptr<const State> state_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_EXPRESSION_H_
