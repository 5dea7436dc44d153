#ifndef SHAPEWRIGHT_CORE_SYMBOLIC_NUMBERS_SIMPLEX_H_
#define SHAPEWRIGHT_CORE_SYMBOLIC_NUMBERS_SIMPLEX_H_

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "absl/functional/function_ref.h"
#include "core/symbolic/numbers/checked_math.h"

namespace shapewright::symbolic {

// Maximises objective . y over all y >= 0 with row . y <= limit for each row. Numbers are exact:
// the greatest value is a fraction.
struct LinearProgram {
  struct Row {
    std::vector<Int128> coefficients;  // one per variable
    Int128 limit = 0;
  };
  std::vector<Int128> objective;  // one per variable
  std::vector<Row> rows;
};

// numerator / denominator, the denominator positive.
struct Fraction {
  Int128 numerator = 0;
  Int128 denominator = 1;
};

// The greatest value; nothing if there is none, as the rows contradict each other or set no limit,
// and where a number leaves 128 bits or `count` refuses. `count` is asked before it begins and
// before each step, with the number of operations that these take.
std::optional<Fraction> Maximize(const LinearProgram& program,
                                 absl::FunctionRef<bool(uint64_t)> count);

}  // namespace shapewright::symbolic

#endif  // SHAPEWRIGHT_CORE_SYMBOLIC_NUMBERS_SIMPLEX_H_
