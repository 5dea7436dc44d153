#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_H_

#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "core/graph/declared_type.h"
#include "core/graph/tensor.h"

// A module as MLIR has it, before it is a graph::Model: views into its bytes or an arena.
namespace shapewright::graph {

// Elements of larger tensors are weights, which no shape needs.
inline constexpr int64_t kMaxMlirElements = 1024;

struct MlirType {
  // What a value of the type is declared to be; kUnknown for types of attributes only.
  DeclaredType declared;
  // Of an integer, float or complex type by itself, and of a tensor's elements.
  shape::ElementType element = shape::ElementType::kUndefined;
  // Of an integer type by itself, where a reader has need of it.
  int bits = 0;
  // Of functions.
  bool is_function = false;
  absl::Span<const MlirType* const> inputs;
  absl::Span<const MlirType* const> results;
};

struct MlirNamedAttribute;

struct MlirAttribute {
  enum class Kind : uint8_t {
    kUnit,
    kBool,
    kInt,
    kFloat,
    kString,
    kSymbol,
    kType,
    kArray,
    kDict,
    kStruct,   // `entries` are its members, which are attributes of their own in a node
    kInts,     // array<i64: ..>, array<i1: ..>
    kTensor,   // dense<..>
    kDialect,  // #stablehlo.gather<..>: `text` is the name, `body` what is in the brackets
  };
  Kind kind = Kind::kUnit;
  int64_t int_value = 0;  // of bools too
  double float_value = 0;
  absl::string_view text;  // of strings (unescaped), symbols, dialect attributes
  absl::string_view body;
  absl::Span<const MlirAttribute> items;
  absl::Span<const int64_t> ints;
  absl::Span<const MlirNamedAttribute> entries;
  const MlirType* type = nullptr;
  const Tensor* tensor = nullptr;
  // It stands in an alias, which any number of operations may name.
  bool is_shared = false;
};

struct MlirNamedAttribute {
  absl::string_view name;
  MlirAttribute value;
};

// A value that a block or a function takes.
struct MlirArgument {
  absl::string_view name;
  const MlirType* type = nullptr;
};

struct MlirOperation;

// A region of one block.
struct MlirRegion {
  absl::Span<const MlirArgument> arguments;
  absl::Span<const MlirOperation> operations;
};

struct MlirOperation {
  absl::string_view dialect;   // stablehlo
  absl::string_view mnemonic;  // add
  absl::Span<const absl::string_view> operands;
  absl::Span<const absl::string_view> results;
  absl::Span<const MlirType* const> result_types;
  absl::Span<const MlirNamedAttribute> attributes;
  absl::Span<const MlirRegion> regions;
  // What stands in loc(..); empty: nothing.
  absl::string_view location;
  // The name that its location tells, of readers that have it already.
  absl::string_view name;

  const MlirAttribute* Find(absl::string_view attribute) const {
    for (const MlirNamedAttribute& known : attributes) {
      if (known.name == attribute) return &known.value;
    }
    return nullptr;
  }
  bool Is(absl::string_view of_dialect, absl::string_view name) const {
    return dialect == of_dialect && mnemonic == name;
  }
};

// Whether an operation ends a block: its operands are what the block gives.
inline bool IsBlockEnd(const MlirOperation& operation) { return operation.mnemonic == "return"; }

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_MLIR_H_
