#ifndef SHAPEWRIGHT_CORE_QUERY_READ_TYPE_H_
#define SHAPEWRIGHT_CORE_QUERY_READ_TYPE_H_

#include <string>

#include "absl/status/statusor.h"
#include "core/query/query_options.h"
#include "core/query/symbol_scope.h"
#include "core/shape/algebra/algebra.h"
#include "core/shape/notation/notation.h"
#include "shapewright/v1/shape.pb.h"

namespace shapewright::query {

// Reads dims, shapes and types of a request into a scope. Errors are
// INVALID_ARGUMENT with the path of the field within the message.

// An element type; INVALID_ARGUMENT for a number that none has.
absl::StatusOr<shape::ElementType> ReadElement(absl::string_view field, int number);

// For more axes than the server takes.
absl::Status RankTooLarge(const QueryOptions& options);

class TypeReader {
 public:
  // With `allow_negative`, a size below -1 is a constant of the algebra (S24); -1 never is.
  TypeReader(const QueryOptions& options, SymbolScope& scope, bool allow_negative,
             shape::Notation notation = shape::Notation::kShapewright)
      : options_(options), scope_(scope), allow_negative_(allow_negative), notation_(notation) {}

  // Unknowns of what is read are said to stand in this operand.
  void set_operand(uint32_t operand) { operand_ = operand; }

  absl::StatusOr<shape::Dim> ReadDim(const v1::Dim& message);
  absl::StatusOr<shape::ShapeValue> ReadShape(const v1::Shape& message);
  absl::StatusOr<shape::TypeId> ReadType(const v1::Type& message, int depth = 0);

 private:
  absl::StatusOr<shape::Dim> ReadKind(const v1::Dim& message);
  // A type within another one, by its text.
  absl::StatusOr<shape::TypeId> ReadText(const std::string& text);
  absl::StatusOr<shape::ShapeValue> ReadRank(const v1::Interval& message);
  absl::StatusOr<shape::TypeId> ReadTensor(const v1::TensorType& message, shape::TypeKind kind);
  absl::StatusOr<shape::TypeId> ReadSequence(const v1::SequenceType& message, int depth);
  absl::StatusOr<shape::TypeId> ReadProgram(const v1::ProgramType& message, int depth);
  // The key goes to `map`; returns the type of the values.
  absl::StatusOr<shape::TypeId> ReadMap(const v1::MapType& message, int depth, shape::Type& map);

  const QueryOptions& options_;
  SymbolScope& scope_;
  const bool allow_negative_;
  const shape::Notation notation_;
  uint32_t operand_ = 0;
};

}  // namespace shapewright::query

#endif  // SHAPEWRIGHT_CORE_QUERY_READ_TYPE_H_
