#ifndef SHAPEWRIGHT_CLIENT_CPP_CLI_FIND_VALUE_PATTERN_H_
#define SHAPEWRIGHT_CLIENT_CPP_CLI_FIND_VALUE_PATTERN_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "core/shape/element_type.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/expr_arena.h"
#include "shapewright/v1/infer.pb.h"

namespace shapewright::cli {

// What `infer --find` looks for: a part of a name, or a shape such as `[*, 768]` or
// `int64[?, N + 1]`, where `*` stands for any number of dims, `?` for any one, and anything else
// for the dims that it equals. The name of an element type stands for all tensors of it, too.
class ValuePattern {
 public:
  // INVALID_ARGUMENT says what is wrong with a shape.
  static absl::StatusOr<ValuePattern> Parse(absl::string_view text);

  // Not const: expressions of dims are kept.
  bool Fits(const v1::ValueInfo& value);

 private:
  enum class Kind : uint8_t { kAnyDims, kAnyDim, kDim };
  struct Item {
    Kind kind;
    symbolic::Expr dim;  // of kDim
  };

  explicit ValuePattern(absl::string_view text);

  absl::Status ParseItem(absl::string_view text);
  absl::StatusOr<symbolic::Expr> ParseDim(absl::string_view text);
  bool FitsType(const v1::Type& type);
  bool FitsTensor(const v1::TensorType& tensor);
  bool FitsDim(const Item& item, const v1::Dim& dim);
  bool FitsShape(const v1::Shape& shape);

  std::string text_;
  std::optional<shape::ElementType> element_type_;
  bool has_shape_ = false;
  std::vector<Item> items_;
  std::unique_ptr<symbolic::ExprArena> arena_;
  absl::flat_hash_map<std::string, symbolic::Expr> symbols_;
  absl::flat_hash_map<std::string, std::optional<symbolic::Expr>> dims_;
};

// Leaves only the values that fit, of all graphs. Returns how many they are.
size_t KeepFittingValues(ValuePattern& pattern, v1::InferShapesResponse& response);

}  // namespace shapewright::cli

#endif  // SHAPEWRIGHT_CLIENT_CPP_CLI_FIND_VALUE_PATTERN_H_
