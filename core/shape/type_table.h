#ifndef SHAPEWRIGHT_CORE_SHAPE_TYPE_TABLE_H_
#define SHAPEWRIGHT_CORE_SHAPE_TYPE_TABLE_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <memory_resource>
#include <vector>

#include "absl/types/span.h"
#include "core/base/hash_index.h"
#include "core/shape/type.h"

namespace shapewright::shape {

// Owns the distinct types of one inference: most values of a model share a few.
// Ids are given in order of first appearance, so they are deterministic (S21).
// Dims belong to the ExprArena of the same inference. Not thread-safe.
class TypeTable {
 public:
  TypeTable();
  TypeTable(const TypeTable&) = delete;
  TypeTable& operator=(const TypeTable&) = delete;

  // Removes all types and keeps the memory: earlier ids become invalid.
  void Reset();

  // A deeper type becomes the unknown one, as a type is printed with all types within it. Texts and
  // messages may nest less deeply.
  static constexpr uint8_t kMaxTypeDepth = 128;

  // The id of a type; what its views point to is copied on first appearance.
  TypeId Intern(const Type& type);

  TypeId Tensor(ElementType element, const Shape& shape);
  TypeId Tensor(ElementType element, absl::Span<const Dim> dims) {
    return Tensor(element, Shape::Of(dims));
  }
  TypeId Sequence(TypeId inner, Dim length = Dim());
  TypeId Optional(TypeId inner, Presence presence = Presence::kUnknown);

  // References stay valid for the table's life.
  const Type& at(TypeId id) const { return *types_[id]; }
  size_t size() const { return types_.size(); }

 private:
  // The type and how many types are nested in it.
  uint8_t DepthOf(const Type& type) const;
  // Adds a type that is not in the table.
  TypeId Add(const Type& type, uint32_t hash);

  std::unique_ptr<std::byte[]> first_chunk_;
  std::pmr::monotonic_buffer_resource memory_;
  const Type unknown_;
  std::vector<const Type*> types_;
  std::vector<uint8_t> depths_;  // by type
  HashIndex interned_;
};

// Appends the dims of a type, and those of its alternatives with their conditions.
void AppendExpressions(const TypeTable& types, TypeId id, std::vector<symbolic::Expr>* exprs);

// How many tensors a type is made of: the parameters of a program before its result.
size_t TensorCount(const TypeTable& types, TypeId id);

}  // namespace shapewright::shape

#endif  // SHAPEWRIGHT_CORE_SHAPE_TYPE_TABLE_H_
