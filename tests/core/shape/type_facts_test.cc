// What XLA's test suites, and OpenVINO's of types of elements, say of what types are made of:
// tuples, properties, casts (tests/data/type_facts.json).
#include <fstream>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "core/shape/element_names.h"
#include "core/shape/notation/notation.h"
#include "core/shape/notation/notation_print.h"
#include "gtest/gtest.h"
#include "tests/core/xla/element_values.h"
#include "tests/core/xla/type_properties.h"
#include "tests/core/xla/type_structure.h"
#include "tests/data_path/data_path.h"

namespace shapewright::shape {
namespace {

using nlohmann::json;

// A type that was read.
struct Subject {
  TypeTable types;
  symbolic::ExprArena arena;
  ParsedOperand operand;

  explicit Subject(const std::string& text, Notation notation = Notation::kXla) {
    auto read = ParseOperand(
        types, arena, text,
        [this](absl::string_view /*name*/) -> absl::StatusOr<Dim> {
          return arena.AddAnonymous(symbolic::Interval::Size(), "", symbolic::Site());
        },
        notation);
    EXPECT_TRUE(read.ok()) << text << read.status();
    if (read.ok()) operand = *std::move(read);
  }

  std::string Text(TypeId type) const {
    return FormatTypeAs(Notation::kXla, types, arena, type, nullptr);
  }
};

using Property = std::function<bool(const Subject&, const TypePlace&)>;

Property Of(bool (*holds)(const Type&)) {
  return
      [holds](const Subject& s, const TypePlace& place) { return holds(s.types.at(place.type)); };
}

Property OfElements(bool (*is_of)(ElementType)) {
  return [is_of](const Subject& s, const TypePlace& place) {
    return HasOnly(s.types, place.type, is_of);
  };
}

template <int64_t size>
bool HasSize(const Type& type) {
  return HasDimOfSize(type, size);
}

const std::map<std::string, Property>& Properties() {
  static const auto* const kProperties = new std::map<std::string, Property>{
      {"TENSOR", Of([](const Type& type) { return type.is_tensor(); })},
      {"SCALAR", Of(IsScalar)},
      {"EFFECTIVE_SCALAR", Of(IsEffectiveScalar)},
      {"TUPLE", Of([](const Type& type) { return type.is_tuple(); })},
      {"EMPTY_TUPLE", Of(IsEmptyTuple)},
      {"NESTED_TUPLE",
       [](const Subject& s, const TypePlace& place) {
         return IsNestedTuple(s.types, s.types.at(place.type));
       }},
      {"TOKEN", Of(IsToken)},
      {"OPAQUE", Of(IsOpaque)},
      {"PROGRAM", Of([](const Type& type) { return type.kind == TypeKind::kProgram; })},
      {"ZERO_ELEMENTS", Of(HasSize<0>)},
      {"DEGENERATE_DIMENSIONS", Of(HasSize<1>)},
      {"UNBOUNDED",
       [](const Subject& s, const TypePlace& place) {
         return IsUnbounded(s.types, s.arena, place.type);
       }},
      {"LAYOUT",
       [](const Subject& s, const TypePlace& place) {
         return HasLayouts(s.types, place, s.operand.layouts);
       }},
      {"KNOWN_ELEMENT_TYPE", OfElements(IsKnownElement)},
      {"INTEGER", OfElements(IsInteger)},
      {"SIGNED_INTEGER", OfElements(IsSignedInteger)},
      {"UNSIGNED_INTEGER", OfElements(IsUnsignedInteger)},
      {"FLOAT", OfElements(IsFloat)},
      {"COMPLEX", OfElements(IsComplex)},
  };
  return *kProperties;
}

bool Has(const std::string& property, const std::string& text,
         const std::vector<int64_t>& path = {}, Notation notation = Notation::kXla) {
  const Subject subject(text, notation);
  const auto place = AtPath(subject.types, subject.operand.type, path);
  EXPECT_TRUE(place.ok()) << text << place.status();
  return place.ok() && Properties().at(property)(subject, *place);
}

// The answer to a fact; nothing where the path leads nowhere.
std::optional<json> Ask(const json& fact) {
  const std::string ask = fact["ask"];
  const Notation notation = fact.contains("notation") ? Notation::kOpenvino : Notation::kXla;
  Subject subject(fact["texts"][0], notation);
  const auto path = fact.value("path", std::vector<int64_t>());
  const auto place = AtPath(subject.types, subject.operand.type, path);
  if (!place.ok()) return std::nullopt;
  if (ask == "HAS_PROPERTY" && fact["property"] == "HOLDS_ELEMENT_TYPE") {
    const std::string element = fact["element_type"];
    return HoldsElementType(subject.types, place->type, FindElementType(element).value());
  }
  if (ask == "HAS_PROPERTY") return Properties().at(fact["property"])(subject, *place);
  if (ask == "INDEX") return subject.Text(place->type);
  if (ask == "COUNT_SUBSHAPES") return CountSubshapes(subject.types, place->type);
  const std::vector<TypeId> leaves = LeavesOf(subject.types, place->type);
  if (ask == "COUNT_LEAVES") return leaves.size();
  if (ask == "FLATTEN") return subject.Text(TupleOf(subject.types, leaves));
  const Subject to(fact["texts"][1], notation);
  return CastPreservesValues(subject.types.at(subject.operand.type).element,
                             to.types.at(to.operand.type).element)
      .value();
}

TEST(TypeFacts, AreAnsweredAsTheSuitesSay) {
  std::ifstream file(DataPath("type_facts.json"));
  const json facts = json::parse(file);
  EXPECT_GE(facts.size(), 1059U);
  for (const json& fact : facts) {
    const std::optional<json> answer = Ask(fact);
    if (fact["expect"] == "error") {
      EXPECT_FALSE(answer) << fact;
      continue;
    }
    ASSERT_TRUE(answer) << fact;
    EXPECT_EQ(*answer, fact["expect"]) << fact;
  }
}

// XLA's GetSubshape.
TEST(TypeStructure, ElementsOfTuples) {
  const Subject subject("(f32[4], (s8[2], (f16[])), token[])");
  const auto element = [&](const std::vector<int64_t>& path) {
    const auto place = AtPath(subject.types, subject.operand.type, path);
    return place.ok() ? subject.Text(place->type) : "error";
  };
  EXPECT_EQ(element({}), "(f32[4], (s8[2], (f16[])), token[])");
  EXPECT_EQ(element({0}), "f32[4]");
  EXPECT_EQ(element({-1}), "token[]");
  EXPECT_EQ(element({1}), "(s8[2], (f16[]))");
  EXPECT_EQ(element({1, 1, 0}), "f16[]");
  EXPECT_EQ(element({3}), "error");
  EXPECT_EQ(element({-4}), "error");
  EXPECT_EQ(element({1, 2}), "error");
  EXPECT_EQ(element({0, 0}), "error");
}

TEST(TypeStructure, WhatTuplesHold) {
  Subject subject("(f32[1], (s32[2], (), (token[])))");
  const std::vector<TypeId> leaves = LeavesOf(subject.types, subject.operand.type);
  EXPECT_EQ(leaves.size(), 3U);
  EXPECT_EQ(subject.Text(TupleOf(subject.types, leaves)), "(f32[1], s32[2], token[])");
  EXPECT_EQ(CountSubshapes(subject.types, subject.operand.type), 7);
  EXPECT_EQ(TensorCount(subject.types, subject.operand.type), 2U);
  Subject tensor("f32[1]");
  EXPECT_EQ(LeavesOf(tensor.types, tensor.operand.type), std::vector{tensor.operand.type});
}

TEST(TypeProperties, OfStructure) {
  EXPECT_TRUE(Has("TENSOR", "f32[...]"));
  EXPECT_FALSE(Has("TENSOR", "token[]"));
  EXPECT_TRUE(Has("SCALAR", "f32[]"));
  EXPECT_FALSE(Has("SCALAR", "f32[...]"));
  EXPECT_FALSE(Has("SCALAR", "()"));
  EXPECT_TRUE(Has("EFFECTIVE_SCALAR", "f32[1,1]"));
  EXPECT_FALSE(Has("EFFECTIVE_SCALAR", "f32[1,2]"));
  EXPECT_FALSE(Has("EFFECTIVE_SCALAR", "f32[<=1]"));
  EXPECT_TRUE(Has("TUPLE", "()"));
  EXPECT_FALSE(Has("TUPLE", "(f32[]) -> f32[]"));
  EXPECT_TRUE(Has("NESTED_TUPLE", "((), f32[])"));
  EXPECT_TRUE(Has("TOKEN", "token[]"));
  EXPECT_FALSE(Has("TOKEN", "opaque[]"));
  EXPECT_TRUE(Has("OPAQUE", "opaque[]"));
  EXPECT_FALSE(Has("OPAQUE", "token[]"));
  EXPECT_TRUE(Has("PROGRAM", "() -> f32[]"));
  EXPECT_TRUE(Has("UNBOUNDED", "(f32[<=2], (f32[2..]))"));
  EXPECT_TRUE(Has("UNBOUNDED", "f32[...]"));
  EXPECT_FALSE(Has("UNBOUNDED", "f32 rank 2..4"));
}

TEST(TypeProperties, OfElements) {
  EXPECT_TRUE(Has("INTEGER", "(s32[2], u4[])"));
  EXPECT_FALSE(Has("SIGNED_INTEGER", "(s32[2], u4[])"));
  EXPECT_TRUE(Has("SIGNED_INTEGER", "s32[2]"));
  EXPECT_TRUE(Has("UNSIGNED_INTEGER", "u4[]"));
  EXPECT_FALSE(Has("INTEGER", "pred[]"));
  EXPECT_FALSE(Has("INTEGER", "()"));
  EXPECT_TRUE(Has("FLOAT", "bf16[2]"));
  EXPECT_FALSE(Has("FLOAT", "c64[2]"));
  EXPECT_TRUE(Has("COMPLEX", "c64[2]"));
  EXPECT_TRUE(Has("KNOWN_ELEMENT_TYPE", "f32[2]"));
  EXPECT_FALSE(Has("KNOWN_ELEMENT_TYPE", "[2]"));
}

// The place of a tensor in the operand tells which layout is its.
TEST(TypeProperties, LayoutsWithinTuples) {
  const std::string text = "((f32[2]{0}, s32[2,3]), u8[4]{0}, token[])";
  EXPECT_FALSE(Has("LAYOUT", text));
  EXPECT_FALSE(Has("LAYOUT", text, {0}));
  EXPECT_TRUE(Has("LAYOUT", text, {0, 0}));
  EXPECT_FALSE(Has("LAYOUT", text, {0, 1}));
  EXPECT_TRUE(Has("LAYOUT", text, {1}));
  EXPECT_TRUE(Has("LAYOUT", text, {-1}));
  EXPECT_TRUE(Has("LAYOUT", "f32[]"));
  EXPECT_TRUE(Has("LAYOUT", "(seq(float32[2]), f32[2]{0})", {1}));
  EXPECT_TRUE(Has("INTEGER", text, {0, 1}));
}

}  // namespace
}  // namespace shapewright::shape
