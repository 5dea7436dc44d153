#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_DECLARED_DIMS_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_DECLARED_DIMS_H_

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "client/cpp/answer_symbols.h"
#include "core/symbolic/expr.h"
#include "proto/onnx/onnx.pb.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// What a declared dim says.
struct DeclaredDim {
  enum class Kind : uint8_t {
    kNothing,
    kKnown,  // a size, or an expression over the inputs
    kName,   // a name that no input declares
  };

  Kind kind = Kind::kNothing;
  symbolic::Expr expr;  // kKnown
  // As other tools read it, where the text leaves that open; else unknown.
  symbolic::Expr other;
  std::string text;  // as the model has it
};

// Whether it is [A-Za-z_][A-Za-z0-9_.]*: a name that needs no quotes in an expression (S8).
bool IsIdentifier(absl::string_view text);
// Whether the text of a dim names nothing: empty, `?`, `-1`, `None` (S8).
bool IsPlaceholder(absl::string_view text);

// Reads dims that a model declares as inference does (S8), over the symbols of its answer.
class DeclaredDims {
 public:
  DeclaredDims(const v1::InferShapesResponse& response, AnswerSymbols& symbols);

  DeclaredDim Read(const onnx::TensorShapeProto::Dimension& dim);
  // Whether the dim is a size or an expression over the inputs that a model can say.
  bool CanSay(symbolic::Expr expr);

 private:
  symbolic::Expr ReadText(absl::string_view text);

  AnswerSymbols& symbols_;
  absl::flat_hash_map<std::string, symbolic::Expr> texts_;
  absl::flat_hash_map<symbolic::Expr, bool> can_say_;
};

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_LINT_DECLARED_DIMS_H_
