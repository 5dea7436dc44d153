#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_SAMPLE_SIZES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_SAMPLE_SIZES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "client/cpp/answer_symbols.h"
#include "client/cpp/cli/lint/fact_check.h"
#include "client/cpp/model_graphs.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/symbol.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Where two expressions have different values.
struct SizesExample {
  std::string sizes;  // `N = 3, M = 2`; empty for two numbers
  int64_t first = 0;
  int64_t second = 0;
};

// Sizes and elements of inputs that satisfy all facts of an answer: examples that show that two
// expressions differ for inputs that the model accepts. Always the same ones.
class SampleSizes {
 public:
  SampleSizes(const v1::InferShapesResponse& response, const std::vector<ModelGraph>& graphs,
              AnswerSymbols& symbols);

  // Where the two have different values; nothing if no example shows it.
  std::optional<SizesExample> Difference(symbolic::Expr a, symbolic::Expr b);

 private:
  using Sizes = std::vector<std::optional<int64_t>>;

  // The values that each symbol is tried with.
  using Choices = std::vector<std::pair<symbolic::SymbolId, std::vector<int64_t>>>;

  // Changes sizes until all facts hold; false if that does not lead anywhere.
  template <typename Random>
  bool Repair(const Choices& choices, Random& random, Sizes& sizes);
  std::optional<SizesExample> FindDifference(symbolic::Expr a, symbolic::Expr b);
  // The values at sizes, if they differ there.
  std::optional<SizesExample> DifferenceAt(symbolic::Expr a, symbolic::Expr b, const Sizes& sizes,
                                           symbolic::Evaluator& evaluator);
  // Numbers at which a quotient, a min or a max in the two changes.
  std::vector<int64_t> Edges(symbolic::Expr a, symbolic::Expr b) const;

  AnswerSymbols& symbols_;
  FactCheck facts_;
  std::vector<Sizes> samples_;
  // Symbols whose values are given or of which only multiples are allowed.
  absl::flat_hash_map<symbolic::SymbolId, std::vector<int64_t>> allowed_;
  absl::flat_hash_map<symbolic::SymbolId, int64_t> divisors_;
  absl::flat_hash_map<std::pair<symbolic::Expr, symbolic::Expr>, std::optional<SizesExample>>
      known_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_SAMPLE_SIZES_H_
