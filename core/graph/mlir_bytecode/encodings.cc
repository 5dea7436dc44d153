#include "core/graph/mlir_bytecode/encodings.h"

#include <cstring>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "core/graph/mlir_bytecode/raw_elements.h"
#include "core/graph/read_error.h"
#include "core/graph/small_float.h"
#include "core/graph/stablehlo/mlir_type.h"

namespace shapewright::graph {
namespace {

using shape::ElementType;

constexpr absl::string_view kComparisonDirections[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};
constexpr absl::string_view kComparisonTypes[] = {"NOTYPE", "FLOAT", "TOTALORDER", "SIGNED",
                                                  "UNSIGNED"};
constexpr absl::string_view kFftTypes[] = {"FFT", "IFFT", "RFFT", "IRFFT"};
constexpr absl::string_view kPrecisionWords[] = {"DEFAULT", "HIGH", "HIGHEST"};
constexpr absl::string_view kRngAlgorithms[] = {"DEFAULT", "THREE_FRY", "PHILOX"};
constexpr absl::string_view kRngDistributions[] = {"UNIFORM", "NORMAL"};
constexpr absl::string_view kTransposeWords[] = {"TRANSPOSE_INVALID", "NO_TRANSPOSE", "TRANSPOSE",
                                                 "ADJOINT"};

}  // namespace

absl::Span<const absl::string_view> ComparisonDirections() { return kComparisonDirections; }
absl::Span<const absl::string_view> ComparisonTypes() { return kComparisonTypes; }
absl::Span<const absl::string_view> FftTypes() { return kFftTypes; }
absl::Span<const absl::string_view> Precisions() { return kPrecisionWords; }
absl::Span<const absl::string_view> RngAlgorithms() { return kRngAlgorithms; }
absl::Span<const absl::string_view> RngDistributions() { return kRngDistributions; }
absl::Span<const absl::string_view> Transposes() { return kTransposeWords; }

namespace {

constexpr DialectEncoding kEncodings[] = {
    {"builtin", DecodeBuiltinAttribute, DecodeBuiltinType},
    {"chlo", DecodeChloAttribute, nullptr},
    {"quant", nullptr, DecodeQuantType},
    {"stablehlo", DecodeStablehloAttribute, DecodeStablehloType},
    {"vhlo", DecodeVhloAttribute, DecodeVhloType},
};

}  // namespace

absl::Span<const DialectEncoding> DialectEncodings() { return kEncodings; }

bool DecodeTensor(AttributeTable& table, ByteCursor& cursor, const MlirAttribute* encoding,
                  MlirType* type) {
  BytecodeState& state = table.state();
  const char* const at = cursor.here();
  absl::Span<const int64_t> sizes;
  const MlirType* element = nullptr;
  if (!cursor.ReadSignedList(&sizes) || !table.ReadType(cursor, &element)) return false;
  if (sizes.size() > static_cast<size_t>(state.limits().max_rank)) {
    return state.FailWith(
        ReadError(reason::kRankTooLarge,
                  absl::StrCat("a tensor has more than ", state.limits().max_rank, " dims")));
  }
  const absl::Span<DeclaredDim> dims = NewArray<DeclaredDim>(state.arena(), sizes.size());
  for (size_t i = 0; i < sizes.size(); ++i) {
    dims[i].has_size = sizes[i] != kOpenDim;
    if (!dims[i].has_size) continue;
    if (sizes[i] < 0) return state.Fail(at, absl::StrCat("a size, which ", sizes[i], " is not"));
    dims[i].size = sizes[i];
  }
  const bool has_bounds = encoding != nullptr && encoding->ints.size() == dims.size();
  for (size_t i = 0; has_bounds && i < dims.size(); ++i) {
    const int64_t bound = encoding->ints[i];
    if (!dims[i].has_size && bound >= 0) dims[i].bounds = symbolic::Interval{0, bound};
  }
  type->element = element->element;
  type->declared.kind = shape::TypeKind::kTensor;
  type->declared.element = element->element;
  type->declared.has_shape = true;
  type->declared.dims = dims;
  return true;
}

void SetOpaque(absl::string_view domain, absl::string_view name, MlirType* type) {
  type->declared.kind = shape::TypeKind::kOpaque;
  type->declared.domain = domain;
  type->declared.name = name;
}

void SetComplex(const MlirType& part, MlirType* type) {
  if (part.element == ElementType::kFloat) type->element = ElementType::kComplex64;
  if (part.element == ElementType::kDouble) type->element = ElementType::kComplex128;
}

bool IsUnsigned(ElementType element) {
  return element == ElementType::kUint2 || element == ElementType::kUint4 ||
         element == ElementType::kUint8 || element == ElementType::kUint16 ||
         element == ElementType::kUint32 || element == ElementType::kUint64;
}

bool DecodeInteger(ByteCursor& cursor, int bits, bool is_unsigned, int64_t* value) {
  constexpr int kWordBits = 64;
  uint64_t number = 0;
  if (bits <= kBitsPerByte) {
    uint8_t byte = 0;
    if (!cursor.ReadByte(&byte)) return false;
    number = byte;
  } else if (bits <= kWordBits) {
    int64_t read = 0;
    if (!cursor.ReadSigned(&read)) return false;
    number = static_cast<uint64_t>(read);
  } else {
    // The lowest word counts.
    uint64_t words = 0;
    int64_t word = 0;
    if (!cursor.ReadCount(&words)) return false;
    for (uint64_t i = 0; i < words; ++i) {
      if (!cursor.ReadSigned(&word)) return false;
      if (i == 0) number = static_cast<uint64_t>(word);
    }
  }
  if (bits > 0 && bits < kWordBits) {
    const int unused = kWordBits - bits;
    number <<= unused;
    const bool is_natural = is_unsigned || bits == 1;
    number = is_natural ? number >> unused
                        : static_cast<uint64_t>(static_cast<int64_t>(number) >> unused);
  }
  *value = static_cast<int64_t>(number);
  return true;
}

bool DecodeFloat(ByteCursor& cursor, ElementType element, double* value) {
  int64_t number = 0;
  const int bits = shape::ElementBits(element);
  // Floats that have no number here (tf32) have more than 8 bits.
  constexpr int kOtherBits = 16;
  if (!DecodeInteger(cursor, bits > 0 ? bits : kOtherBits, true, &number)) return false;
  if (shape::IsFloat(element)) *value = FloatOfBits(element, static_cast<uint64_t>(number));
  return true;
}

bool DecodeWord(ByteCursor& cursor, absl::Span<const absl::string_view> words, uint64_t first,
                MlirAttribute* attribute) {
  uint64_t number = 0;
  if (!cursor.ReadVarint(&number)) return false;
  if (number < first || number - first >= words.size()) {
    return cursor.Fail(absl::StrCat("the number of a word, which ", number, " is not"));
  }
  attribute->kind = MlirAttribute::Kind::kString;
  attribute->text = words[number - first];
  return true;
}

bool DecodeDense(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute) {
  absl::string_view bytes;
  if (!table.ReadType(cursor, &attribute->type) || !cursor.ReadBlob(&bytes)) return false;
  attribute->kind = MlirAttribute::Kind::kTensor;
  return MakeTensor(table.state(), *attribute->type, bytes, &attribute->tensor);
}

bool DecodeArray(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute) {
  std::vector<MlirAttribute> items;
  if (!table.ReadAttributes(cursor, &items)) return false;
  attribute->kind = MlirAttribute::Kind::kArray;
  attribute->items = CopyToArena(table.state().arena(), items);
  return true;
}

bool DecodeDictionary(AttributeTable& table, ByteCursor& cursor, MlirAttribute* attribute) {
  std::vector<MlirNamedAttribute> entries;
  if (!table.ReadEntries(cursor, &entries)) return false;
  attribute->kind = MlirAttribute::Kind::kDict;
  attribute->entries = CopyToArena(table.state().arena(), entries);
  return true;
}

bool DecodeNumber(AttributeTable& table, ByteCursor& cursor, bool is_float,
                  MlirAttribute* attribute) {
  if (!table.ReadType(cursor, &attribute->type)) return false;
  const MlirType& type = *attribute->type;
  if (is_float) {
    attribute->kind = MlirAttribute::Kind::kFloat;
    return DecodeFloat(cursor, type.element, &attribute->float_value);
  }
  if (type.bits == 0) return cursor.Fail("an integer type");
  attribute->kind = type.bits == 1 ? MlirAttribute::Kind::kBool : MlirAttribute::Kind::kInt;
  return DecodeInteger(cursor, type.bits, IsUnsigned(type.element), &attribute->int_value);
}

bool SetScalar(absl::Span<const ScalarCode> scalars, uint8_t code, MlirType* type) {
  for (const ScalarCode& scalar : scalars) {
    if (scalar.code != code) continue;
    type->element = ElementNamed(scalar.name).value_or(ElementType::kUndefined);
    type->bits = scalar.bits;
    return true;
  }
  return false;
}

bool DecodeQuantized(AttributeTable& table, ByteCursor& cursor, MlirType* type) {
  uint64_t flags = 0;
  const MlirType* storage = nullptr;
  absl::string_view bytes;
  if (!cursor.ReadVarint(&flags) || !table.ReadType(cursor, &storage)) return false;
  type->element = storage->element;
  return cursor.ReadBytes(cursor.left(), &bytes);
}

bool DecodeUnranked(AttributeTable& table, ByteCursor& cursor, MlirType* type) {
  const MlirType* part = nullptr;
  if (!table.ReadType(cursor, &part)) return false;
  type->element = part->element;
  type->declared.kind = shape::TypeKind::kTensor;
  type->declared.element = part->element;
  return true;
}

bool DecodeFunction(AttributeTable& table, ByteCursor& cursor, MlirType* type) {
  std::vector<const MlirType*> inputs;
  std::vector<const MlirType*> results;
  type->is_function = true;
  return table.ReadTypes(cursor, &inputs) && table.ReadTypes(cursor, &results);
}

bool DecodeParts(AttributeTable& table, ByteCursor& cursor, absl::string_view name,
                 MlirType* type) {
  std::vector<const MlirType*> parts;
  if (!table.ReadTypes(cursor, &parts)) return false;
  SetOpaque("stablehlo", name, type);
  return true;
}

bool SkipAttribute(ByteCursor& cursor, MlirAttribute* attribute) {
  attribute->kind = MlirAttribute::Kind::kDict;
  absl::string_view bytes;
  return cursor.ReadBytes(cursor.left(), &bytes);
}

}  // namespace shapewright::graph
