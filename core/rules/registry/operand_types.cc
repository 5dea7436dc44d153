#include "core/rules/registry/operand_types.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "core/base/hash_map.h"
#include "core/rules/registry/operand_types_table.h"

namespace shapewright::ops {
namespace {

using shape::ElementType;
using shape::TypeKind;
using Set = OperandTypeSet;

constexpr Set kSignedIntegers = Set::Of(ElementType::kInt8) | Set::Of(ElementType::kInt16) |
                                Set::Of(ElementType::kInt32) | Set::Of(ElementType::kInt64);
constexpr Set kUnsignedIntegers = Set::Of(ElementType::kUint8) | Set::Of(ElementType::kUint16) |
                                  Set::Of(ElementType::kUint32) | Set::Of(ElementType::kUint64);
constexpr Set kFloats =
    Set::Of(ElementType::kFloat16) | Set::Of(ElementType::kFloat) | Set::Of(ElementType::kDouble);
constexpr Set kBfloat16 = Set::Of(ElementType::kBfloat16);
constexpr Set kWideIntegers = Set::Of(ElementType::kInt32) | Set::Of(ElementType::kInt64) |
                              Set::Of(ElementType::kUint32) | Set::Of(ElementType::kUint64);
constexpr Set kFloat8 = Set::Of(ElementType::kFloat8e4m3fn) |
                        Set::Of(ElementType::kFloat8e4m3fnuz) | Set::Of(ElementType::kFloat8e5m2) |
                        Set::Of(ElementType::kFloat8e5m2fnuz);
constexpr Set kComplex = Set::Of(ElementType::kComplex64) | Set::Of(ElementType::kComplex128);
constexpr Set kNumbers = kSignedIntegers | kUnsignedIntegers | kFloats;
// What "all types" were at an opset.
constexpr Set kAll =
    kNumbers | kComplex | Set::Of(ElementType::kBool) | Set::Of(ElementType::kString);
constexpr Set kAll13 = kAll | kBfloat16;
constexpr Set kAll19 = kAll13 | kFloat8;
constexpr Set kAll21 = kAll19 | Set::Of(ElementType::kInt4) | Set::Of(ElementType::kUint4);
constexpr Set kAll23 = kAll21 | Set::Of(ElementType::kFloat4e2m1);
constexpr Set kAll24 = kAll23 | Set::Of(ElementType::kFloat8e8m0);
constexpr Set kAll25 = kAll24 | Set::Of(ElementType::kInt2) | Set::Of(ElementType::kUint2);
constexpr Set kAll28 =
    kAll25 | Set::Of(ElementType::kFloat6e2m3) | Set::Of(ElementType::kFloat6e3m2);

struct NamedSet {
  absl::string_view name;
  Set types;
};

// The names of the table.
constexpr NamedSet kSets[] = {
    {"ALL", kAll},
    {"A13", kAll13},
    {"A19", kAll19},
    {"A21", kAll21},
    {"A23", kAll23},
    {"A24", kAll24},
    {"A25", kAll25},
    {"A28", kAll28},
    {"N", kNumbers},
    {"NB", kNumbers | kBfloat16},
    {"N32", kFloats | kWideIntegers},
    {"I", kSignedIntegers},
    {"U", kUnsignedIntegers},
    {"IU", kSignedIntegers | kUnsignedIntegers},
    {"F", kFloats},
    {"FB", kFloats | kBfloat16},
    {"F8", kFloat8},
    {"C", kComplex},
    {"bool", Set::Of(ElementType::kBool)},
    {"str", Set::Of(ElementType::kString)},
    {"i2", Set::Of(ElementType::kInt2)},
    {"i4", Set::Of(ElementType::kInt4)},
    {"i8", Set::Of(ElementType::kInt8)},
    {"i16", Set::Of(ElementType::kInt16)},
    {"i32", Set::Of(ElementType::kInt32)},
    {"i64", Set::Of(ElementType::kInt64)},
    {"u2", Set::Of(ElementType::kUint2)},
    {"u4", Set::Of(ElementType::kUint4)},
    {"u8", Set::Of(ElementType::kUint8)},
    {"u16", Set::Of(ElementType::kUint16)},
    {"u32", Set::Of(ElementType::kUint32)},
    {"u64", Set::Of(ElementType::kUint64)},
    {"f16", Set::Of(ElementType::kFloat16)},
    {"f32", Set::Of(ElementType::kFloat)},
    {"f64", Set::Of(ElementType::kDouble)},
    {"bf16", kBfloat16},
    {"f4e2m1", Set::Of(ElementType::kFloat4e2m1)},
    {"f6e2m3", Set::Of(ElementType::kFloat6e2m3)},
    {"f6e3m2", Set::Of(ElementType::kFloat6e3m2)},
    {"f8e5m2", Set::Of(ElementType::kFloat8e5m2)},
    {"f8e5m2fnuz", Set::Of(ElementType::kFloat8e5m2fnuz)},
    {"f8e4m3fn", Set::Of(ElementType::kFloat8e4m3fn)},
    {"f8e4m3fnuz", Set::Of(ElementType::kFloat8e4m3fnuz)},
    {"f8e8m0", Set::Of(ElementType::kFloat8e8m0)},
    {"seq", Set::Of(TypeKind::kSequence)},
    {"map", Set::Of(TypeKind::kMap)},
    {"optional", Set::Of(TypeKind::kOptional)},
    {"sparse", Set::Of(TypeKind::kSparseTensor)},
};

Set SetNamed(absl::string_view name) {
  for (const NamedSet& known : kSets) {
    if (known.name == name) return known.types;
  }
  return {};
}

std::vector<OperandTypes> ParseOperands(absl::string_view text) {
  std::vector<OperandTypes> operands;
  std::vector<std::pair<absl::string_view, Set>> variables;
  for (absl::string_view word : absl::StrSplit(text, ' ')) {
    OperandTypes& operand = operands.emplace_back();
    operand.is_variadic = absl::ConsumeSuffix(&word, "...");
    const size_t equals = word.find('=');
    for (size_t i = 0; i < variables.size(); ++i) {
      if (variables[i].first != word) continue;
      operand.allowed = variables[i].second;
      operand.variable = static_cast<int>(i);
    }
    if (operand.variable >= 0) continue;
    const absl::string_view sum =
        equals == absl::string_view::npos ? word : word.substr(equals + 1);
    for (const absl::string_view name : absl::StrSplit(sum, '+')) {
      operand.allowed = operand.allowed | SetNamed(name);
    }
    if (equals == absl::string_view::npos) continue;
    operand.variable = static_cast<int>(variables.size());
    variables.emplace_back(word.substr(0, equals), operand.allowed);
  }
  return operands;
}

struct Since {
  int version;
  std::vector<OperandTypes> operands;
};

using SincesByName = HashMap<std::string, std::vector<Since>>;

// Of each operator in the order of the versions.
SincesByName ReadTable() {
  SincesByName table;
  for (const OperandTypesRow& row : OperandTypesTable()) {
    std::vector<Since> sinces;
    for (absl::string_view text : absl::StrSplit(row.types, " | ")) {
      int version = 1;
      const size_t colon = text.find(':');
      if (colon != absl::string_view::npos && absl::SimpleAtoi(text.substr(0, colon), &version)) {
        text.remove_prefix(colon + 1);
      }
      sinces.push_back({version, ParseOperands(text)});
    }
    for (const absl::string_view name : absl::StrSplit(row.operators, ' ')) table[name] = sinces;
  }
  return table;
}

}  // namespace

std::string ToString(OperandTypeSet types) {
  std::vector<absl::string_view> names;
  for (int number = 1; number < shape::kElementTypeCount; ++number) {
    const auto element = static_cast<ElementType>(number);
    if ((types | Set::Of(element)) == types) names.push_back(shape::ElementTypeName(element));
  }
  for (const absl::string_view kind : {"seq", "map", "optional", "sparse"}) {
    if ((types | SetNamed(kind)) == types) names.push_back(kind);
  }
  return absl::StrJoin(names, ", ");
}

absl::Span<const OperandTypes> FindOperandTypes(absl::string_view domain, absl::string_view name,
                                                int since_version) {
  static const auto& table = *new const SincesByName(ReadTable());
  const auto found =
      domain.empty() ? table.find(name) : table.find(absl::StrCat(domain, ":", name));
  absl::Span<const OperandTypes> operands;
  if (found == table.end()) return operands;
  for (const Since& since : found->second) {
    if (since.version <= since_version) operands = since.operands;
  }
  return operands;
}

}  // namespace shapewright::ops
