#ifndef SHAPEWRIGHT_CORE_RULES_SIGNATURE_SIGNATURE_H_
#define SHAPEWRIGHT_CORE_RULES_SIGNATURE_SIGNATURE_H_

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/hash_map.h"
#include "core/base/static_text.h"
#include "core/rules/cost/cost_context.h"
#include "core/rules/registry/operand_types.h"
#include "core/shape/type.h"
#include "core/symbolic/facts/check.h"
#include "core/symbolic/text/parse_program.h"
#include "core/symbolic/text/parse_relation.h"

namespace shapewright::rules {

// The signature of an operator, as docs/operator_rules.md has it: its text read, its names
// resolved. Immutable; ParseSignature() makes one.

inline constexpr uint32_t kNone = ~uint32_t{0};

// What a name in a formula stands for.
struct NameMeaning {
  enum class Kind : uint8_t {
    kDim,         // of operands; `index` is the variable
    kDefinition,  // `where L = ...`; `index` is the definition
    kAttribute,   // or its `entry`
    kLength,      // of the list of an attribute
    kHasAttribute,
    kHasOperand,
    kCount,    // of the occurrences of a variadic operand
    kSum,      // of the variable over all occurrences
    kElement,  // number `entry` of an operand
    // In costs, how many elements there are: of an operand, of a result, of the dims of `*b`.
    kOperandSize,
    kResultSize,
    kRankSize,
  };
  Kind kind = Kind::kDim;
  uint32_t index = 0;
  uint32_t entry = kNone;
};

// A dim of operands that has a name.
struct DimVariable {
  std::string name;
  // The operands that say what it is.
  std::vector<uint32_t> operands = {};
  // Of the variadic operand alone: each occurrence has its own.
  bool is_own = false;
  // Among the shared ones, or among those of an occurrence.
  uint32_t slot = 0;
};

// `*b`: any number of dims.
struct RankVariable {
  std::string name;
  bool is_own = false;
  uint32_t slot = 0;
};

struct Formula {
  // A variable that is part of it.
  struct Use {
    uint32_t variable;
    // Whether the formula is a * variable + b.
    bool is_linear;
  };
  symbolic::Program program;
  // Where it begins in the signature, from 0.
  size_t at = 0;
  std::string text;
  // Of formulas of operands: each variable once.
  std::vector<Use> uses = {};
};

// An item of a shape.
struct DimItem {
  enum class Kind : uint8_t {
    kUnknown,    // `?`
    kVariable,   // `N`
    kFormula,    // `2*N + 1`, `3`
    kRange,      // `0..N`, in results
    kRank,       // `*b`
    kAnyRank,    // `*`, `...`
    kCount,      // `*@n`: so many unknown dims, in results
    kElements,   // `*v`: the elements of an operand, in results
    kBroadcast,  // `broadcast(*a, *b)`, in results
  };
  Kind kind = Kind::kUnknown;
  // kVariable: the variable; kRank: of the ranks; kCount: of the attributes; kElements: the
  // operand.
  uint32_t index = 0;
  Formula formula = {};  // kFormula; kRange: the least size
  Formula most = {};     // kRange: no steps where there is no end
  // kRank, kElements, kCount, kBroadcast: as written.
  std::vector<std::string> names = {};
  std::vector<uint32_t> ranks = {};  // kBroadcast
  size_t at = 0;
  // Of an operand's dim: why it is what it is.
  std::string reason = {};

  // Whether it stands for any number of dims.
  bool is_many() const { return kind >= Kind::kRank; }
  // For facts: a rule outlives those that it makes.
  symbolic::Check AsCheck() const { return {"rule.dim", StaticText::Outliving(reason)}; }
};

struct ElementPattern {
  enum class Kind : uint8_t {
    kType,
    kVariable,
    kAttribute,  // `@to`, in results
  };
  Kind kind = Kind::kType;
  shape::ElementType type = shape::ElementType::kUndefined;
  uint32_t index = 0;
};

struct TypePattern {
  // kUnknown: any type.
  shape::TypeKind kind = shape::TypeKind::kUnknown;
  // Tensors.
  ElementPattern element = {};
  bool has_shape = false;
  std::vector<DimItem> dims = {};
  // The item of an operand that stands for any number of dims.
  size_t many = ~size_t{0};
  // Sequences and optionals: of what they hold; one.
  std::vector<TypePattern> inner = {};

  bool has_many() const { return many < dims.size(); }
};

struct Operand {
  std::string name;
  Presence presence = Presence::kSingle;
  TypePattern type = {};
  // What its elements are called; empty: they are not read.
  std::string elements = {};
};

struct AttributeUse {
  std::string name;
  bool has_default = false;
  bool is_list = false;
  // Whether the rule reads its value, and how many entries of a list at least.
  bool is_read = false;
  bool is_type = false;
  uint32_t least_entries = 0;
  // Whether the rule asks for it: then it may be absent.
  bool may_be_absent = false;
  std::vector<int64_t> default_value = {};
};

// A relation that must hold.
struct Condition {
  symbolic::RelationText relation;
  std::string reason;
  // Whether it speaks of dims of a variadic operand: then it holds for each occurrence.
  bool is_of_occurrence = false;

  // For facts: a rule outlives those that it makes.
  symbolic::Check AsCheck() const { return {"rule.condition", StaticText::Outliving(reason)}; }
};

struct Definition {
  std::string name;
  Formula formula;
};

// `mac = M*N*K`.
struct Count {
  Operation operation;
  Formula formula;
};

// `T in {float16, float32}`.
struct ElementSet {
  uint32_t variable = 0;
  OperandTypeSet allowed = {};
};

struct Signature {
  std::vector<Operand> operands;
  std::vector<TypePattern> results;
  // "" where a result has none.
  std::vector<std::string> result_names;
  // Whether the last result stands for any number of them.
  bool has_variadic_result = false;
  std::vector<DimVariable> dims;
  std::vector<RankVariable> ranks;
  std::vector<std::string> elements;
  std::vector<AttributeUse> attributes;
  std::vector<Definition> definitions;
  std::vector<Condition> conditions;
  std::vector<ElementSet> element_sets;
  // What a node costs; what is not said is 0. None: nothing is said.
  std::vector<Count> counts;
  // By how formulas write them.
  HashMap<std::string, NameMeaning> names;
  // How many slots there are for variables: shared ones, and of each occurrence.
  uint32_t shared_dims = 0;
  uint32_t own_dims = 0;
  uint32_t shared_ranks = 0;
  uint32_t own_ranks = 0;
  // Of all formulas.
  size_t steps = 0;

  // Where the variables of a node are kept: the shared ones, then those of each occurrence.
  size_t PlaceOf(const DimVariable& dim, int occurrence) const {
    return dim.slot + (dim.is_own ? shared_dims + own_dims * static_cast<size_t>(occurrence) : 0);
  }
  size_t PlaceOf(const RankVariable& rank, int occurrence) const {
    return rank.slot +
           (rank.is_own ? shared_ranks + own_ranks * static_cast<size_t>(occurrence) : 0);
  }

  // The operand that the last ones of a node are; kNone if they are all different.
  uint32_t variadic() const {
    const bool has_one = !operands.empty() && operands.back().presence == Presence::kVariadic;
    return has_one ? static_cast<uint32_t>(operands.size() - 1) : kNone;
  }
};

}  // namespace shapewright::rules

#endif  // SHAPEWRIGHT_CORE_RULES_SIGNATURE_SIGNATURE_H_
