#include "core/graph/stablehlo/node_attributes.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/strip.h"
#include "core/graph/stablehlo/struct_members.h"

namespace shapewright::graph {
namespace {

using Kind = MlirAttribute::Kind;

struct Struct {
  absl::string_view name;
  absl::Span<const MlirStructMember> members;
};
constexpr Struct kStructs[] = {{"channel_handle", kChannelMembers},
                               {"conv", kConvMembers},
                               {"dot", kDotMembers},
                               {"gather", kGatherMembers},
                               {"scatter", kScatterMembers}};

// The integers of `[0, 1]` or `1`.
std::vector<int64_t> IntegersOf(absl::string_view text) {
  std::vector<int64_t> integers;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && (absl::ascii_isdigit(text[end]) || text[end] == '-')) ++end;
    int64_t value = 0;
    if (end > at && absl::SimpleAtoi(text.substr(at, end - at), &value)) integers.push_back(value);
    at = end > at ? end : at + 1;
  }
  return integers;
}

// The text behind `name =` in the body of a struct, up to the end of its list or number.
absl::string_view MemberText(absl::string_view body, absl::string_view name) {
  for (size_t at = body.find(name); at != absl::string_view::npos; at = body.find(name, at + 1)) {
    const bool begins = at == 0 || (!absl::ascii_isalnum(body[at - 1]) && body[at - 1] != '_');
    absl::string_view rest = absl::StripLeadingAsciiWhitespace(body.substr(at + name.size()));
    if (!begins || !absl::ConsumePrefix(&rest, "=")) continue;
    rest = absl::StripLeadingAsciiWhitespace(rest);
    return rest.substr(0, rest.find(absl::StartsWith(rest, "[") ? ']' : ','));
  }
  return {};
}

class AttributeMaker {
 public:
  AttributeMaker(const MlirOperation& operation, MlirCursor& cursor, SharedAttributes* shared)
      : operation_(operation), cursor_(cursor), arena_(cursor.arena()), shared_(*shared) {}

  std::vector<Attribute> Make();

 private:
  void Add(absl::string_view name, const MlirAttribute& value);
  void AddShared(absl::string_view name, const MlirAttribute& value);
  void AddArray(absl::string_view name, const MlirAttribute& value);
  void AddMatrix(absl::string_view name, absl::Span<const MlirAttribute> rows);
  void AddTensor(absl::string_view name, const Tensor& tensor);
  void AddDialect(absl::string_view name, const MlirAttribute& value);
  void AddConvolution(absl::string_view body);
  void AddConvolutionPart(absl::string_view dims, const ConvolutionPart& part);
  void AddInt(absl::string_view name, int64_t value) { made_.push_back(IntAttribute(name, value)); }
  void AddText(absl::string_view name, absl::string_view text) {
    made_.push_back(StringAttribute(name, text));
  }
  void AddInts(absl::string_view name, absl::Span<const int64_t> ints) {
    made_.push_back(IntsAttribute(name, ints));
  }
  bool Has(absl::string_view name) const {
    return std::any_of(made_.begin(), made_.end(),
                       [name](const Attribute& known) { return known.name == name; });
  }
  Attribute& New(absl::string_view name, AttributeKind kind) {
    made_.push_back(AttributeOf(name, kind));
    return made_.back();
  }

  bool IsConstantValue(absl::string_view name) const {
    return operation_.mnemonic == "constant" && name == "value";
  }
  // The word of #stablehlo<precision DEFAULT> and #stablehlo.precision<DEFAULT>; else empty.
  absl::string_view EnumWord(const MlirAttribute& value);

  const MlirOperation& operation_;
  MlirCursor& cursor_;
  Arena* const arena_;
  SharedAttributes& shared_;
  std::vector<Attribute> made_;
};

std::vector<Attribute> AttributeMaker::Make() {
  for (const MlirNamedAttribute& attribute : operation_.attributes) {
    // A name with a dialect is that of an attribute which the operation does not have itself.
    if (attribute.name.find('.') != absl::string_view::npos) continue;
    if (attribute.value.is_shared) {
      AddShared(attribute.name, attribute.value);
    } else {
      Add(attribute.name, attribute.value);
    }
  }
  if (operation_.Is("stablehlo", "dot_general")) {
    for (const MlirStructMember& member : kDotMembers) {
      if (!Has(member.name)) AddInts(member.name, {});
    }
  }
  // The pretty form leaves out this default.
  if (operation_.Is("stablehlo", "custom_call") && !Has("api_version")) AddInt("api_version", 1);
  // In an order that does not depend on the form.
  std::stable_sort(made_.begin(), made_.end(),
                   [](const Attribute& a, const Attribute& b) { return a.name < b.name; });
  made_.erase(std::unique(made_.begin(), made_.end(),
                          [](const Attribute& a, const Attribute& b) { return a.name == b.name; }),
              made_.end());
  return std::move(made_);
}

// Where the parts of an attribute stand that has to be read again; null: there are none.
const void* PartsOf(const MlirAttribute& value) {
  if (value.kind == Kind::kArray) return value.items.data();
  if (value.kind == Kind::kTensor) return value.tensor;
  if (value.kind == Kind::kStruct) return value.entries.data();
  return value.kind == Kind::kDialect ? value.body.data() : nullptr;
}

void AttributeMaker::AddShared(absl::string_view name, const MlirAttribute& value) {
  const void* const parts = PartsOf(value);
  if (parts == nullptr || IsConstantValue(name)) {
    if (cursor_.Count(1 + value.ints.size())) Add(name, value);
    return;
  }
  const auto [found, is_new] = shared_.try_emplace(parts);
  const size_t first = made_.size();
  if (is_new) {
    Add(name, value);
    found->second.assign(made_.begin() + static_cast<ptrdiff_t>(first), made_.end());
    for (Attribute& each : found->second) {
      if (each.name == name) each.name = {};
    }
    return;
  }
  for (Attribute each : found->second) {
    if (each.name.empty()) each.name = name;
    // Rules look at all of it.
    if (!cursor_.Count(1 + each.count)) return;
    made_.push_back(each);
  }
}

void AttributeMaker::Add(absl::string_view name, const MlirAttribute& value) {
  switch (value.kind) {
    case Kind::kUnit:
      return AddInt(name, 1);
    case Kind::kBool:
    case Kind::kInt:
      return AddInt(name, value.int_value);
    case Kind::kFloat:
      New(name, AttributeKind::kFloat).float_value = value.float_value;
      return;
    case Kind::kString:
    case Kind::kSymbol:
      return AddText(name, value.text);
    case Kind::kInts:
      return AddInts(name, value.ints);
    case Kind::kArray:
      return AddArray(name, value);
    case Kind::kTensor:
      return AddTensor(name, *value.tensor);
    case Kind::kDialect:
      return AddDialect(name, value);
    case Kind::kStruct:
      for (const MlirNamedAttribute& member : value.entries) Add(member.name, member.value);
      return;
    case Kind::kType:
    case Kind::kDict:
      return;
  }
}

absl::string_view AttributeMaker::EnumWord(const MlirAttribute& value) {
  if (!cursor_.Count(1 + value.body.size() / kBytesPerCount)) return {};
  absl::string_view word = absl::StripAsciiWhitespace(value.body);
  if (value.text.find('.') == absl::string_view::npos) {
    const size_t space = word.find(' ');
    if (space == absl::string_view::npos) return {};
    word = absl::StripAsciiWhitespace(word.substr(space));
  }
  const bool is_word = !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
    return absl::ascii_isalnum(c) || c == '_';
  });
  return is_word ? word : absl::string_view();
}

void AttributeMaker::AddArray(absl::string_view name, const MlirAttribute& value) {
  std::vector<int64_t> ints;
  std::vector<absl::string_view> texts;
  size_t rows = 0;
  for (const MlirAttribute& item : value.items) {
    if (item.kind == Kind::kInt || item.kind == Kind::kBool) ints.push_back(item.int_value);
    if (item.kind == Kind::kString || item.kind == Kind::kSymbol) texts.push_back(item.text);
    const absl::string_view word = item.kind == Kind::kDialect ? EnumWord(item) : "";
    if (!word.empty()) texts.push_back(word);
    rows += item.kind == Kind::kArray ? 1 : 0;
  }
  const bool is_of_texts = name == "precision_config" || name == "called_computations";
  if (ints.size() == value.items.size() && !(ints.empty() && is_of_texts)) {
    return AddInts(name, CopyToArena(arena_, ints));
  }
  if (rows > 0 && rows == value.items.size()) return AddMatrix(name, value.items);
  if (texts.size() != value.items.size()) return;
  const auto copied = CopyToArena(arena_, texts);
  Attribute& attribute = New(name, AttributeKind::kStrings);
  attribute.strings = copied.data();
  attribute.count = static_cast<uint32_t>(copied.size());
}

// [[1, 1], [0, 0]], as dense<[[1, 1], [0, 0]]> : tensor<2x2xi64>.
void AttributeMaker::AddMatrix(absl::string_view name, absl::Span<const MlirAttribute> rows) {
  std::string bytes;
  const size_t columns = rows[0].items.size();
  const auto has_columns = [&](const MlirAttribute& row) { return row.items.size() == columns; };
  if (!std::all_of(rows.begin(), rows.end(), has_columns)) return;
  const bool is_kept = static_cast<int64_t>(rows.size() * columns) <= kMaxMlirElements;
  for (const MlirAttribute& row : is_kept ? rows : rows.first(0)) {
    for (const MlirAttribute& item : row.items) {
      const auto bits = static_cast<uint64_t>(item.int_value);
      for (size_t i = 0; i < sizeof(bits); ++i) bytes += static_cast<char>(bits >> (8 * i));
    }
  }
  auto* tensor = graph::New<Tensor>(arena_);
  tensor->element = shape::ElementType::kInt64;
  tensor->dims = CopyToArena(arena_, std::vector<int64_t>{static_cast<int64_t>(rows.size()),
                                                          static_cast<int64_t>(columns)});
  tensor->payload = CopyText(arena_, bytes);
  tensor->encoding = bytes.empty() ? TensorEncoding::kNone : TensorEncoding::kRaw;
  made_.push_back(TensorAttribute(name, tensor));
}

void AttributeMaker::AddTensor(absl::string_view name, const Tensor& tensor) {
  if (!IsConstantValue(name) && tensor.dims.size() <= 1 && shape::IsIntegerOrBool(tensor.element)) {
    const std::optional<Integers> integers = DecodeIntegers(tensor, kMaxMlirElements);
    if (integers.has_value()) {
      return AddInts(name, CopyToArena(arena_, *integers));
    }
  }
  made_.push_back(TensorAttribute(name, &tensor));
}

void AttributeMaker::AddDialect(absl::string_view name, const MlirAttribute& value) {
  const size_t dot = value.text.find('.');
  const absl::string_view type =
      dot == absl::string_view::npos ? value.text : value.text.substr(dot + 1);
  for (const Struct& known : kStructs) {
    if (known.name != type || dot == absl::string_view::npos) continue;
    if (type == "conv" && absl::StartsWith(absl::StripAsciiWhitespace(value.body), "[")) {
      return AddConvolution(value.body);
    }
    for (const MlirStructMember& member : known.members) {
      const std::vector<int64_t> integers = IntegersOf(MemberText(value.body, member.name));
      if (member.is_list) {
        AddInts(member.name, CopyToArena(arena_, integers));
      } else {
        AddInt(member.name, integers.empty() ? 0 : integers[0]);
      }
    }
    return;
  }
  const absl::string_view word = EnumWord(value);
  if (!word.empty()) AddText(name, word);
}

// [b, f, 0, 1]x[o, i, 0, 1]->[b, f, 0, 1]
void AttributeMaker::AddConvolution(absl::string_view body) {
  for (const ConvolutionPart& part : kConvolutionParts) {
    const size_t begin = body.find('[');
    const size_t end = body.find(']');
    if (begin == absl::string_view::npos || end == absl::string_view::npos || end < begin) return;
    const absl::string_view dims = body.substr(begin + 1, end - begin - 1);
    AddConvolutionPart(dims, part);
    body.remove_prefix(end + 1);
  }
}

// `b, f, 0, 1`: the places of the two labels and of each number.
void AttributeMaker::AddConvolutionPart(absl::string_view dims, const ConvolutionPart& part) {
  std::vector<int64_t> places;
  int64_t place = 0;
  while (!dims.empty()) {
    const size_t comma = std::min(dims.find(','), dims.size());
    const absl::string_view dim = absl::StripAsciiWhitespace(dims.substr(0, comma));
    size_t number = 0;
    if (dim.size() == 1 && dim[0] == part.first_label) AddInt(part.first, place);
    if (dim.size() == 1 && dim[0] == part.second_label) AddInt(part.second, place);
    if (absl::SimpleAtoi(dim, &number) && number < 64) {
      if (places.size() <= number) places.resize(number + 1);
      places[number] = place;
    }
    ++place;
    dims.remove_prefix(std::min(comma + 1, dims.size()));
  }
  AddInts(part.spatial, CopyToArena(arena_, places));
}

}  // namespace

std::vector<Attribute> NodeAttributes(const MlirOperation& operation, MlirCursor& cursor,
                                      SharedAttributes* shared) {
  return AttributeMaker(operation, cursor, shared).Make();
}

}  // namespace shapewright::graph
