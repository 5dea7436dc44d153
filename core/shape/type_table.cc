#include "core/shape/type_table.h"

#include <algorithm>
#include <memory>
#include <new>

#include "core/base/mix_hash.h"

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

uint64_t HashDim(uint64_t hash, Dim dim) {
  if (dim.is_constant()) return MixHash(hash, ~static_cast<uint64_t>(dim.constant()));
  return MixHash(hash, dim.is_symbolic() ? dim.node() : 0);
}

uint64_t HashTensor(TypeKind kind, ElementType element, const Shape& shape) {
  uint64_t hash = static_cast<uint64_t>(kind) << 8 | static_cast<uint64_t>(element);
  hash = MixHash(hash, shape.dims.size() * 2 + (shape.has_rank ? 1 : 0));
  for (const Dim dim : shape.dims) hash = HashDim(hash, dim);
  return hash;
}

uint32_t HashContent(const Type& type) {
  uint64_t hash = HashTensor(type.kind, type.element, type.shape);
  for (const TypeAlternative& each : type.alternatives) {
    hash = HashDim(MixHash(hash, each.type), each.condition);
  }
  if (type.is_tensor()) return ShortHash(hash);
  hash = HashDim(MixHash(hash, type.inner), type.length);
  for (const TypeId position : type.positions) hash = MixHash(hash, position);
  return ShortHash(type.name.empty() ? hash : MixHash(hash, HashText(type.name)));
}

}  // namespace

bool operator==(const Type& a, const Type& b) {
  return a.kind == b.kind && a.element == b.element && a.shape == b.shape && a.inner == b.inner &&
         a.length == b.length && a.presence == b.presence && a.positions == b.positions &&
         a.domain == b.domain && a.name == b.name && a.alternatives == b.alternatives;
}

TypeTable::TypeTable()
    : first_chunk_(std::make_unique_for_overwrite<std::byte[]>(kFirstChunkBytes)),
      memory_(first_chunk_.get(), kFirstChunkBytes) {
  types_.push_back(&unknown_);
  depths_.push_back(0);
}

uint8_t TypeTable::DepthOf(const Type& type) const {
  uint8_t depth = depths_[type.inner];
  for (const TypeId position : type.positions) depth = std::max(depth, depths_[position]);
  for (const TypeAlternative& each : type.alternatives) {
    depth = std::max(depth, depths_[each.type]);
  }
  return depth + 1;
}

void TypeTable::Reset() {
  types_.resize(1);
  depths_.resize(1);
  interned_.Clear();
  memory_.release();
}

TypeId TypeTable::Intern(const Type& type) {
  if (type.kind == TypeKind::kUnknown && type == unknown_) return kUnknownType;
  const uint32_t hash = HashContent(type);
  const uint32_t found = interned_.Find(hash, [&](TypeId id) { return at(id) == type; });
  return found != HashIndex::kNone ? found : Add(type, hash);
}

TypeId TypeTable::Add(const Type& type, uint32_t hash) {
  const uint8_t depth = DepthOf(type);
  if (depth > kMaxTypeDepth) return kUnknownType;
  void* place = memory_.allocate(sizeof(Type), alignof(Type));
  Type* const copy = new (place) Type(type);
  copy->shape.dims = Copy(memory_, type.shape.dims);
  copy->positions = Copy(memory_, type.positions);
  copy->alternatives = Copy(memory_, type.alternatives);
  copy->domain = CopyText(memory_, type.domain);
  copy->name = CopyText(memory_, type.name);
  types_.push_back(copy);
  depths_.push_back(depth);
  const auto id = static_cast<TypeId>(types_.size() - 1);
  interned_.Insert(hash, id);
  return id;
}

TypeId TypeTable::Tensor(ElementType element, const Shape& shape) {
  // As Intern(), but a Type is made only if the table has none like it. Compares only the fields
  // that tensors use.
  const uint32_t hash = ShortHash(HashTensor(TypeKind::kTensor, element, shape));
  const uint32_t found = interned_.Find(hash, [&](TypeId id) {
    const Type& known = at(id);
    return known.kind == TypeKind::kTensor && known.element == element && known.shape == shape &&
           known.alternatives.empty();
  });
  if (found != HashIndex::kNone) return found;
  Type type;
  type.kind = TypeKind::kTensor;
  type.element = element;
  type.shape = shape;
  return Add(type, hash);
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

void AppendExpressions(const TypeTable& types, TypeId id, std::vector<symbolic::Expr>* exprs) {
  const Type& type = types.at(id);
  exprs->insert(exprs->end(), type.shape.dims.begin(), type.shape.dims.end());
  for (const TypeAlternative& each : type.alternatives) {
    if (!each.condition.is_unknown()) exprs->push_back(each.condition);
    AppendExpressions(types, each.type, exprs);
  }
}

size_t TensorCount(const TypeTable& types, TypeId id) {
  if (id == kUnknownType) return 0;
  const Type& type = types.at(id);
  size_t count = type.is_tensor() ? 1 : 0;
  for (const TypeId position : type.positions) count += TensorCount(types, position);
  return type.is_tuple() ? count : count + TensorCount(types, type.inner);
}

}  // namespace shapewright::shape
