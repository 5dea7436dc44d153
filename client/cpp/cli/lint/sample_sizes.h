#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_SAMPLE_SIZES_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_SAMPLE_SIZES_H_

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "client/cpp/answer_symbols.h"
#include "core/symbolic/expr.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Sizes and elements of inputs that satisfy all facts of an answer: examples that show that two
// expressions differ for inputs that the model accepts. Always the same ones.
class SampleSizes {
 public:
  SampleSizes(const v1::InferShapesResponse& response, AnswerSymbols& symbols);

  // `N = 3, M = 2`, where the two have different values; nothing if no example shows it.
  std::optional<std::string> Difference(symbolic::Expr a, symbolic::Expr b);

 private:
  using Sizes = std::vector<std::optional<int64_t>>;

  std::optional<std::string> FindDifference(symbolic::Expr a, symbolic::Expr b);

  AnswerSymbols& symbols_;
  std::vector<Sizes> samples_;
  absl::flat_hash_map<std::pair<symbolic::Expr, symbolic::Expr>, std::optional<std::string>> known_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_SAMPLE_SIZES_H_
