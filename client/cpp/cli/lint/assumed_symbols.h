#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_ASSUMED_SYMBOLS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_ASSUMED_SYMBOLS_H_

#include <optional>

#include "client/cpp/answer_symbols.h"
#include "core/symbolic/expr.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// The symbols of which an answer assumes something: their ranges are those of the runs that keep
// it, and others may run too.
class AssumedSymbols {
 public:
  AssumedSymbols(const v1::InferShapesResponse& response, AnswerSymbols& symbols);

  // Whether two sizes are different in all runs, also in those that break what is assumed.
  bool AreSurelyDifferent(symbolic::Expr a, symbolic::Expr b);

 private:
  symbolic::Expr Freed(symbolic::Expr e);

  AnswerSymbols& symbols_;
  // The same symbols, of which those have any size, and any element; nothing if there are none.
  std::optional<AnswerSymbols> free_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_ASSUMED_SYMBOLS_H_
