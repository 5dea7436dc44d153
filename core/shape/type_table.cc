#include "core/shape/type_table.h"

#include <memory>
#include <new>

#include "absl/hash/hash.h"

namespace shapewright::shape {
namespace {

constexpr size_t kFirstChunkBytes = 8192;

template <typename T>
absl::Span<const T> Copy(std::pmr::memory_resource& memory, absl::Span<const T> items) {
  if (items.empty()) return {};
  auto* copy = static_cast<T*>(memory.allocate(items.size() * sizeof(T), alignof(T)));
  std::uninitialized_copy(items.begin(), items.end(), copy);
  return {copy, items.size()};
}

absl::string_view CopyText(std::pmr::memory_resource& memory, absl::string_view text) {
  const auto copy = Copy<char>(memory, {text.data(), text.size()});
  return {copy.data(), copy.size()};
}

uint32_t HashContent(const Type& type) {
  return static_cast<uint32_t>(absl::HashOf(type.kind, type.element, type.shape.has_rank,
                                            type.shape.dims, type.inner, type.length,
                                            type.positions, type.name));
}

}  // namespace

bool operator==(const Type& a, const Type& b) {
  return a.kind == b.kind && a.element == b.element && a.shape == b.shape && a.inner == b.inner &&
         a.length == b.length && a.presence == b.presence && a.positions == b.positions &&
         a.domain == b.domain && a.name == b.name;
}

TypeTable::TypeTable() : memory_(kFirstChunkBytes) { Intern(Type()); }

TypeId TypeTable::Intern(const Type& type) {
  const uint32_t hash = HashContent(type);
  const uint32_t found = interned_.Find(hash, [&](TypeId id) { return at(id) == type; });
  if (found != HashIndex::kNone) return found;
  Type copy = type;
  copy.shape.dims = Copy(memory_, type.shape.dims);
  copy.positions = Copy(memory_, type.positions);
  copy.domain = CopyText(memory_, type.domain);
  copy.name = CopyText(memory_, type.name);
  void* place = memory_.allocate(sizeof(Type), alignof(Type));
  types_.push_back(new (place) Type(copy));
  const auto id = static_cast<TypeId>(types_.size() - 1);
  interned_.Insert(hash, id);
  return id;
}

TypeId TypeTable::Tensor(ElementType element, const Shape& shape) {
  Type type;
  type.kind = TypeKind::kTensor;
  type.element = element;
  type.shape = shape;
  return Intern(type);
}

TypeId TypeTable::Sequence(TypeId inner, Dim length) {
  Type type;
  type.kind = TypeKind::kSequence;
  type.inner = inner;
  type.length = length;
  return Intern(type);
}

TypeId TypeTable::Optional(TypeId inner, Presence presence) {
  Type type;
  type.kind = TypeKind::kOptional;
  type.inner = inner;
  type.presence = presence;
  return Intern(type);
}

}  // namespace shapewright::shape
