#include "core/graph/stablehlo/pretty_forms.h"

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "core/graph/stablehlo/mlir_attribute.h"
#include "core/graph/stablehlo/mlir_type.h"
#include "core/graph/stablehlo/pretty_regions.h"

namespace shapewright::graph {
namespace {

using Kind = MlirAttribute::Kind;

// Names of attributes in pretty forms that differ from those of the specification.
struct Renamed {
  absl::string_view operation;
  absl::string_view pretty;
  absl::string_view attribute;
};

constexpr Renamed kRenamed[] = {
    {"broadcast", "sizes", "broadcast_sizes"},
    {"broadcast_in_dim", "dims", "broadcast_dimensions"},
    {"dynamic_broadcast_in_dim", "dims", "broadcast_dimensions"},
    {"broadcast_add", "dims", "broadcast_dimensions"},
    {"concatenate", "dim", "dimension"},
    {"dot", "precision", "precision_config"},
    {"dot_general", "precision", "precision_config"},
    {"dynamic_iota", "dim", "iota_dimension"},
    {"dynamic_slice", "sizes", "slice_sizes"},
    {"einsum", "config", "einsum_config"},
    {"fft", "length", "fft_length"},
    {"fft", "type", "fft_type"},
    {"get_dimension_size", "dim", "dimension"},
    {"iota", "dim", "iota_dimension"},
    {"map", "dims", "dimensions"},
    {"pad", "high", "edge_padding_high"},
    {"pad", "interior", "interior_padding"},
    {"pad", "low", "edge_padding_low"},
    {"reverse", "dims", "dimensions"},
    {"rng", "distribution", "rng_distribution"},
    {"rng_bit_generator", "algorithm", "rng_algorithm"},
    {"set_dimension_size", "dim", "dimension"},
    {"transpose", "dims", "permutation"},
    {"unary_einsum", "config", "einsum_config"},
};

absl::string_view AttributeName(absl::string_view operation, absl::string_view pretty) {
  for (const Renamed& known : kRenamed) {
    if (known.operation == operation && known.pretty == pretty) return known.attribute;
  }
  return pretty;
}

// Attributes that pretty forms write as words or symbols without their names, in order.
struct Unnamed {
  absl::string_view operation;
  absl::string_view first;
  absl::string_view second;
};

constexpr Unnamed kUnnamed[] = {
    {"broadcast_compare", "comparison_direction", "compare_type"},
    {"call", "callee", ""},
    {"compare", "comparison_direction", "compare_type"},
    {"composite", "name", ""},
    {"custom_call", "call_target_name", ""},
};

MlirAttribute MlirIntsAttribute(MlirCursor& cursor, const std::vector<int64_t>& ints) {
  MlirAttribute attribute;
  attribute.kind = Kind::kInts;
  attribute.ints = CopyToArena(cursor.arena(), ints);
  return attribute;
}

MlirAttribute MlirTextAttribute(absl::string_view text) {
  MlirAttribute attribute;
  attribute.kind = Kind::kString;
  attribute.text = text;
  return attribute;
}

class PrettyReader {
 public:
  PrettyReader(OperationReader& reader, MlirOperation* operation)
      : reader_(reader), cursor_(reader.cursor()), operation_(*operation) {}

  bool Read();

 private:
  bool ReadItem();
  bool ReadNamed(absl::string_view name);
  bool ReadValue(absl::string_view name, MlirAttribute* value);
  bool ReadWords(MlirAttribute* value);
  bool ReadPair(absl::string_view name);
  bool ReadUnnamed(absl::string_view text);
  bool ReadIndex();
  bool ReadSlices();
  bool ReadFormat();
  bool ReadConstant();

  // Whether only attributes and types are left, or nothing.
  bool IsEnd() const {
    return cursor_.IsMark(':') || cursor_.IsMark('{') || cursor_.IsMark('}') ||
           cursor_.IsWord("loc") || cursor_.token() == MlirToken::kEnd;
  }
  // Whether the word is the name of an attribute.
  bool IsNamed() const {
    const absl::string_view rest = cursor_.Rest().substr(cursor_.text().size());
    return absl::StartsWith(absl::StripLeadingAsciiWhitespace(rest), "=");
  }
  bool Is(absl::string_view mnemonic) const { return operation_.mnemonic == mnemonic; }
  void Add(absl::string_view name, const MlirAttribute& value) {
    MlirNamedAttribute& added = attributes_.emplace_back();
    added.name = name;
    added.value = value;
  }

  OperationReader& reader_;
  MlirCursor& cursor_;
  MlirOperation& operation_;
  std::vector<absl::string_view> operands_;
  std::vector<MlirNamedAttribute> attributes_;
  int unnamed_ = 0;
  // Between operands.
  bool needs_comma_ = false;
  bool follows_comma_ = false;
};

bool PrettyReader::Read() {
  if (!cursor_.Advance()) return false;
  if (Is("constant")) return ReadConstant();
  while (!IsEnd()) {
    if (!ReadItem()) return false;
  }
  if (follows_comma_) return cursor_.Fail("an operand or an attribute");
  if (cursor_.IsMark('{') && !ParseDict(cursor_, &attributes_)) return false;
  operation_.operands = CopyToArena(cursor_.arena(), operands_);
  operation_.attributes = CopyToArena(cursor_.arena(), attributes_);
  return !cursor_.IsMark(':') ? !cursor_.failed() : reader_.ReadSignature(&operation_);
}

bool PrettyReader::ReadItem() {
  switch (cursor_.token()) {
    case MlirToken::kValue:
      if (needs_comma_) return cursor_.Fail("`,`, an attribute or `:`");
      needs_comma_ = true;
      follows_comma_ = false;
      return reader_.ReadOperand(&operands_);
    case MlirToken::kSymbol:
    case MlirToken::kString: {
      const absl::string_view text = cursor_.Name();
      needs_comma_ = false;
      follows_comma_ = false;
      return ReadUnnamed(text) && cursor_.Advance();
    }
    case MlirToken::kWord: {
      const absl::string_view word = cursor_.text();
      follows_comma_ = false;
      if (!IsNamed()) return ReadUnnamed(word) && cursor_.Advance();
      return cursor_.Advance() && cursor_.Expect('=') && ReadNamed(word);
    }
    default:
      break;
  }
  if (cursor_.IsMark(',') || cursor_.IsMark('(')) {
    follows_comma_ = cursor_.IsMark(',');
    needs_comma_ = false;
    return cursor_.Advance();
  }
  if (cursor_.IsMark(')')) return cursor_.Advance();
  if (cursor_.IsMark('[')) return Is("slice") ? ReadSlices() : ReadIndex();
  absl::string_view body;
  if (cursor_.IsMark('<')) return cursor_.TakeBalanced(&body);
  return cursor_.Fail("an operand, an attribute or `:`");
}

bool PrettyReader::ReadUnnamed(absl::string_view text) {
  for (const Unnamed& known : kUnnamed) {
    if (!Is(known.operation)) continue;
    const absl::string_view name = unnamed_ == 0 ? known.first : known.second;
    if (!name.empty() && unnamed_ < 2) Add(name, MlirTextAttribute(text));
    ++unnamed_;
    return true;
  }
  // Other dialects' forms are not known.
  const absl::string_view dialect = operation_.dialect;
  if (dialect != "stablehlo" && dialect != "chlo" && dialect != "func") return true;
  return cursor_.Fail("an operand, an attribute or `:`");
}

bool PrettyReader::ReadNamed(absl::string_view name) {
  if (name == "batching_dims" || name == "contracting_dims") return ReadPair(name);
  if (name == "format") return ReadFormat();
  MlirAttribute value;
  if (!ReadValue(name, &value)) return false;
  // The algorithm of dot_general, and what Shardy says, are of no use.
  if (value.kind != Kind::kUnit) Add(AttributeName(operation_.mnemonic, name), value);
  return true;
}

bool PrettyReader::ReadValue(absl::string_view name, MlirAttribute* value) {
  absl::string_view body;
  if (cursor_.IsMark('<')) return cursor_.TakeBalanced(&body);
  if (name == "precision") return ReadWords(value);
  // Numbers and texts have no types here: a `:` is that of the operation.
  if (cursor_.token() == MlirToken::kInteger || cursor_.IsMark('-')) {
    value->kind = Kind::kInt;
    return cursor_.ExpectInteger(&value->int_value);
  }
  if (cursor_.IsWord("true") || cursor_.IsWord("false")) {
    value->kind = Kind::kBool;
    value->int_value = cursor_.IsWord("true") ? 1 : 0;
    return cursor_.Advance();
  }
  if (cursor_.token() == MlirToken::kString) {
    *value = MlirTextAttribute(cursor_.Name());
    return cursor_.Advance();
  }
  if (cursor_.token() != MlirToken::kWord || cursor_.IsWord("dense") || cursor_.IsWord("array")) {
    return ParseAttribute(cursor_, value);
  }
  *value = MlirTextAttribute(cursor_.text());
  return cursor_.Advance();
}

// [DEFAULT, HIGHEST]
bool PrettyReader::ReadWords(MlirAttribute* value) {
  value->kind = Kind::kArray;
  std::vector<MlirAttribute> words;
  if (!cursor_.Expect('[')) return false;
  if (!cursor_.IsMark(']')) {
    do {
      if (cursor_.token() != MlirToken::kWord) return cursor_.Fail("a precision");
      words.push_back(MlirTextAttribute(cursor_.text()));
      if (!cursor_.Advance()) return false;
    } while (cursor_.Take(','));
  }
  value->items = CopyToArena(cursor_.arena(), words);
  return cursor_.Expect(']');
}

// `[0] x [0]` of dot_general.
bool PrettyReader::ReadPair(absl::string_view name) {
  const bool is_batching = name == "batching_dims";
  MlirAttribute left;
  MlirAttribute right;
  if (!ParseAttribute(cursor_, &left) || !cursor_.ExpectWord("x")) return false;
  if (!ParseAttribute(cursor_, &right)) return false;
  Add(is_batching ? "lhs_batching_dimensions" : "lhs_contracting_dimensions", left);
  Add(is_batching ? "rhs_batching_dimensions" : "rhs_contracting_dimensions", right);
  return true;
}

// `%0[1]` of get_tuple_element; other lists in brackets are skipped.
bool PrettyReader::ReadIndex() {
  if (!Is("get_tuple_element")) {
    absl::string_view body;
    return cursor_.TakeBalanced(&body);
  }
  MlirAttribute index;
  index.kind = Kind::kInt;
  if (!cursor_.Expect('[') || !cursor_.ExpectInteger(&index.int_value)) return false;
  Add("index", index);
  return cursor_.Expect(']');
}

// `[0:4, 1:8:2]`
bool PrettyReader::ReadSlices() {
  std::vector<int64_t> starts;
  std::vector<int64_t> limits;
  std::vector<int64_t> strides;
  if (!cursor_.Expect('[')) return false;
  if (!cursor_.IsMark(']')) {
    do {
      if (!cursor_.ExpectInteger(&starts.emplace_back()) || !cursor_.Expect(':')) return false;
      if (!cursor_.ExpectInteger(&limits.emplace_back())) return false;
      strides.push_back(1);
      if (cursor_.Take(':') && !cursor_.ExpectInteger(&strides.back())) return false;
    } while (cursor_.Take(','));
  }
  Add("start_indices", MlirIntsAttribute(cursor_, starts));
  Add("limit_indices", MlirIntsAttribute(cursor_, limits));
  Add("strides", MlirIntsAttribute(cursor_, strides));
  return cursor_.Expect(']');
}

// `e5m10` of reduce_precision.
bool PrettyReader::ReadFormat() {
  const absl::string_view text = cursor_.text();
  const size_t mantissa = text.find('m');
  MlirAttribute bits;
  bits.kind = Kind::kInt;
  const bool has_form =
      cursor_.token() == MlirToken::kWord && text[0] == 'e' && mantissa != absl::string_view::npos;
  if (!has_form || !absl::SimpleAtoi(text.substr(1, mantissa - 1), &bits.int_value)) {
    return cursor_.Fail("a format as `e5m10`");
  }
  Add("exponent_bits", bits);
  if (!absl::SimpleAtoi(text.substr(mantissa + 1), &bits.int_value)) {
    return cursor_.Fail("a format as `e5m10`");
  }
  Add("mantissa_bits", bits);
  return cursor_.Advance();
}

// `{..} dense<..> : tensor<..>`
bool PrettyReader::ReadConstant() {
  if (cursor_.IsMark('{') && !ParseDict(cursor_, &attributes_)) return false;
  MlirAttribute value;
  if (!ParseAttribute(cursor_, &value)) return false;
  if (value.type == nullptr) return cursor_.Fail("a constant with its type, before this");
  Add("value", value);
  operation_.attributes = CopyToArena(cursor_.arena(), attributes_);
  operation_.result_types = CopyToArena(cursor_.arena(), std::vector<const MlirType*>{value.type});
  return true;
}

}  // namespace

bool ReadPrettyForm(OperationReader& reader, MlirOperation* operation) {
  if (const RegionForm form = FindRegionForm(*operation); form != nullptr) {
    return reader.cursor().Advance() && form(reader, operation);
  }
  return PrettyReader(reader, operation).Read();
}

}  // namespace shapewright::graph
