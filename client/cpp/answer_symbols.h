#ifndef SHAPEWRIGHT_CLIENT_CPP_ANSWER_SYMBOLS_H_
#define SHAPEWRIGHT_CLIENT_CPP_ANSWER_SYMBOLS_H_

#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/functional/function_ref.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/symbolic/expr_arena.h"
#include "core/symbolic/symbol.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// The symbols of an answer in an arena, and its texts as expressions over them. What an alias, a
// defined symbol or one that turned out to be something else stands for is put in its place.
class AnswerSymbols {
 public:
  // What a symbol is called in the arena.
  using Rename = absl::FunctionRef<std::string(const v1::Symbol& symbol)>;

  // `work`, which may be null, counts the operations on expressions, and outlives this.
  explicit AnswerSymbols(const v1::InferShapesResponse& response, Work* work = nullptr);
  AnswerSymbols(const v1::InferShapesResponse& response, Rename rename, Work* work = nullptr);

  // Unknown if the text is no expression over the symbols of the answer.
  symbolic::Expr Parse(absl::string_view text);
  // How another tool reads the text that is read as `read` here; unknown where that is the same.
  symbolic::Expr ParseOtherwise(absl::string_view text, symbolic::Expr read);
  symbolic::Expr ParseDim(const v1::Dim& dim);
  symbolic::Expr ParseAmount(const v1::Amount& amount);
  // Unknown if the answer has no symbol of that name.
  symbolic::Expr Find(absl::string_view name) const;

  symbolic::ExprArena& arena() { return arena_; }

 private:
  void Add(const v1::Symbol& symbol, Rename rename);
  absl::StatusOr<symbolic::Expr> Resolve(absl::string_view name) const;

  symbolic::ExprArena arena_;
  absl::flat_hash_map<std::string, symbolic::Expr> symbols_;
};

// The symbols of an answer, and nothing else of it, without the ranges that need not hold in all
// runs: an ASSUMED fact narrows the ranges of its symbols, and a run may break it. What is written
// into a model holds in all runs, so its texts are read with these symbols.
v1::InferShapesResponse SymbolsOfAllRuns(const v1::InferShapesResponse& response);

// Whether it is an unknown that only has a number.
bool IsAnonymous(const v1::Symbol& symbol);

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_ANSWER_SYMBOLS_H_
