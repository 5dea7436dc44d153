#include "core/graph/mlir_bytecode/operator_attributes.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "core/graph/mlir_bytecode/operator_properties.h"
#include "core/graph/tensor.h"

namespace shapewright::graph {
namespace {

using Kind = MlirAttribute::Kind;

// Attributes that nothing asks for, so that they are not read.
constexpr absl::string_view kUnused[] = {
    "accumulation_type",
    "algorithm",
    "allow_imprecise_accumulation",
    "arg_attrs",
    "composite_attributes",
    "function_type",
    "lhs_component_count",
    "lhs_precision_type",
    "num_primitive_operations",
    "ragged_dot_dimension_numbers",
    "res_attrs",
    "result_accuracy",
    "rhs_component_count",
    "rhs_precision_type",
};

bool IsUnused(absl::string_view name) {
  return std::find(std::begin(kUnused), std::end(kUnused), name) != std::end(kUnused);
}

// Reads the attributes of a row, in its order.
bool ReadRow(AttributeTable& table, absl::string_view row, ByteCursor cursor,
             std::vector<MlirNamedAttribute>* attributes) {
  while (!row.empty()) {
    absl::string_view name = row.substr(0, row.find(','));
    row.remove_prefix(std::min(row.size(), name.size() + 1));
    const bool is_optional = absl::ConsumeSuffix(&name, "?");
    uint64_t number = 0;
    bool is_there = true;
    const bool is_read =
        is_optional ? cursor.ReadFlagged(&number, &is_there) : cursor.ReadVarint(&number);
    if (!is_read) return false;
    if (!is_there || IsUnused(name)) continue;
    const MlirAttribute* value = nullptr;
    if (!table.FindAttribute(cursor, number, &value)) return false;
    MlirNamedAttribute& read = attributes->emplace_back();
    read.name = name;
    read.value = *value;
  }
  return true;
}

size_t AttributeCount(absl::string_view row) {
  return row.empty() ? 0 : 1 + static_cast<size_t>(std::count(row.begin(), row.end(), ','));
}

}  // namespace

bool ReadProperties(AttributeTable& table, const BytecodeFile::OperationName& name,
                    absl::string_view properties, std::vector<MlirNamedAttribute>* attributes) {
  BytecodeState& state = table.state();
  ByteCursor cursor(properties, &state);
  const MlirAttribute* all = nullptr;
  if (!name.is_registered) {
    if (!table.ReadAttribute(cursor, &all)) return false;
    if (!state.Count(all->entries.size())) return false;
    attributes->insert(attributes->end(), all->entries.begin(), all->entries.end());
    return true;
  }
  const absl::Span<const OperatorProperties> rows = FindProperties(name.dialect, name.name);
  if (rows.empty()) return true;
  constexpr size_t kMostAttributes = 32;
  size_t count = 0;
  for (ByteCursor numbers = cursor; !numbers.AtEnd() && count < kMostAttributes; ++count) {
    uint64_t number = 0;
    if (!numbers.ReadVarint(&number)) return false;
  }
  for (const OperatorProperties& row : rows) {
    if (AttributeCount(row.attributes) == count) {
      return ReadRow(table, row.attributes, cursor, attributes);
    }
  }
  return cursor.Fail(absl::StrCat("the properties of ", name.dialect, ".", name.name,
                                  ", which does not have ", count));
}

bool SetOperator(AttributeTable& table, const BytecodeFile::OperationName& name, const char* at,
                 MlirOperation* operation) {
  operation->dialect = name.dialect;
  operation->mnemonic = name.name;
  if (name.dialect != "vhlo") {
    return (!name.dialect.empty() && !name.name.empty()) ||
           table.state().Fail(at, "an operation with its dialect");
  }
  if (FindProperties(name.dialect, name.name).empty()) {
    return table.state().Fail(
        at, absl::StrCat("an operation of VHLO that is known, not vhlo.", name.name));
  }
  operation->mnemonic = name.name.substr(0, name.name.rfind("_v"));
  const bool is_function = operation->mnemonic == "func" || operation->mnemonic == "call";
  operation->dialect = is_function ? "func" : "stablehlo";
  return true;
}

namespace {

// Whether all numbers of a constant, or of an array, are this one.
bool IsAll(const MlirAttribute& value, int64_t number) {
  if (value.kind != Kind::kTensor) return false;
  const std::optional<Integers> all = DecodeIntegers(*value.tensor, kMaxMlirElements);
  return all.has_value() && !all->empty() &&
         std::all_of(all->begin(), all->end(), [number](int64_t each) { return each == number; });
}

bool IsEmpty(const MlirAttribute& value) {
  switch (value.kind) {
    case Kind::kArray:
      return value.items.empty();
    case Kind::kDict:
      return value.entries.empty();
    case Kind::kString:
      return value.text.empty();
    case Kind::kTensor:
      return value.tensor->ElementCount() == 0;
    default:
      return false;
  }
}

bool IsWord(const MlirAttribute& value, absl::string_view word) {
  return value.kind == Kind::kString && value.text == word;
}

bool IsAllOfWord(const MlirAttribute& value, absl::string_view word) {
  return value.kind == Kind::kArray &&
         std::all_of(value.items.begin(), value.items.end(),
                     [word](const MlirAttribute& item) { return IsWord(item, word); });
}

// What stands for an attribute that StableHLO leaves out.
struct Default {
  enum class Is : uint8_t { kFalse, kZero, kAllZero, kAllOne, kEmpty, kNoType, kLowPrecision };
  absl::string_view attribute;
  Is is;
  // Of this operator only, or of all.
  absl::string_view mnemonic = {};
};

using Is = Default::Is;

constexpr Default kDefaults[] = {
    {"backend_config", Is::kEmpty},
    {"base_dilations", Is::kAllOne},
    {"called_computations", Is::kEmpty},
    {"compare_type", Is::kNoType},
    {"has_dynamic_root", Is::kFalse},
    {"has_side_effect", Is::kFalse},
    {"indices_are_sorted", Is::kFalse},
    {"infeed_config", Is::kEmpty},
    {"is_host_transfer", Is::kFalse},
    {"is_stable", Is::kFalse, "sort"},
    {"known_expanding_dimensions", Is::kEmpty},
    {"known_nonexpanding_dimensions", Is::kEmpty},
    {"layout", Is::kEmpty},
    {"lhs_dilation", Is::kAllOne},
    {"lower", Is::kFalse, "cholesky"},
    {"operand_layouts", Is::kEmpty},
    {"outfeed_config", Is::kEmpty},
    {"output_operand_aliases", Is::kEmpty},
    {"padding", Is::kAllZero},
    {"precision_config", Is::kLowPrecision},
    {"result_layouts", Is::kEmpty},
    {"result_tilings", Is::kEmpty},
    {"rhs_dilation", Is::kAllOne},
    {"source_target_pairs", Is::kEmpty, "recv"},
    {"source_target_pairs", Is::kEmpty, "send"},
    {"sym_visibility", Is::kEmpty},
    {"unique_indices", Is::kFalse},
    {"use_global_device_ids", Is::kFalse},
    {"version", Is::kZero, "composite"},
    {"window_dilations", Is::kAllOne},
    {"window_reversal", Is::kAllZero},
    {"window_strides", Is::kAllOne},
};

// How many items or elements a comparison with a default looks at.
uint64_t SizeOf(const MlirAttribute& value) {
  if (value.kind == Kind::kArray) return value.items.size();
  return value.kind == Kind::kTensor ? static_cast<uint64_t>(kMaxMlirElements) : 0;
}

bool IsDefault(BytecodeState& state, absl::string_view mnemonic,
               const MlirNamedAttribute& attribute) {
  const auto* const known =
      std::find_if(std::begin(kDefaults), std::end(kDefaults), [&](const Default& row) {
        return row.attribute == attribute.name &&
               (row.mnemonic.empty() || row.mnemonic == mnemonic);
      });
  if (known == std::end(kDefaults)) return false;
  const MlirAttribute& value = attribute.value;
  if (!state.Count(SizeOf(value))) return false;
  switch (known->is) {
    case Is::kFalse:
      return value.kind == Kind::kBool && value.int_value == 0;
    case Is::kZero:
      return value.kind == Kind::kInt && value.int_value == 0;
    case Is::kAllZero:
      return IsAll(value, 0);
    case Is::kAllOne:
      return IsAll(value, 1);
    case Is::kEmpty:
      return IsEmpty(value);
    case Is::kNoType:
      return IsWord(value, "NOTYPE");
    case Is::kLowPrecision:
      return IsAllOfWord(value, "DEFAULT");
  }
  return false;
}

// Lists that the first version of an operator did not have.
struct LaterList {
  absl::string_view mnemonic;
  absl::string_view attribute;
};

constexpr LaterList kLaterLists[] = {
    {"dynamic_gather", "operand_batching_dims"}, {"dynamic_gather", "start_indices_batching_dims"},
    {"gather", "operand_batching_dims"},         {"gather", "start_indices_batching_dims"},
    {"scatter", "input_batching_dims"},          {"scatter", "scatter_indices_batching_dims"},
};

void AddLaterLists(absl::string_view mnemonic, std::vector<MlirNamedAttribute>* attributes) {
  for (const LaterList& list : kLaterLists) {
    if (list.mnemonic != mnemonic) continue;
    const bool is_there = std::any_of(
        attributes->begin(), attributes->end(),
        [&list](const MlirNamedAttribute& known) { return known.name == list.attribute; });
    if (is_there) continue;
    MlirNamedAttribute& added = attributes->emplace_back();
    added.name = list.attribute;
    added.value.kind = Kind::kInts;
  }
}

}  // namespace

bool ConvertVhloAttributes(BytecodeState& state, const MlirOperation& operation,
                           std::vector<MlirNamedAttribute>* attributes) {
  const absl::string_view mnemonic = operation.mnemonic;
  const bool has_handle = mnemonic == "send" || mnemonic == "recv";
  const bool is_sort = mnemonic == "sort";
  std::vector<MlirNamedAttribute> converted;
  converted.reserve(attributes->size() + 1);
  for (MlirNamedAttribute& attribute : *attributes) {
    const int64_t number = attribute.value.int_value;
    if (IsDefault(state, mnemonic, attribute)) continue;
    if (is_sort && attribute.name == "dimension" && number == -1) continue;
    if (attribute.name == "channel_id") {
      // A channel handle is a number and a type, which operators without a type of their own have
      // as 0.
      if (!has_handle && number == 0) continue;
      attribute.name = "handle";
      converted.push_back(attribute);
      if (has_handle) continue;
      attribute.name = "type";
      attribute.value.int_value = 0;
    } else if (attribute.name == "channel_type") {
      attribute.name = "type";
    }
    converted.push_back(attribute);
  }
  AddLaterLists(mnemonic, &converted);
  *attributes = std::move(converted);
  return !state.failed();
}

}  // namespace shapewright::graph
