#ifndef SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_ENCODINGS_H_
#define SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_ENCODINGS_H_

#include <cstdint>

#include "core/graph/mlir_bytecode/attribute_table.h"
#include "core/graph/mlir_bytecode/byte_cursor.h"
#include "core/graph/stablehlo/mlir.h"

namespace shapewright::graph {

// How the dialects encode their attributes and types: a code, and what the code says. Attributes
// that nothing asks for become an empty dictionary, which nodes leave out. False: the state has
// failed.

absl::Span<const DialectEncoding> DialectEncodings();

bool DecodeBuiltinAttribute(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute);
bool DecodeBuiltinType(AttributeTable& table, ByteCursor& cursor, MlirType* type);

bool DecodeStablehloAttribute(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute);
bool DecodeStablehloType(AttributeTable& table, ByteCursor& cursor, MlirType* type);
bool DecodeChloAttribute(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute);
bool DecodeQuantType(AttributeTable& table, ByteCursor& cursor, MlirType* type);

bool DecodeVhloAttribute(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute);
bool DecodeVhloType(AttributeTable& table, ByteCursor& cursor, MlirType* type);

// Parts that dialects have alike.

// A tensor's dims, its element type, and the bounds that `encoding` says (null: none).
bool DecodeTensor(AttributeTable& table, ByteCursor& cursor, const MlirAttribute* encoding,
                  MlirType* type);
// A type without parts, by its code and MLIR's name, and its bits if it is an integer.
struct ScalarCode {
  uint8_t code;
  absl::string_view name;
  int bits = 0;
};
// False: the code is none of these.
bool SetScalar(absl::Span<const ScalarCode> scalars, uint8_t code, MlirType* type);
// A quantized type is the integer type that it is stored as, which stands behind its flags.
bool DecodeQuantized(AttributeTable& table, ByteCursor& cursor, MlirType* type);
bool DecodeUnranked(AttributeTable& table, ByteCursor& cursor, MlirType* type);
bool DecodeFunction(AttributeTable& table, ByteCursor& cursor, MlirType* type);
// An opaque type that has parts.
bool DecodeParts(AttributeTable& table, ByteCursor& cursor, absl::string_view name, MlirType* type);
void SetOpaque(absl::string_view domain, absl::string_view name, MlirType* type);
void SetComplex(const MlirType& part, MlirType* type);
bool IsUnsigned(shape::ElementType element);
// A number of `bits` bits.
bool DecodeInteger(ByteCursor& cursor, int bits, bool is_unsigned, int64_t* value);
bool DecodeFloat(ByteCursor& cursor, shape::ElementType element, double* value);
// A word of a list, by its number, as a text. `first` is the number of the first word.
bool DecodeWord(ByteCursor& cursor, absl::Span<const absl::string_view> words, uint64_t first,
                MlirAttribute* attribute);
// A list of attributes.
bool DecodeArray(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute);
bool DecodeDictionary(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute);
// A type and a number of it.
bool DecodeNumber(AttributeTable& table, ByteCursor& cursor, bool is_float,
                  MlirAttribute* attribute);
// A type and the bytes of its elements.
bool DecodeDense(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute);
// What nothing asks for: up to the end of the cursor.
bool SkipAttribute(ByteCursor& cursor, MlirAttribute* attribute);
// A bound of TypeExtensions that is none.
inline constexpr int64_t kOpenDim = INT64_MIN;

// The words of enumerations, which VHLO, StableHLO and CHLO number alike.
absl::Span<const absl::string_view> ComparisonDirections();
absl::Span<const absl::string_view> ComparisonTypes();
absl::Span<const absl::string_view> FftTypes();
absl::Span<const absl::string_view> Precisions();
absl::Span<const absl::string_view> RngAlgorithms();
absl::Span<const absl::string_view> RngDistributions();
absl::Span<const absl::string_view> Transposes();

}  // namespace shapewright::graph

#endif  // SHAPEWRIGHT_CORE_GRAPH_MLIR_BYTECODE_ENCODINGS_H_
