#ifndef SHAPEWRIGHT_CLIENT_CPP_ONNX_DIMS_H_
#define SHAPEWRIGHT_CLIENT_CPP_ONNX_DIMS_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "client/cpp/answer_symbols.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/symbol.h"
#include "core/symbolic/text/dialect/dialect_text.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright {

// A dimension as an ONNX model writes it: a size, a name or expression, or
// nothing.
using OnnxDim = std::variant<std::monostate, int64_t, std::string>;

// Turns the dims of an answer into those of an ONNX model. Expressions are
// printed as ToOnnxText() does, or in another tool's notation where that can say them; aliases and
// defined symbols are written out. An
// anonymous symbol gets a name that the model does not use, `unk__1`, if it
// occurs more than once; a dim with one that occurs nowhere else says nothing
// and is empty (S7).
class OnnxDims {
 public:
  // `taken` are the names that the model uses already.
  OnnxDims(const v1::InferShapesResponse& response, const absl::flat_hash_set<std::string>& taken,
           symbolic::Dialect dialect = symbolic::Dialect::kOurs);

  // Announces that the dim will be written. All dims are counted before the first Write().
  void Count(const v1::Dim& dim);

  OnnxDim Write(const v1::Dim& dim);
  // Whether it is a size or an expression without anonymous symbols.
  bool IsKnown(const v1::Dim& dim);

 private:
  struct Text {
    symbolic::Expr expr;
    // The anonymous symbols in it.
    std::vector<symbolic::SymbolId> anonymous;
    // What Write() gives, once that is known.
    bool is_written = false;
    std::string onnx;
  };

  Text& Find(const std::string& text);
  void Print(Text& text);

  AnswerSymbols symbols_;
  symbolic::Dialect dialect_;
  absl::flat_hash_map<std::string, Text> texts_;
  // How often each symbol will be written, by ordinal.
  std::vector<size_t> occurrences_;
};

}  // namespace shapewright

#endif  // SHAPEWRIGHT_CLIENT_CPP_ONNX_DIMS_H_
