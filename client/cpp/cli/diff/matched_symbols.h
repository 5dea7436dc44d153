#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_MATCHED_SYMBOLS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_MATCHED_SYMBOLS_H_

#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "client/cpp/answer_symbols.h"
#include "core/base/work.h"
#include "core/symbolic/algebra/substitute.h"
#include "core/symbolic/expr.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// Which symbol of one answer is which of another: those that stand in the same places of inputs,
// outputs and inner values, one to one, those of one name first. Brings the expressions of both
// into one arena, so that they can be compared.
class MatchedSymbols {
 public:
  // `work` counts what this and its users do, and outlives it. Once it is stopped, results are
  // worth nothing.
  MatchedSymbols(const v1::InferShapesResponse& before, const v1::InferShapesResponse& after,
                 Work& work);

  // Expressions of the two answers, over the symbols of the later one and those of the earlier
  // one that have no match.
  symbolic::Expr Before(const v1::Dim& dim);
  symbolic::Expr Before(const v1::Amount& amount);
  symbolic::Expr After(const v1::Dim& dim) { return after_.ParseDim(dim); }
  symbolic::Expr After(const v1::Amount& amount) { return after_.ParseAmount(amount); }

  // What a later expression is for the sizes that the earlier model accepts: a symbol that is new
  // in an input is there what the earlier input had in its place.
  symbolic::Expr AsBefore(symbolic::Expr expr);
  // The same of an earlier expression and the later model.
  symbolic::Expr AsAfter(symbolic::Expr expr);

  // Whether both are the same for what both models accept: a symbol that only one of them has in an
  // input is what the other one has in its place.
  bool IsSameWithin(symbolic::Expr before, symbolic::Expr after);

  // Whether it is unknown, or an unknown symbol is below it.
  bool HasUnknown(symbolic::Expr expr);

  // Whether the dim of that input of the later model is a size of its own, the first of its name.
  bool IsFreeAfter(const std::string& input, int axis, const v1::Dim& dim) const;

  // Matched symbols, by the order of the earlier answer.
  const std::vector<std::pair<const v1::Symbol*, const v1::Symbol*>>& pairs() const {
    return pairs_;
  }
  bool HasMatchBefore(const std::string& name) const { return forward_.contains(name); }
  bool HasMatchAfter(const std::string& name) const { return taken_.contains(name); }

  symbolic::ExprArena& arena() { return after_.arena(); }
  Work& work() { return work_; }

 private:
  using Symbols = absl::flat_hash_map<std::string, const v1::Symbol*>;

  // The symbol that the dim is, alone; null for all others.
  static const v1::Symbol* SymbolOf(const v1::Dim& dim, const Symbols& symbols);

  void MatchTypes(const v1::Type& before, const v1::Type& after, bool by_name);
  void MatchDims(const v1::Dim& before, const v1::Dim& after, bool by_name);
  void MatchValues(const google::protobuf::RepeatedPtrField<v1::ValueInfo>& before,
                   const google::protobuf::RepeatedPtrField<v1::ValueInfo>& after, bool by_name);
  void FindReplacements(const v1::InferShapesResponse& before,
                        const v1::InferShapesResponse& after);
  symbolic::Expr Parse(absl::string_view text);
  symbolic::Expr Resolve(const v1::Symbol& symbol);
  using Replacements = absl::flat_hash_map<symbolic::SymbolId, symbolic::Expr>;

  symbolic::Expr Rewrite(symbolic::Expr expr, const Replacements& replacements,
                         symbolic::Rewriter& rewriter);

  Work& work_;
  Symbols before_symbols_;
  Symbols after_symbols_;
  AnswerSymbols after_;
  // By the name before: the name after, and which names after are taken.
  absl::flat_hash_map<std::string, std::string> forward_;
  absl::flat_hash_set<std::string> taken_;
  std::vector<std::pair<const v1::Symbol*, const v1::Symbol*>> pairs_;
  // What symbols of the earlier answer are in the arena.
  absl::flat_hash_map<std::string, symbolic::Expr> resolved_;
  // Of symbols without a match that inputs have.
  Replacements old_in_place_of_new_;
  Replacements new_in_place_of_old_;
  // Of these: what was rewritten once is kept.
  symbolic::Rewriter to_before_;
  symbolic::Rewriter to_after_;
  // By node: whether an unknown symbol is below it.
  absl::flat_hash_map<symbolic::NodeId, bool> has_unknown_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_DIFF_MATCHED_SYMBOLS_H_
