#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_FACT_CHECK_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_FACT_CHECK_H_

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/types/span.h"
#include "client/cpp/answer_symbols.h"
#include "client/cpp/model_graphs.h"
#include "core/symbolic/algebra/evaluate.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/symbol.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Whether sizes satisfy the facts of an answer, as far as they decide them. A fact of a branch of
// an If counts where that branch runs. An If whose condition is no expression has a symbol of its
// own, 1 where it takes its then branch.
class FactCheck {
 public:
  // Values by SymbolId, those of branch_symbols() among them.
  using Sizes = std::vector<std::optional<int64_t>>;

  // `graphs` are those of the answer in the model. Adds symbols to the arena of `symbols`, which
  // must outlive this.
  FactCheck(const v1::InferShapesResponse& response, const std::vector<ModelGraph>& graphs,
            AnswerSymbols& symbols);

  absl::Span<const symbolic::SymbolId> branch_symbols() const { return branch_symbols_; }

  bool Accepts(const Sizes& sizes) { return !FirstBroken(sizes).has_value(); }
  // The first fact that sizes break.
  std::optional<size_t> FirstBroken(const Sizes& sizes);
  // Whether a fact holds, as far as the sizes decide it; otherwise `sides` are its values.
  bool Accepts(size_t fact, const Sizes& sizes, std::array<symbolic::Evaluation, 2>* sides) const;

  size_t count() const { return relations_.size(); }
  // The two sides, and the conditions that must have a value for the fact to matter.
  absl::Span<const symbolic::Expr> ExprsOf(size_t fact) const;

 private:
  // Expressions of a fact within exprs_.
  struct Part {
    size_t first = 0;
    size_t count = 0;
  };

  void Add(const v1::Fact& fact, const v1::InferShapesResponse& response,
           const std::vector<ModelGraph>& graphs, AnswerSymbols& symbols);
  // The condition of an If, or the symbol that stands for it; unknown for a node that is none.
  symbolic::Expr ConditionOf(const v1::Site& control, const v1::InferShapesResponse& response,
                             const std::vector<ModelGraph>& graphs, AnswerSymbols& symbols);
  bool IsKept(size_t fact, absl::Span<const symbolic::Evaluation> values) const;

  const symbolic::ExprArena* arena_;
  std::vector<v1::Fact::Relation> relations_;
  std::vector<Part> parts_;
  std::vector<symbolic::Expr> exprs_;
  // By place in exprs_: whether a condition is to be true; unused for sides.
  std::vector<bool> wanted_;
  // By graph and node of an If.
  absl::flat_hash_map<std::pair<uint32_t, uint32_t>, symbolic::Expr> conditions_;
  std::vector<symbolic::SymbolId> branch_symbols_;
  std::optional<symbolic::Evaluator> evaluator_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_FACT_CHECK_H_
