#ifndef SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_H_
#define SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_H_

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/attribute.h"
#include "core/graph/declared_type.h"

// A module of HLO as its text has it, before it is a graph::Model: views into the text or an arena.
namespace shapewright::graph {

// The type of an array, a token or an opaque value, which is a leaf, or of a tuple.
struct HloType {
  bool is_tuple = false;
  DeclaredType declared;     // of a leaf; kUnknown where the text does not say the type
  absl::string_view layout;  // of an array: what stands in the braces
  absl::Span<const HloType> parts;
  // Leaves within it at any depth; 1 of a leaf. And types, with itself.
  size_t leaf_count = 1;
  size_t type_count = 1;
  // Tuples within each other.
  int depth = 0;
  // Of a part: the number of leaves of its tuple before it.
  size_t first_leaf = 0;
};

struct HloComputation;

// A computation that an instruction names.
struct HloCall {
  absl::string_view attribute;  // to_apply
  HloComputation* computation = nullptr;
};

struct HloInstruction {
  absl::string_view name;
  absl::string_view opcode;
  // What metadata says.
  absl::string_view op_name;
  const HloType* type = nullptr;
  bool has_type = false;  // in the text; else `type` is how many leaves there are
  absl::Span<const HloInstruction* const> operands;
  // In the names and forms that rules read.
  absl::Span<const Attribute> attributes;
  absl::Span<const HloCall> calls;
  // The number of a parameter, or of the part that get-tuple-element takes.
  size_t number = 0;
  // The names of its leaves as values of the model.
  absl::Span<const absl::string_view> leaves;
};

struct HloComputation {
  absl::string_view name;
  absl::Span<HloInstruction* const> instructions;
  // By their numbers.
  absl::Span<const HloInstruction* const> parameters;
  HloInstruction* root = nullptr;
  // How many instructions run it as a part of them, such as a reduction; and whether one calls it.
  size_t uses = 0;
  bool is_called = false;
};

struct HloModule {
  absl::Span<HloComputation* const> computations;
  const HloComputation* entry = nullptr;
};

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_HLO_HLO_H_
