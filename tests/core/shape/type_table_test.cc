#include "core/shape/type_table.h"

#include <string>
#include <vector>

#include "gtest/gtest.h"

namespace shapewright::shape {
namespace {

TEST(TypeTable, EqualTypesHaveEqualIds) {
  TypeTable types;
  const TypeId a = types.Tensor(ElementType::kFloat, {Dim(2), Dim(3)});
  EXPECT_EQ(types.Tensor(ElementType::kFloat, {Dim(2), Dim(3)}), a);
  EXPECT_NE(types.Tensor(ElementType::kFloat, {Dim(3), Dim(2)}), a);
  EXPECT_NE(types.Tensor(ElementType::kDouble, {Dim(2), Dim(3)}), a);
  EXPECT_EQ(types.Sequence(a, 2), types.Sequence(a, 2));
  EXPECT_NE(types.Sequence(a, 2), types.Sequence(a));
  EXPECT_NE(types.Optional(a), types.Optional(a, Presence::kAbsent));
}

// Tensors are found by what tensors have, other types by all of it.
TEST(TypeTable, TensorFindsWhatInternAdded) {
  TypeTable types;
  Type type;
  type.kind = TypeKind::kTensor;
  type.element = ElementType::kFloat;
  type.shape = Shape::OfUnknownRank({1, 2});
  EXPECT_EQ(types.Tensor(ElementType::kFloat, type.shape), types.Intern(type));
  const Dim two = 2;
  type.shape = Shape::Of({&two, 1});
  EXPECT_EQ(types.Intern(type), types.Tensor(ElementType::kFloat, type.shape));
  type.kind = TypeKind::kSparseTensor;
  EXPECT_NE(types.Intern(type), types.Tensor(ElementType::kFloat, type.shape));
}

TEST(TypeTable, TheUnknownTypeIsInEveryTable) {
  TypeTable types;
  EXPECT_EQ(types.size(), 1u);
  EXPECT_EQ(types.Intern(Type()), kUnknownType);
  EXPECT_EQ(types.at(kUnknownType).kind, TypeKind::kUnknown);
}

TEST(TypeTable, IsAsNewOnceReset) {
  TypeTable types;
  const Dim two = 2;
  for (int round = 0; round < 3; ++round) {
    EXPECT_EQ(types.size(), 1u);
    const TypeId tensor = types.Tensor(ElementType::kFloat, {two, Dim(round)});
    EXPECT_EQ(tensor, 1u);
    EXPECT_EQ(types.Sequence(tensor), 2u);
    EXPECT_EQ(types.Tensor(ElementType::kFloat, {two, Dim(round)}), tensor);
    types.Reset();
    EXPECT_EQ(types.at(kUnknownType).kind, TypeKind::kUnknown);
  }
}

TEST(TypeTable, AScalarIsNotOfUnknownRank) {
  TypeTable types;
  const TypeId scalar = types.Tensor(ElementType::kFloat, absl::Span<const Dim>());
  EXPECT_TRUE(types.at(scalar).has_rank());
  EXPECT_NE(types.Tensor(ElementType::kFloat, Shape()), scalar);
  EXPECT_NE(types.Tensor(ElementType::kFloat, Shape::OfUnknownRank({1, 2})),
            types.Tensor(ElementType::kFloat, Shape()));
}

TEST(TypeTable, CopiesWhatItsTypesPointTo) {
  TypeTable types;
  TypeId id;
  {
    const std::vector<Dim> dims = {Dim(7)};
    const std::string name = "a name that does not fit into a small string";
    Type type;
    type.kind = TypeKind::kOpaque;
    type.name = name;
    id = types.Intern(type);
    types.Tensor(ElementType::kInt8, dims);
  }
  EXPECT_EQ(types.at(id).name, "a name that does not fit into a small string");
  EXPECT_EQ(types.at(types.Tensor(ElementType::kInt8, {Dim(7)})).shape.dims[0], Dim(7));
}

TEST(TypeTable, ReferencesStayValid) {
  TypeTable types;
  const Type& first = types.at(types.Tensor(ElementType::kFloat, {Dim(1)}));
  for (int64_t i = 2; i < 5000; ++i) types.Tensor(ElementType::kFloat, {Dim(i)});
  EXPECT_EQ(first.shape.dims[0], Dim(1));
  EXPECT_EQ(types.size(), 5000u);
}

// Types that differ in one thing each are told apart.
TEST(TypeTable, EveryPartOfATypeCounts) {
  TypeTable types;
  const TypeId tensor = types.Tensor(ElementType::kFloat, {Dim(1)});
  Type sequence;
  sequence.kind = TypeKind::kSequence;
  sequence.inner = tensor;
  sequence.length = 2;
  const TypeId plain = types.Intern(sequence);
  const TypeId positions[] = {tensor, kUnknownType};
  sequence.positions = positions;
  EXPECT_NE(types.Intern(sequence), plain);
  Type map;
  map.kind = TypeKind::kMap;
  map.element = ElementType::kInt64;
  map.inner = tensor;
  const TypeId ints = types.Intern(map);
  map.element = ElementType::kString;
  EXPECT_NE(types.Intern(map), ints);
  Type opaque;
  opaque.kind = TypeKind::kOpaque;
  opaque.name = "n";
  const TypeId bare = types.Intern(opaque);
  opaque.domain = "d";
  EXPECT_NE(types.Intern(opaque), bare);
}

// An answer writes a type with all that is within it, each time.
TEST(TypeTable, KnowsNothingOfTypesNestedTooDeep) {
  TypeTable types;
  TypeId type = types.Tensor(ElementType::kFloat, {Dim(1)});
  for (int depth = 2; depth <= TypeTable::kMaxTypeDepth; ++depth) type = types.Optional(type);
  EXPECT_NE(type, kUnknownType);
  EXPECT_EQ(types.Optional(type), kUnknownType);
  EXPECT_EQ(types.Sequence(type), kUnknownType);
  EXPECT_NE(types.Optional(kUnknownType), kUnknownType);
}

}  // namespace
}  // namespace shapewright::shape
