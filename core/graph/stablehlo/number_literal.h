#ifndef SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_NUMBER_LITERAL_H_
#define SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_NUMBER_LITERAL_H_

#include <cstddef>
#include <cstdint>
#include <string>

#include "absl/types/span.h"
#include "core/graph/stablehlo/mlir_cursor.h"
#include "core/shape/element_type.h"

namespace shapewright::graph {

// A number as a text writes it, before the type says what bits it is.
struct LiteralNumber {
  enum class Kind : uint8_t { kInteger, kBits, kFloat } kind = Kind::kInteger;
  int64_t integer = 0;
  double real = 0;
};

// Reads a number, `true` or `false`, whose sign has been read. A text stands for no number: 0.
bool ReadNumber(MlirCursor& cursor, bool is_negative, LiteralNumber* number);

// 2 for complex types, whose elements are two numbers.
size_t NumbersPerElement(shape::ElementType element);
// Bytes of one number: half an element of a complex type. 0: not of whole bytes.
size_t NumberBytes(shape::ElementType element);

// The bytes of `count` elements as raw_data has them: `numbers` are all of them (two of each
// complex element), or with `is_splat` one for all. Empty if they cannot be had: the type has no
// such number, or its elements are no whole bytes.
std::string EncodeNumbers(absl::Span<const LiteralNumber> numbers, bool is_splat,
                          shape::ElementType element, size_t count);

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_STABLEHLO_NUMBER_LITERAL_H_
